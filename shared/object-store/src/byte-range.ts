import { AppError } from '@loci/core';
import type { ByteRange } from './object-store.ts';

/** True for first and last byte of at least one byte of some object. */
export const isValidRange = ({ start, end }: ByteRange): boolean =>
  Number.isSafeInteger(start) && Number.isSafeInteger(end) && start >= 0 && start <= end;

/** Ranges are ours, after a look at the object's size, so one that is not within it is our mistake. */
export function rangeNotSatisfiable({ start, end }: ByteRange, sizeBytes?: number): AppError {
  const size = sizeBytes === undefined ? '' : ` of ${sizeBytes} bytes`;
  return new AppError('SYS_INTERNAL_ERROR', `No bytes ${start} to ${end} in an object${size}.`);
}
