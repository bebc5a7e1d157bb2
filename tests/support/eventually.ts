import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 20;

/**
 * Repeats a check until it passes.
 *
 * @returns the result of the check
 * @throws the last error of the check after `timeoutMs`
 */
export async function eventually<T>(check: () => Promise<T>, timeoutMs = 15_000): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await delay(POLL_MS);
    }
  }
}
