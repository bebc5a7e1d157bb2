import type { IncomingMessage } from 'node:http';

/** Of a body that is of no use any more. */
const MAX_DISCARDED_BYTES = 64 * 1_048_576;
const MAX_DISCARDING_MS = 15_000;

/**
 * Reads what is left of a body, up to a bound: most clients look for the answer only once they have sent everything,
 * and take an earlier end of the connection for a failure of the network.
 */
export async function drainRequest(request: IncomingMessage): Promise<void> {
  if (request.readableEnded || request.destroyed) return;
  const done = Promise.withResolvers<void>();
  let leftBytes = MAX_DISCARDED_BYTES;
  const count = (chunk: Buffer): void => {
    leftBytes -= chunk.length;
    if (leftBytes < 0) done.resolve();
  };
  const timer = setTimeout(done.resolve, MAX_DISCARDING_MS);
  request.on('data', count).once('end', done.resolve).once('close', done.resolve).once('error', done.resolve);
  request.resume();
  await done.promise;
  clearTimeout(timer);
  request.off('data', count).pause();
}
