import { unavailable } from '@loci/core';
import { isUnavailable } from '../or-null-if-unavailable.ts';

/** The result of work, or the error of an unavailable or late dependency. */
export type Settled<Result> = { result: Result; error: null } | { result: null; error: unknown };

/**
 * Runs work with a timeout. Returns the error of an unavailable dependency instead of throwing it, and
 * SYS_SERVICE_UNAVAILABLE after the timeout.
 *
 * @param work receives a signal that is aborted by the caller's signal and by the timeout. The result of work
 *   that ignores the signal is discarded.
 * @param caller aborts the work. The function then rejects with the reason of the signal.
 */
export async function settle<Result>(
  work: (signal: AbortSignal) => Promise<Result>,
  caller: AbortSignal,
  timeoutMs: number,
): Promise<Settled<Result>> {
  caller.throwIfAborted();
  const controller = new AbortController();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = (reason: unknown): void => {
    controller.abort(reason);
    reject(reason);
  };
  const onCallerAbort = (): void => abort(caller.reason);
  const onTimeout = (): void =>
    abort(unavailable('A retriever', new Error(`The retriever returned no result within ${timeoutMs} ms.`)));
  const timer = setTimeout(onTimeout, timeoutMs);
  caller.addEventListener('abort', onCallerAbort, { once: true });
  try {
    return { result: await Promise.race([work(controller.signal), aborted]), error: null };
  } catch (error) {
    caller.throwIfAborted();
    if (!isUnavailable(error)) throw error;
    return { result: null, error };
  } finally {
    clearTimeout(timer);
    caller.removeEventListener('abort', onCallerAbort);
  }
}
