import type { Readable } from 'node:stream';

export interface BodyReader {
  chunks: AsyncGenerator<Buffer>;
  /** True once reading the body itself failed, rather than what its bytes were written to. */
  failed(): boolean;
  /** What it failed with. */
  error(): unknown;
}

/** A body's chunks, and which error was its own. One that ends early fails as well. */
export function readBody(body: Readable): BodyReader {
  let own: { error: unknown } | null = null;
  async function* read(): AsyncGenerator<Buffer> {
    try {
      yield* body;
    } catch (error) {
      own = { error };
      throw error;
    }
  }
  return { chunks: read(), failed: () => own !== null, error: () => own?.error };
}
