import { HIDDEN_VALIDITIES } from '@loci/contracts';
import type { HiddenValidity, RelationshipType } from '@loci/contracts';
import { AppError, exactly } from '@loci/core';
import type { Caller, Total } from '@loci/core';
import { continueAfter, timeAndId, toLimit } from '@loci/http';
import type { CursorPage } from '@loci/http';
import { countRows } from '@loci/postgres';
import type { InTransaction, Transaction } from '@loci/postgres';
import { isPresent, requireKnownTime, validityTime } from '@loci/service-hosting';
import type { TimeTravel } from '@loci/service-hosting';
import { z } from 'zod';
import { isSelectedAt, recordedStates } from '../past/past-conditions.ts';
import { pastRelationshipColumns } from '../past/past-relationship.ts';
import { countRelationships } from './relationship-counters.ts';
import { RELATIONSHIP_COLUMNS, toRelationship } from './relationship.row.ts';
import type { RelationshipRow } from './relationship.row.ts';
import { hasExpiredMemory } from '../memory-windows/memory-window.repository.ts';
import type { SORTS } from './relationship.schemas.ts';
import type { Relationship } from './relationship.ts';

export interface RelationshipFilter {
  /**
   * Id of the source of a relationship. A BIDIRECTIONAL relationship matches if either of its memories has
   * this id.
   */
  fromId?: string | undefined;
  /**
   * Id of the target of a relationship. A BIDIRECTIONAL relationship matches if either of its memories has
   * this id.
   */
  toId?: string | undefined;
  /** Source or target of the relationship. */
  memoryId?: string | undefined;
  relationshipType?: RelationshipType | undefined;
  /** Validities of the listed relationships in addition to `current`. */
  included: ReadonlySet<HiddenValidity>;
}

export interface ListRelationshipsDeps {
  inTransaction: InTransaction;
  now(): Date;
}

type Sort = (typeof SORTS)[number];

/** Column, cursor key, and value of the cursor key of each order. A cursor key ends with the ID. */
const ORDERS = {
  '-created_at': {
    list: 'relationships',
    column: 'r.created_at',
    type: 'timestamptz',
    key: timeAndId,
    sortValue: ({ createdAt }: Relationship): string | number => createdAt.toISOString(),
  },
  '-strength': {
    list: 'relationships:-strength',
    column: 'r.strength',
    type: 'float8',
    key: z.tuple([z.number(), z.guid()]),
    sortValue: ({ strength }: Relationship): string | number => strength,
  },
} as const;

/** Returns the name of the list in cursors, and the cursor key of a relationship. */
export const relationshipCursor = (sort: Sort) => ({
  list: ORDERS[sort].list,
  keyOf: (relationship: Relationship): [string | number, string] => [
    ORDERS[sort].sortValue(relationship),
    relationship.id,
  ],
});

/**
 * Lists relationships.
 *
 * @returns the page, plus one item if there is a next page, the number of matching relationships, which is counted up to a
 *   limit if the filter names a memory or a time, and the time of their validity
 * @throws VAL_FIELD_INVALID for the cursor of another list, and for a time that is not known; VAL_VALIDATION_FAILED for the
 *   order by strength without the ID of a memory, because no index has this order for all relationships
 * @see docs/reference/relationships.md#list-relationships
 */
export async function listRelationships(
  { inTransaction, now }: ListRelationshipsDeps,
  caller: Caller,
  filter: RelationshipFilter,
  sort: Sort,
  page: CursorPage,
  travel: TimeTravel,
): Promise<{ items: Relationship[]; total: Total; at: Date }> {
  requireMemoryFor(sort, filter);
  const time = now();
  const at = validityTime(travel, time);
  const { columns, sources, values } = toQuery(caller.tenantId, filter, travel, at);
  const { list, column, type, key } = ORDERS[sort];
  const after = continueAfter<typeof key>(page.cursor, list, key) ?? [];
  const { limit, offset } = toLimit(page);
  const next = values.length + 1;
  const keyset =
    after.length === 0 ? '' : `AND (${column}, r.id) < ($${next + 2}::${type}, $${next + 3}::uuid)`;
  const order = `ORDER BY ${column} DESC, r.id DESC`;
  // Each source is read in the order of the list up to the end of the page, because the planner would sort all rows of both
  // sources otherwise.
  const matches = sources.map((source) => `SELECT r.* ${source} ${keyset} ${order}`);
  const firstMatches = matches.map((select) => `(${select} LIMIT $${next}::bigint + $${next + 1}::bigint)`);
  return inTransaction(caller.tenantId, async (tx) => {
    await requireKnownTime(tx, caller.tenantId, travel.knownAt, time);
    const countMatching = () =>
      countRows(tx, sources.map((source) => `SELECT 1 ${source}`).join(' UNION ALL '), values);
    const [rows, total] = await Promise.all([
      tx.query<RelationshipRow>(
        `SELECT ${columns} FROM (${firstMatches.join(' UNION ALL ')}) r
         ${order} LIMIT $${next} OFFSET $${next + 1}`,
        [...values, limit, offset, ...after],
      ),
      isPresent(travel) ? count(tx, caller.tenantId, filter, at, countMatching) : countMatching(),
    ]);
    return { items: rows.map(toRelationship), total, at };
  });
}

