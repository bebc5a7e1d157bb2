import type { AppError } from '@loci/core';
import { unavailable } from '@loci/core';

interface PostgresError {
  /** SQLSTATE of the server, or code of a Node system error. */
  code?: string;
  constraint?: string;
  message: string;
}

const asPostgresError = (error: unknown): PostgresError => (error ?? {}) as PostgresError;

/** True for a unique violation. With `constraint`, only for that constraint or index. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const { code, constraint: violated } = asPostgresError(error);
  return code === '23505' && (constraint === undefined || violated === constraint);
}

/** True for a foreign key violation, for example if the referenced row does not exist. */
export function isForeignKeyViolation(error: unknown): boolean {
  return asPostgresError(error).code === '23503';
}

/** True if a row-level security policy of a table rejected a new row. */
export function isPolicyViolation(error: unknown, table: string): boolean {
  const { code, message } = asPostgresError(error);
  return (
    code === '42501' &&
    message.includes('row-level security policy') &&
    message.endsWith(`for table "${table}"`)
  );
}

/** True if an earlier statement of the transaction failed. */
export function isAbortedTransaction(error: unknown): boolean {
  return asPostgresError(error).code === '25P02';
}

/**
 * SQLSTATEs of errors that a retry can resolve: connection failure (08), insufficient resources (53), server shutdown
 * (57P), query canceled (57014), lock not available (55P03), transaction rollback (40) and I/O error (58).
 *
 * @see https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const TRANSIENT_SQLSTATE = /^(08|53|57P|57014|55P03|40|58)/;
const TRANSIENT_SYSTEM_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  // The Unix socket does not exist while the server is down.
  'ENOENT',
  'EAI_AGAIN',
  'EADDRNOTAVAIL',
]);
/** Messages of transient errors that the driver reports without a code. */
const TRANSIENT_MESSAGE =
  /Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Query read timeout|Cannot use a pool after calling end|Client was closed/;

/** True for errors that a retry can resolve. */
export function isTransientError(error: unknown): boolean {
  const { code = '', message = '' } = asPostgresError(error);
  return TRANSIENT_SQLSTATE.test(code) || TRANSIENT_SYSTEM_CODES.has(code) || TRANSIENT_MESSAGE.test(message);
}

/** Converts a transient error to SYS_SERVICE_UNAVAILABLE. Returns other errors unchanged. */
export function translateError(error: unknown): unknown {
  if (!isTransientError(error)) return error;
  return unavailable('The database', error) satisfies AppError;
}
