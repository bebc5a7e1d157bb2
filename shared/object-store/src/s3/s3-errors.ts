import { AppError, unavailable } from '@loci/core';

interface S3Error {
  name?: string;
  message?: string;
  $metadata?: { httpStatusCode?: number };
}

const asS3Error = (error: unknown): S3Error => (error ?? {}) as S3Error;

/**
 * Error codes for a missing object or upload. The SDK reports `NotFound` for HEAD, whose response has no
 * body.
 */
const NOT_FOUND = new Set(['NoSuchKey', 'NotFound', 'NoSuchUpload']);

/** Returns true for a missing object or upload. Returns false for a missing bucket or user. */
export const isNotFound = (error: unknown): boolean => NOT_FOUND.has(asS3Error(error).name ?? '');

export const isRangeNotSatisfiable = (error: unknown): boolean =>
  asS3Error(error).$metadata?.httpStatusCode === 416;

/**
 * Error codes of stores that store objects as files. In these stores, a key cannot be a path prefix of
 * another key.
 */
const KEY_CONFLICT = new Set(['ObjectParentIsFile', 'ExistingObjectIsDirectory']);

/**
 * Converts an error of the S3 client. A malformed request is a bug and becomes SYS_INTERNAL_ERROR. All other
 * errors, including rejected credentials, become SYS_SERVICE_UNAVAILABLE, because they can be resolved
 * without a code change.
 */
export function toAppError(error: unknown): unknown {
  const { name = '', $metadata } = asS3Error(error);
  if (name === 'AppError') return error;
  if (KEY_CONFLICT.has(name)) {
    return new AppError(
      'SYS_INTERNAL_ERROR',
      'The object key conflicts with an existing key, because one key is a path prefix of the other.',
      { cause: error },
    );
  }
  if ($metadata?.httpStatusCode === 400 && !RESOLVABLE.has(name)) {
    return new AppError('SYS_INTERNAL_ERROR', `The object store rejected a request with the error ${name}.`, {
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
