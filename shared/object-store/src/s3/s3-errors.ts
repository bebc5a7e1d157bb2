import { AppError, unavailable } from '@loci/core';

interface S3Error {
  name?: string;
  message?: string;
  $metadata?: { httpStatusCode?: number };
}

const asS3Error = (error: unknown): S3Error => (error ?? {}) as S3Error;

/** `NotFound` is the code of every failed HEAD request, because its response has no body. */
const NOT_FOUND = new Set(['NoSuchKey', 'NotFound', 'NoSuchUpload']);

/** Returns true for a missing object or upload. A missing bucket or user means that the store is unavailable. */
export const isNotFound = (error: unknown): boolean => NOT_FOUND.has(asS3Error(error).name ?? '');

export const isRangeNotSatisfiable = (error: unknown): boolean =>
  asS3Error(error).$metadata?.httpStatusCode === 416;

/** Codes of stores that keep objects as files, where a key cannot be a path prefix of another key. */
const KEY_CONFLICT = new Set(['ObjectParentIsFile', 'ExistingObjectIsDirectory']);

/**
 * Maps an error of the S3 client. A malformed request is a bug: SYS_INTERNAL_ERROR. Everything else, including refused
 * credentials, can be resolved without a change of the code: SYS_SERVICE_UNAVAILABLE.
 */
export function toAppError(error: unknown): unknown {
  const { name = '', $metadata } = asS3Error(error);
  if (name === 'AppError') return error;
  if (KEY_CONFLICT.has(name)) {
    return new AppError(
      'SYS_INTERNAL_ERROR',
      'The object key conflicts with another key: one is a path prefix of the other.',
      { cause: error },
    );
  }
  if ($metadata?.httpStatusCode === 400 && !RESOLVABLE.has(name)) {
    return new AppError('SYS_INTERNAL_ERROR', `The object store rejected a request: ${name}.`, {
      cause: error,
    });
  }
  return unavailable('The object store', error);
}

/** Errors with status 400 that a retry or an operator can resolve. */
const RESOLVABLE = new Set([
  'RequestTimeout',
  'ExpiredToken',
  'BadDigest',
  'IncompleteBody',
  'AuthorizationHeaderMalformed',
]);
