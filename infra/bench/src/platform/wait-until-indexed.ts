import type { Clock } from '../load/clock.ts';
import type { ApiClient } from './api-client.ts';

const POLL_PAUSE_MS = 25;

interface SearchStatistics {
  total_memories: number;
  embedding_coverage: number;
}

/**
 * Waits until the search statistics of the tenant report `memories` memories, all of them with an embedding.
 *
 * @returns the duration in milliseconds
 * @throws Error with the last statistics after `timeoutMs`
 */
export async function waitUntilIndexed(
  client: Pick<ApiClient, 'call'>,
  memories: number,
  options: { timeoutMs: number; clock: Clock },
): Promise<number> {
  const { clock } = options;
  const startedAt = clock.now();
  for (;;) {
    const sentAt = clock.now();
    const stats = await client.call<SearchStatistics>('GET', '/api/v2/search/stats', undefined, 200);
    const elapsedMs = clock.now() - startedAt;
    if (stats.total_memories >= memories && stats.embedding_coverage >= 1) return elapsedMs;
    if (elapsedMs > options.timeoutMs) {
      throw new Error(
        `After ${Math.round(elapsedMs / 1000)} s, only ${stats.total_memories} of ${memories} memories are ` +
          `counted, and ${(stats.embedding_coverage * 100).toFixed(1)} % of the counted ones are embedded.`,
      );
    }
    // Pauses at least as long as the request took, because the cost of statistics may grow with the tenant.
    await clock.wait(Math.max(POLL_PAUSE_MS, clock.now() - sentAt));
  }
}
