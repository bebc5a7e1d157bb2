/**
 * Waits until `change` is resolved, at most `timeoutMs` milliseconds, or until `signal` is aborted. Does not abort a signal of
 * its own at the end, because that creates an exception, which takes longer than a short wait needs.
 */
export async function waitFor(change: Promise<void>, timeoutMs: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const timer = setTimeout(end, timeoutMs);
  const onAbort = (): void => end();
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    await Promise.race([change, ended]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}
