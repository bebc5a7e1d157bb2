export interface DeadlineOptions {
  /** Aborts the work. */
  signal?: AbortSignal | undefined;
  timeoutMs: number;
  /**
   * Converts the reason of an abort into the error that the caller receives. By default, the caller receives
   * the reason.
   */
  toError?(reason: unknown): unknown;
}

/**
 * Runs `work` until it ends, the caller's signal is aborted, or the time is over. The work receives a signal
 * that is aborted in the last two cases, with the reason of the caller's signal or a `TimeoutError`. The
 * result of work that ignores its signal is discarded.
 *
 * The timer and the listener are released when the work ends. `AbortSignal.timeout` would keep a timer of
 * each call until it fires, and creating its exception takes longer than a short call itself.
 */
export async function withDeadline<Result>(
  work: (signal: AbortSignal) => Promise<Result>,
  { signal: outer, timeoutMs, toError = (reason) => reason }: DeadlineOptions,
): Promise<Result> {
  if (outer?.aborted) throw toError(outer.reason);
  const controller = new AbortController();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = (reason: unknown): void => {
    // The promise is rejected first, because the work can reject with another error when its signal is
    // aborted.
    reject(toError(reason));
    controller.abort(reason);
  };
  const onAbort = (): void => abort(outer!.reason);
  const onTimeout = (): void => abort(new DOMException(`No result within ${timeoutMs} ms.`, 'TimeoutError'));
  const timer = setTimeout(onTimeout, timeoutMs).unref();
  outer?.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work(controller.signal), aborted]);
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener('abort', onAbort);
  }
}
