import { pause } from './pause.ts';

/** Waits until `change` is settled, at most `timeoutMs` milliseconds, or until `signal` is aborted. */
export async function waitFor(change: Promise<void>, timeoutMs: number, signal: AbortSignal): Promise<void> {
  const ended = new AbortController();
  await Promise.race([change, pause(timeoutMs, AbortSignal.any([signal, ended.signal]))]);
  ended.abort();
}
