import pRetry from 'p-retry';

export interface RetryOptions {
  /** Maximum number of calls of `work`, including the first. Defaults to unlimited. */
  attempts?: number;
  /** Delay before the second attempt, in milliseconds. The delay doubles for each further attempt. */
  firstDelayMs: number;
  /** Upper bound of the delay in milliseconds. */
  maxDelayMs: number;
  /** Multiplies each delay by a random factor from 1 to 2, which spreads the retries of many clients. */
  jitter?: boolean;
  /** Returns false for permanent errors. Called once per failed attempt. Defaults to retrying every error. */
  shouldRetry?(error: unknown): boolean;
  /** Runs before each delay, for example to log. `delayMs` is the delay without jitter. */
  onRetry?(error: unknown, delayMs: number): void;
  /** Ends the current delay and prevents further attempts when aborted. */
  signal?: AbortSignal;
}

/** Wraps a thrown value, because p-retry does not retry instances of the `Error` class of another realm. */
class AttemptError extends Error {
  readonly thrown: unknown;
  constructor(thrown: unknown) {
    super('Attempt failed.');
    this.thrown = thrown;
  }
}

const thrownBy = (error: unknown): unknown => (error instanceof AttemptError ? error.thrown : error);

/**
 * Calls `work` until it succeeds, with exponential backoff. `work` must be idempotent.
 *
 * @returns the result of the first successful attempt, even if the signal was aborted while that attempt ran
 * @throws the last error when the attempts are used up or `shouldRetry` returns false; the reason of the signal when
 *   it is aborted before an attempt succeeds
 */
export async function retry<T>(
  work: (attempt: number) => Promise<T>,
  {
    attempts = Number.POSITIVE_INFINITY,
    firstDelayMs,
    maxDelayMs,
    jitter = false,
    shouldRetry = () => true,
    onRetry,
    signal,
  }: RetryOptions,
): Promise<T> {
  let success: { result: T } | null = null;
  let retryNext = false;
  const attempt = async (attemptNumber: number): Promise<void> => {
    try {
      success = { result: await work(attemptNumber) };
    } catch (error) {
      throw new AttemptError(error);
    }
  };
  try {
    await pRetry(attempt, {
      retries: attempts - 1,
      minTimeout: firstDelayMs,
      maxTimeout: maxDelayMs,
      factor: 2,
      randomize: jitter,
      onFailedAttempt: ({ error, attemptNumber, retriesLeft }) => {
        retryNext = retriesLeft > 0 && shouldRetry(thrownBy(error));
        if (retryNext)
          onRetry?.(thrownBy(error), Math.min(firstDelayMs * 2 ** (attemptNumber - 1), maxDelayMs));
      },
      shouldRetry: () => retryNext,
      ...(signal === undefined ? {} : { signal }),
    });
  } catch (error) {
    // p-retry rejects with the reason of the signal even if the last attempt succeeded.
    if (success === null) throw thrownBy(error);
  }
  return success!.result;
}
