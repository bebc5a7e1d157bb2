import { setTimeout as pause } from 'node:timers/promises';

const POLL_MS = 20;

/**
 * Asks again and again until the check passes.
 * @throws the check's last error once `withinMs` are over
 */
export async function eventually<T>(check: () => Promise<T>, withinMs = 15_000): Promise<T> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await pause(POLL_MS);
    }
  }
}
