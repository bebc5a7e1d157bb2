import type { SearchClient, SimilarMemory } from '@loci/contracts';
import type { Caller } from '@loci/core';
import type { Memory } from './memory.ts';

export interface FindSimilarDeps {
  search: Pick<SearchClient, 'findSimilar'>;
}

export interface MemoryWithSimilar {
  memory: Memory;
  /** Null if the search service did not respond in time. */
  similar: SimilarMemory[] | null;
  warnings: string[];
}

/** Maximum milliseconds that a creation waits for similar memories. The search usually takes less than 5 ms. */
const TIMEOUT_MS = 100;

const NOT_CHECKED = 'Similar memories were not checked, because the search service did not respond in time.';

/**
 * Runs `create` while it searches for existing memories that say nearly the same as `content`, or the opposite. An error
 * of the search does not fail the creation.
 *
 * @throws the errors of `create`
 * @see docs/reference/suggestions.md#similar-memories-of-a-new-memory
 */
export async function createWithSimilar(
  { search }: FindSimilarDeps,
  { tenantId, requestId }: Caller,
  content: string,
  create: () => Promise<Memory>,
): Promise<MemoryWithSimilar> {
  const [memory, found] = await Promise.all([
    create(),
    search.findSimilar(tenantId, content, { requestId, timeoutMs: TIMEOUT_MS }).catch(() => null),
  ]);
  // The new memory itself can be indexed before the search runs.
  const similar = found && found.filter(({ id }) => id !== memory.id);
  return { memory, similar, warnings: similar ? [] : [NOT_CHECKED] };
}
