import type { Clock } from '../load/clock.ts';
import type { ApiClient } from './api-client.ts';

const POLL_PAUSE_MS = 2;

/**
 * Repeats a hybrid search until it finds a memory by a word that no other memory contains.
 *
 * @returns the total duration in milliseconds, including that of the last search
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
    if (elapsedMs > timeoutMs) {
      throw new Error(`Memory ${memory.id} was not found within ${timeoutMs / 1000} s.`);
    }
    await clock.wait(POLL_PAUSE_MS);
  }
}
