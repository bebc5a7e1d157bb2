import { isAppError } from '@loci/core';

/**
 * Returns true for SYS_SERVICE_UNAVAILABLE, which means that a dependency does not respond and may recover.
 */
export const isUnavailable = (error: unknown): boolean =>
  isAppError(error) && error.code === 'SYS_SERVICE_UNAVAILABLE';

/** Awaits optional work. Resolves to null if a dependency is unavailable, and rejects with any other error. */
export async function orNullIfUnavailable<Result>(work: Promise<Result>): Promise<Result | null> {
  try {
    return await work;
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    return null;
  }
}
