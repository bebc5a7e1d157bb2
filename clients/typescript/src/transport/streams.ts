/** Number of bytes transferred so far. */
export interface Progress {
  transferredBytes: number;
  /** Null if the total is unknown. */
  totalBytes: number | null;
}

export type ProgressCallback = (progress: Progress) => void;

/**
 * Returns true if `fetch` of this runtime can send a stream over every version of HTTP. Browsers cannot: the ones that accept
 * streams send them only over HTTP/2.
 */
export function canSendStreams(): boolean {
  if (isBrowser()) return false;
  const init = { method: 'POST', body: new ReadableStream(), duplex: 'half' as const };
  // A runtime without support converts the stream to text, and sets the content type of text.
  return !new Request('http://localhost', init).headers.has('content-type');
}

/** True for pages and, because of `importScripts`, for workers of browsers. Other runtimes have neither global. */
const isBrowser = (): boolean => 'document' in globalThis || 'importScripts' in globalThis;

const CHUNK_BYTES = 65_536;

/** Returns a stream of the blob in chunks of 64 KiB. `Blob.stream` can return the whole blob as one chunk. */
export function streamBlob(blob: Blob): ReadableStream<Uint8Array> {
  let offset = 0;
  return new ReadableStream({
    async pull(controller) {
      const chunk = blob.slice(offset, offset + CHUNK_BYTES);
      offset += CHUNK_BYTES;
      if (chunk.size === 0) controller.close();
      else controller.enqueue(new Uint8Array(await chunk.arrayBuffer()));
    },
  });
}

/** Returns a stream of the head, the content and the tail. */
export function concatenate(
  head: Uint8Array,
  content: ReadableStream<Uint8Array>,
  tail: Uint8Array,
): ReadableStream<Uint8Array> {
  const reader = content.getReader();
  let isFirst = true;
  return new ReadableStream({
    async pull(controller) {
      if (isFirst) {
        isFirst = false;
        controller.enqueue(head);
        return;
      }
      const { done, value } = await reader.read();
      if (!done) {
        controller.enqueue(value);
        return;
      }
      controller.enqueue(tail);
      controller.close();
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

/** Events of an observed stream. Each read is followed by a chunk, the end or a failure. */
export interface StreamEvents {
  onRead?: () => void;
  onChunk?: (bytes: number) => void;
  /** The stream ended or was cancelled. */
  onEnd?: () => void;
  /** The stream failed. Returns the error for its consumer. */
  onFailure?: (error: unknown) => unknown;
}

/** Returns the same stream, and reports its events. Reads a chunk only when the consumer needs it. */
export function observe(
  stream: ReadableStream<Uint8Array>,
  events: StreamEvents,
): ReadableStream<Uint8Array> {
  const reader = stream.getReader();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        events.onRead?.();
        try {
          const { done, value } = await reader.read();
          if (done) {
            events.onEnd?.();
            controller.close();
            return;
          }
          events.onChunk?.(value.byteLength);
          controller.enqueue(value);
        } catch (error) {
          controller.error(events.onFailure?.(error) ?? error);
        }
      },
      async cancel(reason) {
        events.onEnd?.();
        await reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
