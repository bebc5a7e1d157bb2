import { MEMORY_TYPES, PROTECTED_MEMORY_TYPES } from '@loci/contracts';
import type { MemoryType } from '@loci/contracts';
import type { Total } from '@loci/core';
import { MAX_COUNTED, countRows, readCounters } from '@loci/postgres';
import type { CounterSource, Transaction } from '@loci/postgres';
import { REVISION_BYTES_COUNTER } from '@loci/service-hosting';

/** SQL expression for the name of the counter that counts a row of `memories`. */
export const MEMORY_COUNTER = `'memories:' || memory_type || CASE WHEN is_active THEN ':active' ELSE ':inactive' END`;

/** Name of the counter of the embedded memories of a tenant. */
export const EMBEDDED_COUNTER = 'embedded-memories';

const PROTECTED_TYPES = PROTECTED_MEMORY_TYPES.map((type) => `'${type}'`).join(', ');

/**
 * SQL condition for a row of `memories` that {@link EMBEDDED_COUNTER} counts: an active, unprotected memory
 * with a completed embedding.
 *
 * @param values expressions that replace the columns of the row
 */
export const isEmbedded = ({
  isActive = 'is_active',
  memoryType = 'memory_type',
  embeddingStatus = 'embedding_status',
} = {}): string =>
  `(${isActive} AND ${memoryType} NOT IN (${PROTECTED_TYPES}) AND ${embeddingStatus} = 'completed')`;

/** Prefix of the counters of the memories and versions that were created on a UTC day, which follows as `YYYY-MM-DD`. */
const CREATED_COUNTER_PREFIX = 'created:';

/** SQL expression for the name of the counter of the day on which a row of `memories` was created. */
export const CREATED_COUNTER = `'${CREATED_COUNTER_PREFIX}' || to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD')`;

/** SQL condition for a row of `memories` that {@link CREATED_COUNTER} counts. */
export const IS_UNPROTECTED = `memory_type NOT IN (${PROTECTED_TYPES})`;

/** Name of the counter of the tags of a tenant. */
export const TAGS_COUNTER = 'tags';

/** SQL expression for the bytes of a row of `memories` that count toward the storage quota. */
export const MEMORY_BYTES = 'octet_length(content) + octet_length(metadata::text)';

/** Name of the counter of the bytes of a tenant's memories. */
export const MEMORY_BYTES_COUNTER = 'memory-bytes';

/**
 * Prefix of the counters of tag usage. The name of the tag follows. The index `tags_by_usage` sorts these
 * counters.
 */
export const TAG_COUNTER_PREFIX = 'tag:';

const UNPROTECTED_TYPES = MEMORY_TYPES.filter(
  (type) => !(PROTECTED_MEMORY_TYPES as readonly string[]).includes(type),
);

/**
 * SELECT of the changes of the counters of the tenant `$1` that hide expired memories, which the counters contain until the
 * memories are erased.
 */
export const EXPIRED_CHANGES =
  'SELECT unnest(counters) AS counter, -1 AS change FROM memory_expiries WHERE tenant_id = $1 AND expires_at <= now()';

const readMemoryCounters = (tx: Transaction, tenantId: string, counters: readonly string[]) =>
  readCounters(tx, tenantId, counters, EXPIRED_CHANGES);

export interface CountedMemories {
  /** Different types of the counted memories. Defaults to all types that are not protected. */
  memoryTypes?: readonly MemoryType[] | undefined;
  includeInactive: boolean;
}

/** Returns the number of a tenant's memories of some types, or of all unprotected types. */
export async function countMemories(
  tx: Transaction,
  tenantId: string,
  { memoryTypes = UNPROTECTED_TYPES, includeInactive }: CountedMemories,
): Promise<number> {
  const states = includeInactive ? ['active', 'inactive'] : ['active'];
  const counters = memoryTypes.flatMap((type) => states.map((state) => `memories:${type}:${state}`));
  return sumOf(await readMemoryCounters(tx, tenantId, counters));
}

/** Numbers of active memories, excluding protected ones. */
export interface SearchableMemories {
  total: number;
  /** Number of memories with a completed embedding. At most `total`. */
  embedded: number;
}

