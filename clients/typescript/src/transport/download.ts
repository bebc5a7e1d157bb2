import type { Deadline } from './deadline.ts';
import { observe } from './streams.ts';
import type { ProgressCallback } from './streams.ts';

/** File that is being downloaded. Read the body, or cancel it, to release the connection. */
export interface Download {
  body: ReadableStream<Uint8Array>;
  contentType: string | null;
  /** Number of bytes of the body; null if the server does not report it. */
  size: number | null;
  /** SHA-256 hash of the file as an entity tag. */
  etag: string | null;
  /** Resolves to the whole body. */
  bytes(): Promise<Uint8Array<ArrayBuffer>>;
  /** Resolves to the whole body, decoded as UTF-8. */
  text(): Promise<string>;
}

/** Returns the body of a response as a stream. The deadline limits each wait for data, until the stream ends. */
export function toDownload(response: Response, deadline: Deadline, onProgress?: ProgressCallback): Download {
  const length = response.headers.get('content-length');
  const totalBytes = length === null ? null : Number(length);
  let transferredBytes = 0;
  // A consumer that reads slowly must not cause a timeout.
  deadline.pause();
  const body = observe(response.body ?? new Blob([]).stream(), {
    onRead: () => deadline.restart(),
    onChunk: (bytes) => {
      deadline.pause();
      transferredBytes += bytes;
      onProgress?.({ transferredBytes, totalBytes });
    },
    onEnd: () => deadline.end(),
    onFailure: (error) => {
      deadline.end();
      return deadline.toError(error);
    },
  });
  const collect = (): Response => new Response(body);
  return {
    body,
    contentType: response.headers.get('content-type'),
    size: totalBytes,
    etag: response.headers.get('etag'),
    bytes: async () => new Uint8Array(await collect().arrayBuffer()),
    text: () => collect().text(),
  };
}
