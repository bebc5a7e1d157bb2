import { Readable } from 'node:stream';
import { unavailable } from '@loci/core';

/**
 * The bytes of `source`, whose errors become SYS_SERVICE_UNAVAILABLE, and so does waiting longer than `stallMs` for
 * its next chunk. A reader may take any time: nothing is counted while nobody asks.
 */
export function readWithIdleTimeout(source: Readable, stallMs: number): Readable {
  async function* read(): AsyncGenerator<Buffer> {
    const chunks = source[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    for (;;) {
      const timer = setTimeout(() => source.destroy(new Error(`Nothing came for ${stallMs} ms.`)), stallMs);
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