function requireMemoryFor(sort: Sort, { fromId, toId, memoryId }: RelationshipFilter): void {
  if (sort !== '-strength' || fromId !== undefined || toId !== undefined || memoryId !== undefined) return;
  const message = 'The order -strength requires memory_id, from_id or to_id.';
  throw new AppError('VAL_VALIDATION_FAILED', message, { fieldErrors: { sort: [message] } });
}

async function count(
  tx: Transaction,
  tenantId: string,
  { fromId, toId, memoryId, relationshipType, included }: RelationshipFilter,
  at: Date,
  countMatching: () => Promise<Total>,
): Promise<Total> {
  if (fromId !== undefined || toId !== undefined || memoryId !== undefined) return countMatching();
  const [all, expired, future] = await Promise.all([
    countRelationships(tx, tenantId, {
      type: relationshipType,
      includeInactive: included.has('superseded'),
    }),
    included.has('expired')
      ? exactly(0)
      : countOmitted(tx, tenantId, relationshipType, 'valid_until <= $2', at),
    included.has('future') ? exactly(0) : countOmitted(tx, tenantId, relationshipType, 'valid_from > $2', at),
  ]);
  // The counters include relationships that are not valid now. If there are too many of them to count, so are the others.
  return expired.isExact && future.isExact ? exactly(all - expired.count - future.count) : countMatching();
}

/** Counts the active relationships that meet a condition on a bound of their validity period, up to a limit. */
const countOmitted = (
  tx: Transaction,
  tenantId: string,
  type: RelationshipType | undefined,
  condition: string,
  at: Date,
): Promise<Total> =>
  countRows(
    tx,
    `SELECT FROM relationships WHERE tenant_id = $1 AND is_active AND ${condition}
     ${type === undefined ? '' : 'AND relationship_type = $3'}`,
    [tenantId, at, ...(type === undefined ? [] : [type])],
  );

/**
 * Returns the parts of the query of the list. `sources` are FROM and WHERE clauses, which match different relationships, of
 * rows named `r`.
 */
function toQuery(
  tenantId: string,
  filter: RelationshipFilter,
  travel: TimeTravel,
  at: Date,
): { columns: string; sources: string[]; values: unknown[] } {
  const { conditions, values } = toConditions(tenantId, filter, isPresent(travel) ? at : null);
  if (isPresent(travel)) {
    const sources = conditions.map((condition) => `FROM relationships r WHERE ${condition}`);
    return { columns: RELATIONSHIP_COLUMNS, sources, values };
  }
  const { asOf, knownAt } = travel;
  values.push(at, ...(knownAt === null ? [] : [knownAt]));
  const known = knownAt === null ? null : `$${values.length}`;
  const validAt = `$${values.length - (knownAt === null ? 0 : 1)}::timestamptz`;
  const selection = { included: filter.included, isAsOf: asOf !== null };
  return {
    columns: pastRelationshipColumns(known),
    sources: conditions.map(
      (condition) =>
        `FROM (${recordedStates(known)}) r WHERE ${condition} AND (${isSelectedAt(selection, validAt)})`,
    ),
    values,
  };
}

const IS_BIDIRECTIONAL = `r.direction_type = 'BIDIRECTIONAL'`;

/**
 * Conditions of the relationships that a filter for a memory selects. A relationship meets at most one of them, because it
 * never connects a memory to itself.
 */
const END_CONDITIONS = {
  memoryId: (id: string) => [`r.from_id = ${id}`, `r.to_id = ${id}`],
  fromId: (id: string) => [`r.from_id = ${id}`, `r.to_id = ${id} AND ${IS_BIDIRECTIONAL}`],
  toId: (id: string) => [`r.to_id = ${id}`, `r.from_id = ${id} AND ${IS_BIDIRECTIONAL}`],
} as const;
const END_FILTERS = ['memoryId', 'fromId', 'toId'] as const;

/**
 * Returns the conditions of the relationships that match a filter. Each relationship meets exactly one of them. For a memory,
 * they are separate, because no index has the relationships of both ends in the order of a list.
 *
 * @param at time at which the relationships must be valid. Null omits this condition.
 */
function toConditions(
  tenantId: string,
  filter: RelationshipFilter,
  at: Date | null,
): { conditions: string[]; values: unknown[] } {
  const parts: string[] = ['r.tenant_id = $1', `NOT ${hasExpiredMemory('r')}`];
  const values: unknown[] = [tenantId];
  const add = (value: unknown): string => `$${values.push(value)}`;
  const { relationshipType, included } = filter;
  const [ends = [], ...otherEnds] = END_FILTERS.filter((field) => filter[field] !== undefined).map((field) =>
    END_CONDITIONS[field](add(filter[field])),
  );
  parts.push(...otherEnds.map((alternatives) => `(${alternatives.map((sql) => `(${sql})`).join(' OR ')})`));
  if (at !== null && HIDDEN_VALIDITIES.some((validity) => !included.has(validity))) {
    const active = ['r.is_active'];
    if (!included.has('expired')) active.push(`(r.valid_until IS NULL OR r.valid_until > ${add(at)})`);
    if (!included.has('future')) active.push(`(r.valid_from IS NULL OR r.valid_from <= ${add(at)})`);
    parts.push(
      included.has('superseded') ? `(NOT r.is_active OR (${active.join(' AND ')}))` : active.join(' AND '),
    );
  }
  if (relationshipType !== undefined) parts.push(`r.relationship_type = ${add(relationshipType)}`);
  const common = parts.join(' AND ');
  return { conditions: ends.length === 0 ? [common] : ends.map((end) => `${end} AND ${common}`), values };
}
