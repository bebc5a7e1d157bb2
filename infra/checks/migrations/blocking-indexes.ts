import { parseSync } from 'libpg-query';

interface IndexStatement {
  relation: { relname: string };
  concurrent?: boolean;
  if_not_exists?: boolean;
}

interface DropStatement {
  removeType: string;
  concurrent?: boolean;
  missing_ok?: boolean;
}

type Statement = { IndexStmt: IndexStatement } | { DropStmt: DropStatement } | { CreateStmt: unknown };

/**
 * Finds the statements of a migration that block the processes of the previous version while they create or drop indexes
 * of existing tables, and the statements that a concurrent migration cannot repeat after a failure.
 *
 * @param sql text of a migration
 * @returns what is wrong with each statement
 * @throws Error if PostgreSQL cannot parse the text
 */
export function findBlockingIndexes(sql: string): string[] {
  const { stmts = [] } = parseSync(sql) as unknown as { stmts?: { stmt: Statement }[] };
  const createdTables = new Set(
    stmts.flatMap(({ stmt }) =>
      'CreateStmt' in stmt ? [(stmt.CreateStmt as { relation: { relname: string } }).relation.relname] : [],
    ),
  );
  const isConcurrent = stmts.some(({ stmt }) => isConcurrentStatement(stmt));
  return stmts.flatMap(({ stmt }) => {
    if ('IndexStmt' in stmt) {
      const { relation, concurrent, if_not_exists: isRepeatable } = stmt.IndexStmt;
      if (createdTables.has(relation.relname) || (concurrent && isRepeatable)) return [];
      return [`Use CREATE INDEX CONCURRENTLY IF NOT EXISTS for the index on ${relation.relname}.`];
    }
    if ('DropStmt' in stmt && stmt.DropStmt.removeType === 'OBJECT_INDEX') {
      return stmt.DropStmt.concurrent && stmt.DropStmt.missing_ok
        ? []
        : ['Use DROP INDEX CONCURRENTLY IF EXISTS.'];
    }
    const [type] = Object.keys(stmt);
    // ANALYZE is a VacuumStmt.
    return isConcurrent && type !== 'VacuumStmt'
      ? ['Move the statements that change no index to another migration, because this one is not atomic.']
      : [];
  });
}

const isConcurrentStatement = (stmt: Statement): boolean =>
  'IndexStmt' in stmt
    ? stmt.IndexStmt.concurrent === true
    : 'DropStmt' in stmt && stmt.DropStmt.concurrent === true;
