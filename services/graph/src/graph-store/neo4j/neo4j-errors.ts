import { AppError, unavailable } from '@loci/core';

const CONNECTION_FAILURES = new Set(['ServiceUnavailable', 'SessionExpired']);
/** The driver uses this generic code if no pooled connection became free in time or the pool was closed. */
const POOL_FAILURE = 'N/A';
/** Neo4j returns this code if another transaction deleted an entity that this transaction had matched. */
const ENTITY_NOT_FOUND = 'Neo.ClientError.Statement.EntityNotFound';
/** Neo4j returns these codes if another process created the same constraint or index. A retry succeeds. */
const CONCURRENT_SCHEMA_CHANGES = new Set([
  'Neo.ClientError.Schema.EquivalentSchemaRuleAlreadyExists',
  'Neo.ClientError.Schema.ConstraintAlreadyExists',
  'Neo.ClientError.Schema.ConstraintWithNameAlreadyExists',
  'Neo.ClientError.Schema.IndexAlreadyExists',
  'Neo.ClientError.Schema.IndexWithNameAlreadyExists',
]);

/** Returns the error code of the server or the driver, or an empty string for other errors. */
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

/** Returns true if a retry of the transaction may succeed, such as after a deadlock or a leader change. */
export function isTransient(error: unknown): boolean {
  const code = codeOf(error);
  return (
    code.startsWith('Neo.TransientError.') || code === ENTITY_NOT_FOUND || CONCURRENT_SCHEMA_CHANGES.has(code)
  );
}

/**
 * Translates an error of Neo4j or its driver to an AppError. A rejected statement is a bug and becomes
 * SYS_INTERNAL_ERROR, because retrying would never succeed. Other Neo4j errors become SYS_SERVICE_UNAVAILABLE. Errors
 * from other sources are returned unchanged.
 */
export function translateError(error: unknown): unknown {
  if (codeOf(error) === '') return error;
  if (/^Neo\.ClientError\.(Statement|Schema|Procedure)\./.test(codeOf(error))) {
    return new AppError('SYS_INTERNAL_ERROR', 'Neo4j rejected a statement.', { cause: error });
  }
  return unavailable('The graph store', error);
}

/** Returns an error message if wrong connection settings caused the error, or null otherwise. */
export function describeMisconfiguration(
  error: unknown,
  { url, database }: { url: string; database: string },
): string | null {
  const code = codeOf((error as { cause?: unknown } | null)?.cause);
  if (code === 'Neo.ClientError.Security.Unauthorized') {
    return `Neo4j at ${url} rejected the user or the password. Check NEO4J_USER and NEO4J_PASSWORD.`;
  }
  if (code === 'Neo.ClientError.Database.DatabaseNotFound') {
    return `Neo4j at ${url} does not have the database "${database}". Check NEO4J_DATABASE.`;
  }
  return null;
}
