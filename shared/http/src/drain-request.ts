import type { IncomingMessage } from 'node:http';

const MAX_DRAINED_BYTES = 64 * 1_048_576;
const MAX_DRAIN_MS = 15_000;

/**
 * Reads and discards the rest of a request body, up to a limit of bytes and time. Most clients read the response only
 * after they have sent the whole body, and report a network error if the connection is closed before that.
 */
export async function drainRequest(request: IncomingMessage): Promise<void> {
  if (request.readableEnded || request.destroyed) return;
  const done = Promise.withResolvers<void>();
  let remainingBytes = MAX_DRAINED_BYTES;
  const count = (chunk: Buffer): void => {
    remainingBytes -= chunk.length;
    if (remainingBytes < 0) done.resolve();
  };
  const timer = setTimeout(done.resolve, MAX_DRAIN_MS);
  request.on('data', count).once('end', done.resolve).once('close', done.resolve).once('error', done.resolve);
  request.resume();
  await done.promise;
  clearTimeout(timer);
  request.off('data', count).pause();
}
