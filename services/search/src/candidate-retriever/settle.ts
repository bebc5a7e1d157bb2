import { withDeadline } from '@loci/async';
import { unavailable } from '@loci/core';
import { isUnavailable } from '../or-null-if-unavailable.ts';

/** The result of work, or the error of an unavailable or late dependency. */
export type Settled<Result> = { result: Result; error: null } | { result: null; error: unknown };

/**
 * Runs work with a timeout. Returns the error of an unavailable dependency instead of throwing it, and
 * SYS_SERVICE_UNAVAILABLE after the timeout.
 *
 * @param work receives a signal that is aborted by the caller's signal and by the timeout
 * @param caller aborts the work. The function then rejects with the reason of the signal.
 */
export async function settle<Result>(
  work: (signal: AbortSignal) => Promise<Result>,
  caller: AbortSignal,
  timeoutMs: number,
): Promise<Settled<Result>> {
  const toError = (reason: unknown): unknown =>
    caller.aborted ? reason : unavailable('A retriever', reason);
  try {
    return { result: await withDeadline(work, { signal: caller, timeoutMs, toError }), error: null };
  } catch (error) {
    caller.throwIfAborted();
    if (!isUnavailable(error)) throw error;
    return { result: null, error };
  }
}
