import type { SearchClient, SimilarMemory } from '@loci/contracts';
import type { Caller } from '@loci/core';
import type { Database } from '@loci/postgres';
import { findUnindexedMemories } from './find-unindexed-memories.ts';
import type { Memory } from './memory.ts';

export interface FindSimilarDeps {
  database: Pick<Database, 'inOneRoundTrip'>;
  search: Pick<SearchClient, 'findSimilar'>;
  now(): Date;
}

export interface CreatedWithSimilar<Created> {
  created: Created;
  /** Null if the search service did not respond in time. */
  similar: SimilarMemory[] | null;
  warnings: string[];
}

/** Maximum milliseconds that a creation waits for similar memories. The search usually takes less than 5 ms. */
const TIMEOUT_MS = 100;

const NOT_CHECKED = 'Similar memories were not checked, because the search service did not respond in time.';

/**
 * Runs `create` while it searches for existing memories that say nearly the same as `content`, or the opposite. These
 * include memories that were stored just before and are not indexed yet. An error of the search does not fail the
 * creation.
 *
 * @throws the errors of `create`
 * @see docs/reference/suggestions.md#similar-memories-of-a-new-memory
 */
export async function createWithSimilar<Created extends { memory: Memory }>(
  { database, search, now }: FindSimilarDeps,
  { tenantId, requestId }: Caller,
  content: string,
  create: () => Promise<Created>,
): Promise<CreatedWithSimilar<Created>> {
  const find = async () => {
    const unindexed = await database.inOneRoundTrip(tenantId, (tx) =>
      findUnindexedMemories(tx, tenantId, now()),
    );
    return search.findSimilar(tenantId, content, unindexed, { requestId, timeoutMs: TIMEOUT_MS });
  };
  const [found, created] = await Promise.all([find().catch(() => null), create()]);
  // The new memory itself can be stored or indexed before the search runs.
  const similar = found && found.filter(({ id }) => id !== created.memory.id);
  return { created, similar, warnings: similar ? [] : [NOT_CHECKED] };
}
