import { isAppError } from '@loci/core';
import type { AppError } from '@loci/core';

/** Returns the error of an element of a bulk request instead of throwing it. */
export function orError<T>(create: () => T): T | AppError {
  try {
    return create();
  } catch (error) {
    if (isAppError(error)) return error;
    throw error;
  }
}