/** Counts a tenant's memories that searches can find. Both numbers are from one snapshot. */
export async function countSearchableMemories(
  tx: Transaction,
  tenantId: string,
): Promise<SearchableMemories> {
  const active = UNPROTECTED_TYPES.map((type) => `memories:${type}:active`);
  const values = await readMemoryCounters(tx, tenantId, [...active, EMBEDDED_COUNTER]);
  const embedded = values.get(EMBEDDED_COUNTER) ?? 0;
  return { total: sumOf(values) - embedded, embedded };
}

/** Returns the number of memories and versions that were created on each UTC day, in the order of `days` (`YYYY-MM-DD`). */
export async function countCreatedOn(
  tx: Transaction,
  tenantId: string,
  days: readonly string[],
): Promise<number[]> {
  const counters = days.map((day) => CREATED_COUNTER_PREFIX + day);
  const values = await readMemoryCounters(tx, tenantId, counters);
  return counters.map((counter) => values.get(counter) ?? 0);
}

const sumOf = (values: ReadonlyMap<string, number>): number =>
  [...values.values()].reduce((sum, value) => sum + value, 0);

/** Returns the number of a tenant's active memories with a tag. */
export async function countTagged(tx: Transaction, tenantId: string, tag: string): Promise<number> {
  const counter = TAG_COUNTER_PREFIX + tag;
  return (await readMemoryCounters(tx, tenantId, [counter])).get(counter) ?? 0;
}

/** Counts the active memories of a tenant that have any of the tags, up to the limit of `countRows`. */
export const countTaggedWithAny = (
  tx: Transaction,
  tenantId: string,
  tags: readonly string[],
): Promise<Total> =>
  countRows(
    tx,
    // `countRows` counts at most MAX_COUNTED memories, so reading one memory more than that per tag is
    // sufficient.
    `SELECT DISTINCT memory_id FROM unnest($2::text[]) AS any_of(tag) CROSS JOIN LATERAL (
       SELECT memory_id FROM memory_tags WHERE tenant_id = $1 AND memory_tags.tag = any_of.tag LIMIT ${MAX_COUNTED + 1}
     ) tagged`,
    [tenantId, tags],
  );

/** Counts the active memories of a tenant that have a tag and one of some types, up to the limit of `countRows`. */
export const countTaggedOfTypes = (
  tx: Transaction,
  tenantId: string,
  tag: string,
  memoryTypes: readonly MemoryType[],
): Promise<Total> =>
  countRows(
    tx,
    // Joins on all columns that the indexes of both tables are ordered by, so that PostgreSQL can merge the
    // indexes without reading memories.
    `SELECT FROM memory_tags t JOIN memories m ON m.tenant_id = t.tenant_id AND m.created_at = t.created_at
       AND m.id = t.memory_id WHERE t.tenant_id = $1 AND m.tenant_id = $1 AND t.tag = $2 AND m.memory_type = ANY($3)
       AND m.is_active`,
    [tenantId, tag, memoryTypes],
  );

/** Counted table of the memory service, and the query for the correct values of its counters. */
export const memoryCounterSource: CounterSource = {
  table: 'memories',
  expected: `
    SELECT ${MEMORY_COUNTER} AS counter, count(*) AS value FROM memories WHERE tenant_id = $1 GROUP BY 1
    UNION ALL
    SELECT ${CREATED_COUNTER}, count(*) FROM memories WHERE tenant_id = $1 AND ${IS_UNPROTECTED} GROUP BY 1
    UNION ALL
    SELECT counter, value FROM (
      SELECT sum(${MEMORY_BYTES}) AS bytes, count(*) FILTER (WHERE ${isEmbedded()}) AS embedded
      FROM memories WHERE tenant_id = $1
    ) sums CROSS JOIN LATERAL (
      VALUES ('${MEMORY_BYTES_COUNTER}', bytes), ('${EMBEDDED_COUNTER}', embedded)
    ) summed (counter, value) WHERE value > 0
    UNION ALL
    SELECT '${REVISION_BYTES_COUNTER}', sum(${MEMORY_BYTES}) FROM memory_revisions WHERE tenant_id = $1 HAVING count(*) > 0
    UNION ALL
    SELECT '${TAGS_COUNTER}', count(*) FROM tags WHERE tenant_id = $1 HAVING count(*) > 0
    UNION ALL
    SELECT '${TAG_COUNTER_PREFIX}' || name, coalesce(used.usage_count, 0) FROM tags
    LEFT JOIN (SELECT tag, count(*) AS usage_count FROM memory_tags WHERE tenant_id = $1 GROUP BY tag) used
      ON used.tag = tags.name
    WHERE tags.tenant_id = $1`,
};
