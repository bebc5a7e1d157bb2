import type { RawBody } from './transport.ts';
import { buildMultipart } from './multipart.ts';
import type { FileContent } from './multipart.ts';
import { canSendStreams, concatenate, observe, streamBlob } from './streams.ts';
import type { ProgressCallback } from './streams.ts';

/** Returns the body of an upload. It is streamed if the file is a stream, or if progress is to be reported. */
export function uploadBody(
  file: FileContent,
  filename: string,
  metadata: object | undefined,
  onProgress: ProgressCallback | undefined,
): RawBody {
  const { contentType, head, tail } = buildMultipart(filename, metadata);
  if (file instanceof ReadableStream && canSendStreams()) {
    return { contentType, canRepeat: false, open: (deadline) => streamed(file, null, deadline) };
  }
  if (file instanceof ReadableStream) {
    const buffered = new Response(file).blob();
    return { contentType, canRepeat: true, open: async () => new Blob([head, await buffered, tail]) };
  }
  const blob = file instanceof Blob ? file : new Blob([file as Uint8Array<ArrayBuffer>]);
  if (onProgress === undefined || !canSendStreams()) {
    return { contentType, canRepeat: true, open: () => new Blob([head, blob, tail]) };
  }
  return {
    contentType,
    canRepeat: true,
    open: (deadline) => streamed(streamBlob(blob), blob.size, deadline),
  };

  function streamed(
    content: ReadableStream<Uint8Array>,
    totalBytes: number | null,
    deadline: { restart(): void },
  ): ReadableStream<Uint8Array> {
    let transferredBytes = 0;
    const observed = observe(content, {
      onChunk: (bytes) => {
        deadline.restart();
        transferredBytes += bytes;
        onProgress?.({ transferredBytes, totalBytes });
      },
    });
    return concatenate(head, observed, tail);
  }
}
