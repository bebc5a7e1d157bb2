import { Readable } from 'node:stream';
import { unavailable } from '@loci/core';

/**
 * Returns a stream of the bytes of `source` that fails with SYS_SERVICE_UNAVAILABLE if `source` fails or
 * sends no bytes for `idleTimeoutMs` milliseconds. The timeout runs only while the consumer waits for bytes,
 * so a slow consumer does not cause it.
 */
export function readWithIdleTimeout(source: Readable, idleTimeoutMs: number): Readable {
  async function* read(): AsyncGenerator<Buffer> {
    const chunks = source[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    for (;;) {
      const timer = setTimeout(
        () => source.destroy(new Error(`The object store sent no bytes for ${idleTimeoutMs} ms.`)),
        idleTimeoutMs,
      );
      const next = await chunks
        .next()
        .catch((error: unknown) => {
          throw unavailable('The object store', error);
        })
        .finally(() => clearTimeout(timer));
      if (next.done) return;
      yield next.value;
    }
  }
  const body = Readable.from(read(), { objectMode: false });
  body.once('close', () => source.destroy());
  return body;
}
