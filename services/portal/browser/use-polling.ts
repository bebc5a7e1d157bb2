import { useEffect, useRef } from 'preact/hooks';

const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 15_000;
const BACKOFF = 1.5;

/**
 * Calls `poll` repeatedly while `key` is not empty, with exponential backoff. A changed key resets the delay. Pauses while the
 * page is hidden. Errors only delay the next call.
 *
 * @param key identifies what the calls wait for, for example IDs of unfinished tasks
 */
export function usePolling(key: string, poll: (signal: AbortSignal) => Promise<void>): void {
  const latest = useRef(poll);
  latest.current = poll;
  useEffect(() => {
    if (key === '') return undefined;
    const stop = new AbortController();
    let delayMs = FIRST_DELAY_MS;
    let timer = setTimeout(run, delayMs);
    async function run(): Promise<void> {
      if (!document.hidden) await latest.current(stop.signal).catch(() => undefined);
      if (stop.signal.aborted) return;
      delayMs = Math.min(delayMs * BACKOFF, MAX_DELAY_MS);
      timer = setTimeout(run, delayMs);
    }
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [key]);
}
