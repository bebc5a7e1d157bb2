/**
 * The platform cannot start as it is asked to, and a person can put that right: a folder that is not ours,
 * a port that is taken, a second start. The message says what is wrong and what to do, so print it alone,
 * without the stack, and exit with a code that is not 0.
 */
export class StartRefused extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'StartRefused';
  }
}

/** True for a {@link StartRefused} of any realm. */
export function isStartRefused(error: unknown): error is StartRefused {
  return typeof error === 'object' && error !== null && (error as { name?: unknown }).name === 'StartRefused';
}
