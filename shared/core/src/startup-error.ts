/**
 * Startup problem that the user can fix, such as a port in use. The process prints the message without the
 * stack trace and exits with a nonzero code. The message must describe the problem and what to do.
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
