import { AppError, unavailable } from '@loci/core';

const CONNECTION_FAILURES = new Set(['ServiceUnavailable', 'SessionExpired']);
/** The driver's errors without a code: no connection came free in time, or its pool was closed meanwhile. */
const POOL_FAILURE = 'N/A';
/** Something was deleted between the look at it and the use of it; the next look does not find it. */
const VANISHED = 'Neo.ClientError.Statement.EntityNotFound';
/** Several processes made the same constraint at once; the next attempt finds it. */
const CONCURRENT_SCHEMA = new Set([
  'Neo.ClientError.Schema.EquivalentSchemaRuleAlreadyExists',
  'Neo.ClientError.Schema.ConstraintAlreadyExists',
  'Neo.ClientError.Schema.ConstraintWithNameAlreadyExists',
]);

/** Neo4j's own code of an error, or the driver's; empty for any other error. */
function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : '';
}

export function isPoolFailure(error: unknown): boolean {
  return codeOf(error) === POOL_FAILURE;
}

export function isConnectionFailure(error: unknown): boolean {
  return CONNECTION_FAILURES.has(codeOf(error)) || isPoolFailure(error);
}

/** True where the same transaction may succeed in a moment: a deadlock, a leader that moves, a race on the schema. */
export function isTransient(error: unknown): boolean {
  const code = codeOf(error);
  return code.startsWith('Neo.TransientError.') || code === VANISHED || CONCURRENT_SCHEMA.has(code);
}

/** A statement that the server refuses is our mistake and no outage: whoever waits for it would wait for ever. */
export function translateError(error: unknown): unknown {
  if (codeOf(error) === '') return error;
  if (/^Neo\.ClientError\.(Statement|Schema|Procedure)\./.test(codeOf(error))) {
    return new AppError('SYS_INTERNAL_ERROR', 'Neo4j refused a statement.', { cause: error });
  }
  return unavailable('The graph store', error);
}

/** What is wrong with the settings, if they are why an operation failed; null otherwise. */
export function refusalOf(
  error: unknown,
  { url, database }: { url: string; database: string },
): string | null {
  const code = codeOf((error as { cause?: unknown } | null)?.cause);
  if (code === 'Neo.ClientError.Security.Unauthorized') {
    return `Neo4j at ${url} does not accept this user and password.`;
  }
  if (code === 'Neo.ClientError.Database.DatabaseNotFound') {
    return `Neo4j at ${url} has no database called ${database}.`;
  }
  return null;
}
