import { isAppError } from '@loci/core';

export const isUnavailable = (error: unknown): boolean =>
  isAppError(error) && error.code === 'SYS_SERVICE_UNAVAILABLE';

/** What can be done without: its result, or `otherwise` while whoever knows it does not answer. */
export async function unlessUnavailable<Result, Otherwise>(
  work: Promise<Result>,
  otherwise: Otherwise,
): Promise<Result | Otherwise> {
  try {
    return await work;
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    return otherwise;
  }
}
