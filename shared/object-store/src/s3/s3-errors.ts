import { AppError, unavailable } from '@loci/core';

interface S3Error {
  name?: string;
  message?: string;
  $metadata?: { httpStatusCode?: number };
}

const asS3Error = (error: unknown): S3Error => (error ?? {}) as S3Error;

/** HEAD has no body, hence `NotFound` for whatever is missing. */
const ABSENT = new Set(['NoSuchKey', 'NotFound', 'NoSuchUpload']);

/** True for an object or upload that is not there; a bucket or a user that is gone is a store that is gone. */
export const isNotFound = (error: unknown): boolean => ABSENT.has(asS3Error(error).name ?? '');

export const isRangeNotSatisfiable = (error: unknown): boolean =>
  asS3Error(error).$metadata?.httpStatusCode === 416;

/** Keys are files in some stores. */
const KEY_BELOW_ANOTHER = new Set(['ObjectParentIsFile', 'ExistingObjectIsDirectory']);

/**
 * A request that was wrong in itself is our mistake; all else, refused credentials included, may mend: 503, and the
 * caller tries again.
 */
export function toAppError(error: unknown): unknown {
  const { name = '', $metadata } = asS3Error(error);
  if (name === 'AppError') return error;
  if (KEY_BELOW_ANOTHER.has(name)) {
    return new AppError('SYS_INTERNAL_ERROR', 'An object key lies below another.', { cause: error });
  }
  if ($metadata?.httpStatusCode === 400 && !WILL_PASS.has(name)) {
    return new AppError('SYS_INTERNAL_ERROR', `The object store refused a request: ${name}.`, {
      cause: error,
    });
  }
  return unavailable('The object store', error);
}

/** Statuses of 400 that a later attempt, or an operator, mends. */
const WILL_PASS = new Set([
  'RequestTimeout',
  'ExpiredToken',
  'BadDigest',
  'IncompleteBody',
  'AuthorizationHeaderMalformed',
]);
