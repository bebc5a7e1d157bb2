import type { AppError } from '@loci/core';
import { unavailable } from '@loci/core';

interface PgError {
  code?: string;
  constraint?: string;
  message: string;
}

const asPgError = (error: unknown): PgError => (error ?? {}) as PgError;

/** True when `error` says that a row of this unique constraint or index exists already. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const { code, constraint: violated } = asPgError(error);
  return code === '23505' && (constraint === undefined || violated === constraint);
}

/** True when a row that this one refers to is not there (any more). */
export function isForeignKeyViolation(error: unknown): boolean {
  return asPgError(error).code === '23503';
}

/**
 * SQLSTATE classes and driver codes that mean "not now": connection gone or refused (08, 57P), out of
 * disk, memory or connections (53), cancelled by a timeout (57014, 55P03), serialisation (40).
 */
const TEMPORARY_SQLSTATE = /^(08|53|57P|57014|55P03|40|58)/;
const TEMPORARY_DRIVER = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EADDRNOTAVAIL',
]);
const TEMPORARY_MESSAGE =
  /Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Query read timeout|Cannot use a pool after calling end|Client was closed/;

/** True for what a retry may mend. */
export function isTransientError(error: unknown): boolean {
  const { code = '', message = '' } = asPgError(error);
  return TEMPORARY_SQLSTATE.test(code) || TEMPORARY_DRIVER.has(code) || TEMPORARY_MESSAGE.test(message);
}

/** A driver's error as the rest of the program may see it: 503 for what a retry may mend, else unchanged. */
export function translateError(error: unknown): unknown {
  if (!isTransientError(error)) return error;
  return unavailable('The database', error) satisfies AppError;
}
