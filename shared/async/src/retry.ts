import pRetry from 'p-retry';

export interface RetryOptions {
  /** Calls of `work` at most, the first one included. Defaults to unlimited. */
  attempts?: number;
  /** Milliseconds before the second attempt. Doubles from one attempt to the next. */
  firstDelayMs: number;
  /** Upper bound of the delay in milliseconds. */
  maxDelayMs: number;
  /** Multiplies each delay by a random factor from 1 to 2, so that clients that failed together retry apart. */
  jitter?: boolean;
  /** Returns false for errors that another attempt cannot fix. Defaults to retrying every error. */
  shouldRetry?(error: unknown): boolean;
  /** Runs before each delay, for example to log. `delayMs` is the delay without jitter. */
  onRetry?(error: unknown, delayMs: number): void;
  /** Stops retrying. */
  signal?: AbortSignal;
}

/** Carries any thrown value through p-retry, which gives up on values that are not instances of its own `Error`. */
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
 * @returns the result of the first successful attempt
 * @throws the last error when the attempts are used up or `shouldRetry` returns false; the reason of the signal when
 *   it is aborted
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
  const attempt = (attemptNumber: number): Promise<T> =>
    work(attemptNumber).catch((error: unknown) => {
      throw new AttemptError(error);
    });
  return pRetry(attempt, {
    retries: attempts - 1,
    minTimeout: firstDelayMs,
    maxTimeout: maxDelayMs,
    factor: 2,
    randomize: jitter,
    shouldRetry: ({ error }) => {
      signal?.throwIfAborted();
      return shouldRetry(thrownBy(error));
    },
    onFailedAttempt: ({ error, attemptNumber, retriesLeft }) => {
      if (retriesLeft === 0 || signal?.aborted || !shouldRetry(thrownBy(error))) return;
      onRetry?.(thrownBy(error), Math.min(firstDelayMs * 2 ** (attemptNumber - 1), maxDelayMs));
    },
    ...(signal === undefined ? {} : { signal }),
  }).catch((error: unknown) => {
    throw thrownBy(error);
  });
}
