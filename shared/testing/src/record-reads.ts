import type { Database, InTransaction } from '@loci/postgres';

/** What a statement reads, according to its execution plan. */
interface StatementReads {
  sql: string;
  /** Number of rows of tables and indexes that the plan returned or discarded. */
  rows: number;
  /** Names of the indexes that the plan uses. */
  indexes: string[];
}

/**
 * Returns `inTransaction` of a database, which also executes each SELECT with EXPLAIN ANALYZE, and the reads of these
 * statements in call order.
 */
export function recordReads(database: Pick<Database, 'inTransaction'>): {
  inTransaction: InTransaction;
  reads: StatementReads[];
} {
  const reads: StatementReads[] = [];
  const inTransaction: InTransaction = (tenantId, work) =>
    database.inTransaction(tenantId, (tx) =>
      work({
        ...tx,
        query: async (sql, values, name) => {
          const read: StatementReads = { sql, rows: 0, indexes: [] };
          reads.push(read);
          const [row] = await tx.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
            `EXPLAIN (ANALYZE, TIMING OFF, BUFFERS OFF, FORMAT JSON) ${sql}`,
            values,
          );
          addReads(row!['QUERY PLAN'][0].Plan, read);
          return tx.query(sql, values, name);
        },
      }),
    );
  return { inTransaction, reads };
}

/** Node of a plan in the JSON format of EXPLAIN. Numbers of rows are averages of all loops. */
interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
}

function addReads(node: PlanNode, read: StatementReads): void {
  if (node['Index Name'] !== undefined) read.indexes.push(node['Index Name']);
  // A bitmap index scan has no relation. Other nodes without one return the rows of their children.
  if (node['Relation Name'] !== undefined || node['Node Type'] === 'Bitmap Index Scan') {
    const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
    read.rows += Math.round((node['Actual Rows'] + removed) * node['Actual Loops']);
  }
  for (const child of node.Plans ?? []) addReads(child, read);
}
