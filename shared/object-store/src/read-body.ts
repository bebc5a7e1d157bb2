import type { Readable } from 'node:stream';

/** Reader of a body that distinguishes errors of the body from errors of the destination. */
export interface BodyReader {
  chunks: AsyncGenerator<Buffer>;
  /** Returns true if reading the body failed. A body that ends early also counts as failed. */
  failed(): boolean;
  /** Returns the error of the body, or undefined if reading did not fail. */
  error(): unknown;
}

export function readBody(body: Readable): BodyReader {
  let failure: { error: unknown } | null = null;
  async function* read(): AsyncGenerator<Buffer> {
    try {
      yield* body;
    } catch (error) {
      failure = { error };
      throw error;
    }
  }
  return { chunks: read(), failed: () => failure !== null, error: () => failure?.error };
}
