import { readCounters } from '@loci/postgres';
import type { CounterSource, Transaction } from '@loci/postgres';

/** Name of the counter of the memories of a tenant that have a completed embedding. */
export const EMBEDDED_COUNTER = 'embedded-memories';

/** SQL condition for a row that {@link EMBEDDED_COUNTER} counts. */
export const isEmbeddedMemory = (row: string): string =>
  `(${row}.kind = 'memory' AND ${row}.embedding_status = 'completed' AND NOT ${row}.deleted)`;

/** Returns the number of a tenant's memories with a completed embedding. */
export const countEmbeddedMemories = async (tx: Transaction, tenantId: string): Promise<number> =>
  (await readCounters(tx, tenantId, [EMBEDDED_COUNTER])).get(EMBEDDED_COUNTER) ?? 0;

/** Counted table of the search service, and the query for the correct value of its counter. */
export const itemCounterSource: CounterSource = {
  table: 'items',
  expected: `SELECT '${EMBEDDED_COUNTER}' AS counter, count(*) AS value FROM items
    WHERE tenant_id = $1 AND ${isEmbeddedMemory('items')} HAVING count(*) > 0`,
};
