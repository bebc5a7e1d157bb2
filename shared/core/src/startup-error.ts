/**
 * The platform cannot start for a reason that the user can fix, such as a port in use. Print the message without the
 * stack, and exit with a code other than 0. The message must contain the problem and what to do.
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
