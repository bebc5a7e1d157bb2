import { AppError } from '@loci/core';
import type { ByteRange } from './object-store.ts';

/** Returns true if the range selects at least one byte and its bounds are valid offsets. */
export const isValidRange = ({ start, end }: ByteRange): boolean =>
  Number.isSafeInteger(start) && Number.isSafeInteger(end) && start >= 0 && start <= end;

/**
 * Creates the error for a range outside of the object. The code is SYS_INTERNAL_ERROR, because services must
 * compare ranges with the object size first.
 */
export function rangeNotSatisfiable({ start, end }: ByteRange, sizeBytes?: number): AppError {
  const size = sizeBytes === undefined ? '' : ` of ${sizeBytes} bytes`;
  return new AppError(
    'SYS_INTERNAL_ERROR',
    `The byte range ${start}-${end} is not within the object${size}.`,
  );
}
