import type { RelationshipType } from '@loci/contracts';
import { readCounters } from '@loci/postgres';
import type { CounterSource, Transaction } from '@loci/postgres';

/**
 * Name of the counter of all relationships of a tenant. The name of the counter of one type consists of this
 * name, a colon and the type.
 */
const RELATIONSHIPS_COUNTER = 'relationships';

/**
 * Extends a statement that inserts or deletes relationships, so that it also inserts the changes to their
 * counters.
 *
 * @param statement data-modifying statement that returns `tenant_id` and `relationship_type`
 * @param change 1 for inserted and -1 for deleted rows
 * @param select SELECT statement that can read `changed`, which contains the rows that `statement` returns
 */
export const counted = (statement: string, change: 1 | -1, select: string): string =>
  `WITH changed AS (${statement}),
   counted AS (
     INSERT INTO counter_changes (tenant_id, counter, change)
     SELECT tenant_id, concat_ws(':', '${RELATIONSHIPS_COUNTER}', relationship_type), ${change} * count(*) FROM changed
     GROUP BY GROUPING SETS ((tenant_id), (tenant_id, relationship_type)))
   ${select}`;

/** Returns the number of a tenant's relationships, or of those of one type. */
export async function countRelationships(
  tx: Transaction,
  tenantId: string,
  type?: RelationshipType,
): Promise<number> {
  const counter = type === undefined ? RELATIONSHIPS_COUNTER : `${RELATIONSHIPS_COUNTER}:${type}`;
  return (await readCounters(tx, tenantId, [counter])).get(counter) ?? 0;
}

/** Counted table of the graph service, and the query for the correct values of its counters. */
export const relationshipCounterSource: CounterSource = {
  table: 'relationships',
  expected: `
    SELECT concat_ws(':', '${RELATIONSHIPS_COUNTER}', relationship_type) AS counter, count(*) AS value
    FROM relationships WHERE tenant_id = $1 GROUP BY GROUPING SETS ((tenant_id), (tenant_id, relationship_type))`,
};
