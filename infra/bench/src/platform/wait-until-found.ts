import type { Clock } from '../load/clock.ts';
import type { ApiClient } from './api-client.ts';

const POLL_PAUSE_MS = 2;

/**
 * Searches until hybrid search finds a memory by a word that only it contains.
 *
 * @returns the duration in milliseconds, including the last search
 * @throws Error after `timeoutMs`
 */
export async function waitUntilFound(
  client: Pick<ApiClient, 'call'>,
  memory: { word: string; id: string },
  { timeoutMs, clock }: { timeoutMs: number; clock: Clock },
): Promise<number> {
  const startedAt = clock.now();
  for (;;) {
    const { items } = await client.call<{ items: { id: string }[] }>(
      'POST',
      '/api/v2/search/hybrid',
      { query: memory.word, limit: 10 },
      200,
    );
    const elapsedMs = clock.now() - startedAt;
    if (items.some((item) => item.id === memory.id)) return elapsedMs;
    if (elapsedMs > timeoutMs) throw new Error(`A memory was not found within ${timeoutMs / 1000} s.`);
    await clock.wait(POLL_PAUSE_MS);
  }
}
