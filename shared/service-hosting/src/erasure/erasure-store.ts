import type { UserErasure } from '@loci/contracts';
import { COUNT_TIMEOUT_MS } from '@loci/postgres';
import type { Database } from '@loci/postgres';
import { queryErasure } from './erasure-sql.ts';

/**
 * The transactions of an erasure see the rows of all tenants, because a policy can hide rows from the transactions of a
 * tenant. Each statement therefore has the tenant in its WHERE clause.
 */
export type ErasureDatabase = Pick<Database, 'inSystemTransaction'>;

/** A table, an index or a file store of a service that an erasure searches. */
export interface ErasureStore {
  /** Name in the receipt. */
  name: string;
  /** Table whose rows this store covers. Undefined for a store outside PostgreSQL. */
  table?: string;
  /** Returns the number of rows, files or entries that contain data of the user. */
  find(erasure: UserErasure): Promise<number>;
  /**
   * Removes the data of the user. Idempotent. Undefined if the data follows from events, or from the removal in another
   * store.
   *
   * @param mustStop called after each batch; true ends the call
   * @returns false if `mustStop` returned true before all data was removed
   */
  erase?(erasure: UserErasure, mustStop: () => boolean): Promise<boolean>;
}

/** A table without data of users. */
export interface KeptTable {
  table: string;
  /** Reason, for the reader of the list. */
  kept: string;
}

/** Statements that record the objects that a user stored. */
export interface CollectedObjects {
  /** Kind of the objects, for example `memory`. */
  kind: string;
  /** SELECT statement of the IDs in a column `id`, with the parameters of {@link queryErasure}. */
  select: string;
}

/** Everything that a service contributes to an erasure. Each table with a column `tenant_id` is in `stores`. */
export interface ServiceErasure {
  database: ErasureDatabase;
  /** Objects that the user stored, in the order in which they are recorded. */
  collected?: readonly CollectedObjects[];
  /** Stores in the order in which their data is removed. */
  stores: readonly (ErasureStore | KeptTable)[];
  /** Counts objects that are kept because their user is not known, by name of the store. */
  unattributed?: (tenantId: string) => Promise<Record<string, number>>;
}

/** How the rows of a table are erased. */
interface TableErasure {
  table: string;
  /** Name in the receipt. Defaults to the name of the table. */
  name?: string;
  /** SQL condition of the rows with data of the user, with the parameters of {@link queryErasure}. */
  where: string;
  /**
   * `delete` deletes the rows. `counter` names the counter of the `bytes` of the deleted rows. `set` is the SET clause of an
   * UPDATE, after which the condition is false. `follows` means that the rows disappear with the data of another store.
   */
  erase: 'delete' | 'follows' | { set: string } | { counter: string; bytes: string };
}

const BATCH_SIZE = 1_000;

/** Creates the store of the rows of a table. */
export function tableStore(
  database: ErasureDatabase,
  { table, name = table, where, erase }: TableErasure,
): ErasureStore {
  const condition = `tenant_id = :tenant AND (${where})`;
  const store: ErasureStore = {
    name,
    table,
    find: (erasure) => count(database, erasure, `SELECT count(*) AS count FROM ${table} WHERE ${condition}`),
  };
  if (erase === 'follows') return store;
  const isUpdate = typeof erase === 'object' && 'set' in erase;
  const change = isUpdate ? `UPDATE ${table} SET ${erase.set}` : `DELETE FROM ${table}`;
  const counter = typeof erase === 'object' && 'counter' in erase ? erase : null;
  const counted = `, counted AS (INSERT INTO counter_changes (tenant_id, counter, change)
    SELECT :tenant, '${counter?.counter}', -sum(bytes) FROM changed HAVING count(*) > 0)`;
  const statement = `WITH changed AS (
      ${change} WHERE tenant_id = :tenant AND ctid = ANY(ARRAY(
        SELECT ctid FROM ${table} WHERE ${condition} LIMIT ${BATCH_SIZE}))
      RETURNING ${counter?.bytes ?? '0'} AS bytes)
    ${counter === null ? '' : counted}
    SELECT count(*) AS count FROM changed`;
  return {
    ...store,
    erase: async (erasure, mustStop) => {
      for (let changed = BATCH_SIZE; changed === BATCH_SIZE;) {
        if (mustStop()) return false;
        changed = await count(database, erasure, statement);
      }
      return true;
    },
  };
}

async function count(database: ErasureDatabase, erasure: UserErasure, sql: string): Promise<number> {
  // Some conditions have no index, so the statement can read all rows of the tenant.
  const [row] = await database.inSystemTransaction(
    (tx) => queryErasure<{ count: string }>(tx, erasure, sql),
    { statementTimeoutMs: COUNT_TIMEOUT_MS },
  );
  return Number(row!.count);
}

/**
 * Creates a store outside PostgreSQL, which is searched for the recorded objects.
 *
 * @param kinds kinds of objects that the store can contain
 * @param countOf counts the objects of a page of IDs that the store contains
 */
export function objectStore(
  database: ErasureDatabase,
  { name, kinds, countOf }: { name: string; kinds: readonly string[]; countOf: CountObjects },
): ErasureStore {
  return {
    name,
    find: async (erasure) => {
      let found = 0;
      for await (const ids of erasedIds(database, erasure, kinds)) {
        found += await countOf(erasure.tenant_id, ids);
      }
      return found;
    },
  };
}

type CountObjects = (tenantId: string, ids: readonly string[]) => Promise<number>;

const PAGE_SIZE = 500;

/** Returns pages of the IDs of the recorded objects, in ascending order. */
export async function* erasedIds(
  database: ErasureDatabase,
  erasure: UserErasure,
  kinds: readonly string[],
): AsyncGenerator<string[]> {
  let after: string | null = null;
  for (;;) {
    const ids: string[] = await database.inSystemTransaction(async (tx) => {
      const rows = await queryErasure<{ id: string }>(
        tx,
        erasure,
        `SELECT id FROM erased_objects WHERE tenant_id = :tenant AND erasure_id = :erasure AND kind = ANY($1)
           AND ($2::uuid IS NULL OR id > $2) ORDER BY id LIMIT ${PAGE_SIZE}`,
        [kinds, after],
      );
      return rows.map(({ id }) => id);
    });
    if (ids.length === 0) return;
    yield ids;
    after = ids.at(-1)!;
  }
}
