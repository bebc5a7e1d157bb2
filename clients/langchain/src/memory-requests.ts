import { NotFoundError } from '@loci/client';
import type { Loci, MemoryInput } from '@loci/client';

/** Maximum number of memories of a bulk request. @see docs/reference/memories.md#create-memories-in-bulk */
const MAX_BULK_MEMORIES = 1_000;
/** Maximum size of a bulk request in bytes, less the rest of the body. The server accepts 8 MiB. */
const MAX_BULK_BYTES = 6 * 1_024 * 1_024;
/** Maximum number of concurrent requests of one call. */
const CONCURRENCY = 8;

const encoder = new TextEncoder();

/** Creates memories in order, in one request if the limits of the server permit it. Each request is atomic. */
export async function createMemories(client: Loci, memories: readonly MemoryInput[]): Promise<void> {
  let batch: MemoryInput[] = [];
  let bytes = 0;
  for (const memory of memories) {
    const { length } = encoder.encode(JSON.stringify(memory));
    if (batch.length === MAX_BULK_MEMORIES || (batch.length > 0 && bytes + length > MAX_BULK_BYTES)) {
      await client.memories.createMany({ memories: batch, atomic: true });
      [batch, bytes] = [[], 0];
    }
    batch.push(memory);
    bytes += length;
  }
  if (batch.length > 0) await client.memories.createMany({ memories: batch, atomic: true });
}

/** Deletes memories. Ignores memories that do not exist any more. */
export async function deleteMemories(client: Loci, ids: readonly string[]): Promise<void> {
  await forEachConcurrently(ids, async (id) => {
    try {
      await client.memories.delete(id);
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error;
    }
  });
}

/** Calls `run` for each item, with at most eight pending calls. Rejects with the first error. */
export async function forEachConcurrently<T>(
  items: readonly T[],
  run: (item: T) => Promise<void>,
): Promise<void> {
  const remaining = items.values();
  const work = async (): Promise<void> => {
    for (const item of remaining) await run(item);
  };
  await Promise.all(Array.from({ length: Math.min(CONCURRENCY, items.length) }, work));
}
