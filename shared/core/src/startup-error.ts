/**
 * The platform cannot start as it is asked to, and a person can put that right: a folder that is not ours,
 * a port that is taken, a second start. The message says what is wrong and what to do, so print it alone,
 * without the stack, and exit with a code that is not 0.
 */
export class StartupError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'StartupError';
  }
}

/** True for a {@link StartupError} of any realm. */
export function isStartupError(error: unknown): error is StartupError {
  return typeof error === 'object' && error !== null && (error as { name?: unknown }).name === 'StartupError';
}
