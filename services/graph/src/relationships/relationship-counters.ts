import type { RelationshipType } from '@loci/contracts';
import { readCounters } from '@loci/postgres';
import type { CounterSource, Transaction } from '@loci/postgres';
import { REVISION_BYTES_COUNTER } from '@loci/service-hosting';
import { REVISION_BYTES } from '../revisions/revision.sql.ts';

/**
 * Names of the counters of a tenant's active and inactive relationships. The name of the counter of one type consists of
 * this name, a colon and the type.
 */
const ACTIVE_COUNTER = 'relationships';
const INACTIVE_COUNTER = 'inactive_relationships';

/** SQL expression for the name of the counter of a group of rows with columns `is_active` and `relationship_type`. */
const COUNTER = `concat_ws(':', CASE WHEN is_active THEN '${ACTIVE_COUNTER}' ELSE '${INACTIVE_COUNTER}' END, relationship_type)`;

/**
 * Extends a statement that inserts or deletes relationships, so that it also inserts the changes to their
 * counters.
 *
 * @param statement data-modifying statement that returns `tenant_id`, `relationship_type` and `is_active`
 * @param change 1 for inserted and -1 for deleted rows
 * @param select SELECT statement that can read `changed`, which contains the rows that `statement` returns
 * @param additions further common table expressions, which can read `changed`
 */
export const counted = (
  statement: string,
  change: 1 | -1,
  select: string,
  additions: readonly string[] = [],
): string =>
  `WITH ${[`changed AS (${statement})`, ...additions].join(',\n')},
   counted AS (
     INSERT INTO counter_changes (tenant_id, counter, change)
     SELECT tenant_id, ${COUNTER}, ${change} * count(*) FROM changed
     GROUP BY GROUPING SETS ((tenant_id, is_active), (tenant_id, is_active, relationship_type)))
   ${select}`;

/**
 * Extends a statement that makes relationships inactive, so that it also inserts the changes to their
 * counters.
 *
 * @param statement data-modifying statement that returns `tenant_id` and `relationship_type`
 * @param additions further common table expressions
 */
export const countedAsInactive = (statement: string, additions: readonly string[]): string =>
  `WITH ${[`changed AS (${statement})`, ...additions].join(',\n')}
   INSERT INTO counter_changes (tenant_id, counter, change)
   SELECT tenant_id, ${COUNTER}, CASE WHEN is_active THEN -1 ELSE 1 END * count(*)
   FROM changed CROSS JOIN (VALUES (true), (false)) state(is_active)
   GROUP BY GROUPING SETS ((tenant_id, is_active), (tenant_id, is_active, relationship_type))`;

/**
 * Returns the number of a tenant's relationships. Counts only active relationships unless `includeInactive`
 * is true, and only those of one type if `type` is defined.
 */
export async function countRelationships(
  tx: Transaction,
  tenantId: string,
  { type, includeInactive = false }: { type?: RelationshipType | undefined; includeInactive?: boolean } = {},
): Promise<number> {
  const names = includeInactive ? [ACTIVE_COUNTER, INACTIVE_COUNTER] : [ACTIVE_COUNTER];
  const counters = names.map((name) => (type === undefined ? name : `${name}:${type}`));
  const values = await readCounters(tx, tenantId, counters);
  return counters.reduce((sum, counter) => sum + (values.get(counter) ?? 0), 0);
}

/** Counted rows of the graph service, and the query for the correct values of their counters. */
export const relationshipCounterSource: CounterSource = {
  table: 'relationships',
  expected: `
    SELECT ${COUNTER} AS counter, count(*) AS value
    FROM relationships WHERE tenant_id = $1
    GROUP BY GROUPING SETS ((is_active), (is_active, relationship_type))
    UNION ALL
    SELECT '${REVISION_BYTES_COUNTER}', sum(${REVISION_BYTES}) FROM relationship_revisions WHERE tenant_id = $1
    HAVING count(*) > 0`,
};
