import type { Total } from '@loci/core';
import type { Database, Transaction } from './database.ts';

/**
 * A counted table and its counters, in a schema in which `loci_create_counters` created the counter tables.
 * The value of a counter is its row in `counters` plus its rows in `counter_changes`. A transaction that
 * changes counted rows inserts the difference into `counter_changes`.
 *
 * @see docs/decisions/0009-count-with-change-rows.md
 */
export interface CounterSource {
  /** Table whose rows are counted, with the column `tenant_id` as the first column of an index. */
  table: string;
  /**
   * SELECT of the columns `counter` and `value` with the correct values of all counters of the tenant `$1`.
   */
  expected: string;
}

/** A counter whose stored value was wrong. */
export interface CounterRepair {
  tenantId: string;
  counter: string;
  /** Correct value minus the stored one. */
  change: number;
}

/** Maximum number of rows that a request counts. @see docs/reference/http.md#pagination */
export const MAX_COUNTED = 1_000;
/** Maximum number of changes that one statement folds. */
const MAX_FOLDED = 10_000;
const TENANTS_PER_PAGE = 200;

/**
 * Returns the values of counters of a tenant. Omits counters that never changed.
 *
 * @param hidden SELECT of the columns `counter` and `change` of the tenant `$1`, for counted rows that readers must not see
 */
export async function readCounters(
  tx: Transaction,
  tenantId: string,
  counters: readonly string[],
  hidden?: string,
): Promise<Map<string, number>> {
  const rows = await tx.query<{ counter: string; value: string }>(
    `SELECT counter, sum(value) AS value FROM (
       SELECT counter, value FROM counters WHERE tenant_id = $1 AND counter = ANY($2)
       UNION ALL
       SELECT counter, change FROM counter_changes WHERE tenant_id = $1 AND counter = ANY($2)
       ${hidden === undefined ? '' : `UNION ALL SELECT counter, change FROM (${hidden}) hidden WHERE counter = ANY($2)`}
     ) stored GROUP BY counter`,
    // The statement is not prepared. A plan that PostgreSQL cached while the table was empty would scan all
    // rows, including the dead rows of a busy minute.
    [tenantId, counters],
  );
  return new Map(rows.map(({ counter, value }) => [counter, Number(value)]));
}

/**
 * Counts rows up to {@link MAX_COUNTED}.
 *
 * @param select SELECT without LIMIT. An ORDER BY selects which rows are read first.
 */
export async function countRows(tx: Transaction, select: string, values: readonly unknown[]): Promise<Total> {
  const rows = await tx.query<{ count: string }>(
    `SELECT count(*) AS count FROM (${select} LIMIT ${MAX_COUNTED + 1}) counted`,
    values,
  );
  const count = Number(rows[0]!.count);
  return { count: Math.min(count, MAX_COUNTED), isExact: count <= MAX_COUNTED };
}

/**
 * Adds the changes of all tenants to the counters, in transactions of up to 10,000 changes. Readers count
 * each change once, before and after it is added. Concurrent calls fold different changes.
 */
export async function foldCounterChanges(
  database: Pick<Database, 'inSystemTransaction'>,
  signal: AbortSignal,
): Promise<void> {
  let folded = MAX_FOLDED;
  while (folded === MAX_FOLDED && !signal.aborted) {
    folded = await database.inSystemTransaction(async (tx) => {
      const rows = await tx.query<{ folded: number }>(
        `WITH folded AS (
           DELETE FROM counter_changes
           WHERE ctid = ANY (ARRAY(SELECT ctid FROM counter_changes LIMIT ${MAX_FOLDED} FOR UPDATE SKIP LOCKED))
           RETURNING tenant_id, counter, change),
         added AS (
           INSERT INTO counters (tenant_id, counter, value)
           -- The order prevents deadlocks between concurrent calls.
           SELECT tenant_id, counter, sum(change) FROM folded GROUP BY tenant_id, counter ORDER BY tenant_id, counter
           ON CONFLICT (tenant_id, counter) DO UPDATE SET value = counters.value + excluded.value)
         SELECT count(*)::int AS folded FROM folded`,
        [],
        'counters-fold',
      );
      return rows[0]!.folded;
    });
  }
}

/**
 * Compares all counters of a tenant with the counted rows and corrects those that differ. One snapshot
 * contains the rows and their changes, so concurrent writers neither wait nor cause a wrong correction.
 */
export async function repairCounters(
  tx: Transaction,
  tenantId: string,
  { expected }: CounterSource,
): Promise<CounterRepair[]> {
  // Without the lock, two concurrent repairs would both add the difference. The statement after the lock has
  // a newer snapshot.
  await tx.query(
    `SELECT pg_advisory_xact_lock(hashtextextended(current_schema() || ':counters:' || $1, 0))`,
    [tenantId],
  );
  const rows = await tx.query<{ counter: string; change: string }>(
    `INSERT INTO counter_changes (tenant_id, counter, change)
     SELECT $1, counter, coalesce(expected.value, 0) - coalesce(stored.value, 0)
     FROM (${expected}) expected
     FULL JOIN (
       SELECT counter, sum(value) AS value FROM (
         SELECT counter, value FROM counters WHERE tenant_id = $1
         UNION ALL SELECT counter, change FROM counter_changes WHERE tenant_id = $1
       ) each_row GROUP BY counter
     ) stored USING (counter)
     -- A missing counter of 0 is created, because lists by counter read it.
     WHERE coalesce(expected.value, 0) <> coalesce(stored.value, 0) OR stored.counter IS NULL
     RETURNING counter, change`,
    [tenantId],
  );
  return rows.map(({ counter, change }) => ({ tenantId, counter, change: Number(change) }));
}

/** Lists the tenants that have counted rows or counters. Requires a system transaction. */
export async function listCountedTenants(tx: Transaction, { table }: CounterSource): Promise<Set<string>> {
  const tenants = new Set<string>();
  for (const source of [table, 'counters', 'counter_changes']) {
    for (let after: string | null = null; ;) {
      const page: { tenant_id: string }[] = await tx.query(nextTenants(source), [after, TENANTS_PER_PAGE]);
      for (const { tenant_id } of page) tenants.add(tenant_id);
      if (page.length < TENANTS_PER_PAGE) break;
      after = page.at(-1)!.tenant_id;
    }
  }
  return tenants;
}

/** Reads one index entry per tenant. SELECT DISTINCT would read every row. */
const nextTenants = (table: string): string =>
  `WITH RECURSIVE tenants AS (
     (SELECT tenant_id FROM ${table} WHERE $1::uuid IS NULL OR tenant_id > $1 ORDER BY tenant_id LIMIT 1)
     UNION ALL
     SELECT (SELECT t.tenant_id FROM ${table} t WHERE t.tenant_id > tenants.tenant_id ORDER BY t.tenant_id LIMIT 1)
     FROM tenants WHERE tenants.tenant_id IS NOT NULL)
   SELECT tenant_id FROM tenants WHERE tenant_id IS NOT NULL LIMIT $2`;
