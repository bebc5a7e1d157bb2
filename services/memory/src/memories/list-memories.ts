import { PROTECTED_MEMORY_TYPES, normalizeTags } from '@loci/contracts';
import type { MemoryType, SourceType } from '@loci/contracts';
import { exactly } from '@loci/core';
import type { Caller, Total } from '@loci/core';
import { continueAfter, timeAndId, toLimit } from '@loci/http';
import type { CursorPage } from '@loci/http';
import { z } from 'zod';
import { countRows } from '@loci/postgres';
import type { InTransaction, Transaction } from '@loci/postgres';
import {
  countMemories,
  countTagged,
  countTaggedOfTypes,
  countTaggedWithAny,
} from '../counters/memory-counters.ts';
import { findRelationshipSummaries } from '../relationships/relationship-projection.repository.ts';
import { recordedStates } from '../time/revision.repository.ts';
import { requireKnownTime, validityTime } from '@loci/service-hosting';
import type { TimeTravel } from '@loci/service-hosting';
import { isHiddenByPeriod, isListed, isListedAsOf } from '../time/validity-conditions.ts';
import type { Included } from '../time/validity-conditions.ts';
import type { MemoryWithRelationships } from './get-memory.ts';
import { MEMORY_COLUMNS, REVISION_COLUMNS, toMemory } from './memory.repository.ts';
import type { MemoryRow } from './memory.repository.ts';
import type { Memory } from './memory.ts';
import type { SORTS, TIME_RANGES } from './memory.schemas.ts';
import { timeRange } from './time-range.ts';

export interface MemoryFilter {
  /** Different types of the memories. Defaults to all types that are not protected. */
  memoryTypes?: readonly MemoryType[] | undefined;
  /** Different source types. Defaults to all. */
  sourceTypes?: readonly SourceType[] | undefined;
  conversationId?: string | undefined;
  userId?: string | undefined;
  minImportance?: number | undefined;
  occurredFrom?: Date | undefined;
  occurredTo?: Date | undefined;
  timeRange?: (typeof TIME_RANGES)[number] | undefined;
  /** Tags before normalization. A memory matches if it has any of them. */
  tags?: readonly string[] | undefined;
  /** True for pinned memories, false for the others. */
  pinned?: boolean | undefined;
  /** States to return in addition to those that are true. */
  include: Included;
  travel: TimeTravel;
}

export interface ListMemoriesDeps {
  inTransaction: InTransaction;
  now(): Date;
}

type Sort = (typeof SORTS)[number];

const importanceAndId = z.tuple([z.number(), z.guid()]);

/**
 * SQL type, cursor key and value of each sort column. A cursor key ends with the id, which orders memories
 * with equal values.
 */
const SORT_COLUMNS = {
  created_at: {
    type: 'timestamptz',
    key: timeAndId,
    sortValue: (memory: Memory) => memory.createdAt.toISOString(),
  },
  occurred_at: {
    type: 'timestamptz',
    key: timeAndId,
    sortValue: (memory: Memory) => memory.occurredAt.toISOString(),
  },
  updated_at: {
    type: 'timestamptz',
    key: timeAndId,
    sortValue: (memory: Memory) => memory.updatedAt.toISOString(),
  },
  importance: { type: 'float8', key: importanceAndId, sortValue: (memory: Memory) => memory.importance },
} as const;

/**
 * Event time of a memory. `occurred_at` is null if the event time is the creation time. The expression does
 * not use `coalesce`, because PostgreSQL does not consider `coalesce` leakproof. PostgreSQL would check the
 * row-level security of each row before it compares the time, and could not use an index for the comparison.
 */
export const OCCURRED_AT = 'CASE WHEN occurred_at IS NULL THEN created_at ELSE occurred_at END';

const sortColumn = (sort: Sort) => sort.replace('-', '') as keyof typeof SORT_COLUMNS;

const orderColumn = (sort: Sort): string =>
  sortColumn(sort) === 'occurred_at' ? OCCURRED_AT : sortColumn(sort);

/** Returns the name of the list in cursors. Each sort order is a separate list. */
export const memoryListName = (sort: Sort): string => `memories:${sort}`;

/** Returns the cursor key of a memory, which consists of its sort value and id. */
export const memoryCursorKey = (sort: Sort, memory: Memory): [string | number, string] => [
  SORT_COLUMNS[sortColumn(sort)].sortValue(memory),
  memory.id,
];

/** Returns true for a list of the current states, which counters describe. */
const isPresent = ({ travel: { asOf, knownAt } }: MemoryFilter): boolean => asOf === null && knownAt === null;

/** Returns true for a list of active versions. `memory_tags` contains only their current tags. */
const isInTagTable = (filter: MemoryFilter): boolean =>
  isPresent(filter) && !filter.include.has('superseded');

/** What a condition does with active memories that are not true and not included. */
type OutsidePeriod = 'omitted' | 'kept' | 'only';

/**
 * Lists the memories that match a filter. Protected memories match only if the filter names their type.
 *
 * @returns the page, plus one memory if there is a next page, and the number of matching memories. Counters
 *   provide this number for all memories, for a type and for a tag. For other filters, the matches are
 *   counted up to a limit.
 * @throws VAL_FIELD_INVALID for a cursor of another sort order, or for a time that is not known
 * @see docs/reference/memories.md#list-memories
 */
export async function listMemories(
  { inTransaction, now }: ListMemoriesDeps,
  caller: Caller,
  filter: MemoryFilter,
  sort: Sort,
  page: CursorPage,
): Promise<{ items: MemoryWithRelationships[]; total: Total }> {
  return inTransaction(caller.tenantId, async (tx) => {
    const time = now();
    const { knownAt } = filter.travel;
    await requireKnownTime(tx, caller.tenantId, knownAt, time);
    const readInSortOrder = await isTagFrequent(tx, caller.tenantId, filter, sort, page);
    const hashesTags = isFar(page) && (await canHashTags(tx, caller.tenantId, filter));
    const toWhere = (outsidePeriod: OutsidePeriod, inTagOrder: boolean): Conditions =>
      toConditions(caller.tenantId, filter, { sort, readInSortOrder, outsidePeriod, inTagOrder }, time);
    const isTagTableExact =
      isFar(page) &&
      isOrderedByTag(filter, sort) &&
      (await countOutsidePeriod(tx, toWhere('only', false))).count === 0;
    const toPageConditions: PageConditions = (skipped) =>
      skipped < FAR_OFFSET || knownAt !== null
        ? toWhere('omitted', sortColumn(sort) === 'created_at')
        : isTagTableExact
          ? toTagTableConditions(caller.tenantId, filter)
          : toFarConditions(caller.tenantId, filter, { sort, hashesTags }, time);
    const counting = countListed(tx, caller.tenantId, filter, (outsidePeriod) =>
      toWhere(outsidePeriod, false),
    );
    const [memories, total] = await Promise.all([
      isFar(page)
        ? counting.then((count) => selectFarPage(tx, toPageConditions, sort, page, count))
        : selectPage(tx, toPageConditions, sort, page),
      counting,
    ]);
    if (knownAt !== null) return { items: memories.map((memory) => ({ memory, relationships: [] })), total };
    const relationships = await findRelationshipSummaries(
      tx,
      caller.tenantId,
      memories.map((memory) => memory.id),
      { includeInactive: filter.include.has('superseded') },
    );
    return {
      items: memories.map((memory) => ({ memory, relationships: relationships.get(memory.id) ?? [] })),
      total,
    };
  });
}

/**
 * Returns true if the list should not use `memory_tags`, because it is faster to read memories in the order of the list,
 * or those that match another filter, and to compare their tags. The planner cannot estimate this. Without another
 * filter, the faster way reads about sqrt((offset + page size) × number of memories) memories in the worst case.
 */
async function isTagFrequent(
  tx: Transaction,
  tenantId: string,
  filter: MemoryFilter,
  sort: Sort,
  page: CursorPage,
): Promise<boolean> {
  const { tags } = filter;
  if (tags === undefined || !isInTagTable(filter) || isOrderedByTag(filter, sort)) return false;
  const [total, ...usages] = await Promise.all([
    countMemories(tx, tenantId, { includeInactive: false }),
    ...normalizeTags(tags).map((tag) => countTagged(tx, tenantId, tag)),
  ]);
  return Math.max(0, ...usages) ** 2 > (toLimit(page).offset + page.perPage) * total;
}

/**
 * Maximum number of memories with the tags of a list for which a query builds a hash table of their ids. It then needs about half
 * of the memory that PostgreSQL allows (8 MB, twice the default `work_mem`).
 */
const MAX_HASHED = 100_000;

/**
 * Returns true if a page after many others should be read in the order of the list, from an index that has all columns of the
 * filter except for the tags, and compare the ids with a hash table. It reads the skipped memories, whereas a join reads and
 * sorts all memories of the tenant.
 */
async function canHashTags(tx: Transaction, tenantId: string, filter: MemoryFilter): Promise<boolean> {
  const { tags, memoryTypes: _memoryTypes, include: _include, travel: _travel, ...others } = filter;
  if (tags === undefined || !isInTagTable(filter)) return false;
  if (Object.values(others).some((value) => value !== undefined)) return false;
  const usages = await Promise.all(normalizeTags(tags).map((tag) => countTagged(tx, tenantId, tag)));
  return usages.reduce((sum, usage) => sum + usage, 0) <= MAX_HASHED;
}

/**
 * Returns true if the index of `memory_tags` contains exactly the memories of the list in their order. With another
 * filter, the list could read all memories with a frequent tag to find a few that match.
 */
function isOrderedByTag(filter: MemoryFilter, sort: Sort): boolean {
  const { tags, include: _include, travel: _travel, ...others } = filter;
  return (
    tags !== undefined &&
    normalizeTags(tags).length === 1 &&
    isInTagTable(filter) &&
    sortColumn(sort) === 'created_at' &&
    Object.values(others).every((value) => value === undefined)
  );
}

interface Conditions {
  /** FROM and WHERE clauses of each table with matching rows. A list of the past reads two tables. */
  sources: string[];
  /** Columns of the rows. Null to select the ids of a page before its memories. */
  columns: string | null;
  values: unknown[];
  /** Columns to sort by. They belong to the table whose index provides the order. */
  order: readonly [string, string];
}

/** Returns the conditions for a page after a number of skipped memories. */
type PageConditions = (skipped: number) => Conditions;

/**
 * Number of skipped memories from which it is worth waiting for the total, to read the list from its nearer end, and to select
 * the ids of a page before its memories.
 */
const FAR_OFFSET = 2_000;

const isFar = (page: CursorPage): boolean => page.cursor === undefined && toLimit(page).offset >= FAR_OFFSET;

/** Selects a page after many others. Reads the list from its end if that is nearer. */
async function selectFarPage(
  tx: Transaction,
  conditions: PageConditions,
  sort: Sort,
  page: CursorPage,
  total: Total,
): Promise<Memory[]> {
  const { limit, offset } = toLimit(page);
  if (!total.isExact || offset < total.count / 2) return selectPage(tx, conditions, sort, page);
  const remaining = total.count - offset;
  if (remaining <= 0) return [];
  const rows = { limit: Math.min(limit, remaining), offset: Math.max(0, remaining - limit) };
  return (await selectRows(tx, conditions, { sort, isReversed: true, ...rows, after: [] })).reverse();
}

function selectPage(
  tx: Transaction,
  conditions: PageConditions,
  sort: Sort,
  page: CursorPage,
): Promise<Memory[]> {
  const { key } = SORT_COLUMNS[sortColumn(sort)];
  const after = continueAfter<typeof key>(page.cursor, memoryListName(sort), key) ?? [];
  return selectRows(tx, conditions, { sort, isReversed: false, ...toLimit(page), after });
}

interface SelectedRows {
  sort: Sort;
  /** True to read the list from its end. */
  isReversed: boolean;
  limit: number;
  offset: number;
  /** Key of the memory before the first row. Empty for the start of the list. */
  after: readonly (string | number)[];
}

async function selectRows(
  tx: Transaction,
  toPageConditions: PageConditions,
  { sort, isReversed, limit, offset, after }: SelectedRows,
): Promise<Memory[]> {
  const { sources, columns, values, order } = toPageConditions(offset);
  const { type } = SORT_COLUMNS[sortColumn(sort)];
  const isDescending = sort.startsWith('-') !== isReversed;
  const [direction, follows] = isDescending ? ['DESC', '<'] : ['ASC', '>'];
  const next = values.length + 1;
  const keyset =
    after.length === 0
      ? ''
      : `AND (${order.join(', ')}) ${follows} ($${next + 2}::${type}, $${next + 3}::uuid)`;
  const orderBy = (names: readonly string[]): string =>
    `ORDER BY ${names.map((column) => `${column} ${direction}`).join(', ')}`;
  const ordered = orderBy(order);
  const selected = columns ?? `${order[0]} AS page_value, ${order[1]} AS page_id`;
  const matches = sources.map((source) => `SELECT ${selected} ${source} ${keyset} ${ordered}`);
  // Each table is read in the order of the list up to the end of the page, because the planner would sort all rows of both
  // tables otherwise.
  const firstMatches = matches.map((select) => `(${select} LIMIT $${next}::bigint + $${next + 1}::bigint)`);
  const orderedPage = orderBy(columns === null ? ['page_value', 'page_id'] : order);
  const select =
    matches.length === 1
      ? matches[0]!
      : `SELECT ${columns === null ? '*' : MEMORY_COLUMNS} FROM (${firstMatches.join(' UNION ALL ')}) memories ${orderedPage}`;
  const page = `${select} LIMIT $${next} OFFSET $${next + 1}`;
  const rows = await tx.query<MemoryRow>(
    columns === null
      ? `SELECT ${MEMORY_COLUMNS} FROM (${page}) page JOIN memories ON tenant_id = $1 AND id = page_id ${orderedPage}`
      : page,
    [...values, limit, offset, ...after],
  );
  return rows.map(toMemory);
}

/**
 * Counts the memories of the list. Neither the counters nor the indexes that provide the other numbers contain periods.
 * Therefore, the active memories that are not true are counted separately. Most tenants have none.
 */
async function countListed(
  tx: Transaction,
  tenantId: string,
  filter: MemoryFilter,
  toWhere: (outsidePeriod: OutsidePeriod) => Conditions,
): Promise<Total> {
  const countOmitting = () => countMatches(tx, filter, toWhere('omitted'));
  if (!isPresent(filter)) return countOmitting();
  const [total, outsidePeriod] = await Promise.all([
    countActive(tx, tenantId, filter, toWhere('kept')),
    countOutsidePeriod(tx, toWhere('only')),
  ]);
  if (outsidePeriod.count === 0) return total;
  return total.isExact && outsidePeriod.isExact
    ? exactly(total.count - outsidePeriod.count)
    : countOmitting();
}

/** Counts the memories of a list of the present and those that it omits because they are not true. */
function countActive(
  tx: Transaction,
  tenantId: string,
  filter: MemoryFilter,
  conditions: Conditions,
): Promise<Total> {
  const { memoryTypes, tags, include, travel: _, ...others } = filter;
  const includeInactive = include.has('superseded');
  if (Object.values(others).every((value) => value === undefined)) {
    if (tags === undefined)
      return countMemories(tx, tenantId, { memoryTypes, includeInactive }).then(exactly);
    if (!includeInactive) {
      const [tag, ...otherTags] = normalizeTags(tags);
      if (tag === undefined) return Promise.resolve(exactly(0));
      if (memoryTypes === undefined) {
        if (otherTags.length === 0) return countTagged(tx, tenantId, tag).then(exactly);
        return countTaggedWithAny(tx, tenantId, [tag, ...otherTags]);
      }
      if (otherTags.length === 0) return countTaggedOfTypes(tx, tenantId, tag, memoryTypes);
    }
  }
  return countMatches(tx, filter, conditions);
}

const countOutsidePeriod = (tx: Transaction, { sources, values }: Conditions): Promise<Total> =>
  countRows(tx, sources.map((source) => `SELECT ${source}`).join(' UNION ALL '), values);

function countMatches(
  tx: Transaction,
  { occurredFrom, occurredTo, timeRange: range }: MemoryFilter,
  { sources, values }: Conditions,
): Promise<Total> {
  // Without the order, the planner can choose an index with many earlier memories, because it does not know that newer
  // index entries have later event times.
  const order = occurredFrom || occurredTo || range ? `ORDER BY ${OCCURRED_AT}` : '';
  const matches = sources.map((source) => `(SELECT 1 ${source} ${order})`);
  return countRows(tx, matches.join(' UNION ALL '), values);
}

type SeparateColumn = 'memory_type' | 'source_type' | null;

/**
 * Returns the column whose values are read one by one, because an index provides the order of a list only for one value.
 * Null if one query reads all values.
 */
function separateColumn({ memoryTypes, sourceTypes, travel }: MemoryFilter): SeparateColumn {
  if (travel.knownAt !== null) return null;
  if (memoryTypes !== undefined) return memoryTypes.length > 1 ? 'memory_type' : null;
  return sourceTypes === undefined ? null : 'source_type';
}

/**
 * Returns a source for each value of a column. The values are constants of Loci and no parameters, because a prepared
 * statement uses the partial index of source types only for a constant.
 */
function toSources(
  source: string,
  column: SeparateColumn,
  { memoryTypes, sourceTypes }: MemoryFilter,
): string[] {
  if (column === null) return [source];
  const values = column === 'memory_type' ? memoryTypes! : sourceTypes!;
  return values.map((value) => `${source} AND ${column} = '${value}'`);
}

function toConditions(
  tenantId: string,
  filter: MemoryFilter,
  {
    sort,
    readInSortOrder,
    outsidePeriod,
    inTagOrder,
    byTagTable = false,
    hashesTags = false,
  }: {
    sort: Sort;
    readInSortOrder: boolean;
    outsidePeriod: OutsidePeriod;
    /** True to read the memories with a single tag in the order of their creation. */
    inTagOrder: boolean;
    /** True to compare only the ids of the memories with the tags. */
    byTagTable?: boolean;
    /** True to compare these ids with a hash table. */
    hashesTags?: boolean;
  },
  now: Date,
): Conditions {
  const parts: string[] = ['tenant_id = $1'];
  const values: unknown[] = [tenantId];
  const parameter = (value: unknown): string => `$${values.push(value)}`;
  const add = (sql: (placeholder: string) => string, value: unknown): void => {
    parts.push(sql(parameter(value)));
  };
  const { include, travel } = filter;
  if (outsidePeriod === 'kept') parts.push(...(include.has('superseded') ? [] : ['is_active']));
  else {
    const time = validityTime(travel, now);
    if (outsidePeriod === 'only') add((p) => isHiddenByPeriod(include, p), time);
    else add((p) => (travel.asOf === null ? isListed(include, p) : isListedAsOf(include, p)), time);
  }
  const readsTags = filter.tags !== undefined && isInTagTable(filter);
  const separately = sortColumn(sort) === 'created_at' && !readsTags ? separateColumn(filter) : null;
  if (filter.memoryTypes === undefined) add((p) => `memory_type <> ALL(${p})`, PROTECTED_MEMORY_TYPES);
  else if (filter.memoryTypes.length === 1) add((p) => `memory_type = ${p}`, filter.memoryTypes[0]);
  else if (separately !== 'memory_type') add((p) => `memory_type = ANY(${p})`, filter.memoryTypes);
  if (filter.sourceTypes !== undefined && separately !== 'source_type')
    add((p) => `source_type = ANY(${p})`, filter.sourceTypes);
  if (filter.conversationId !== undefined) add((p) => `conversation_id = ${p}`, filter.conversationId);
  if (filter.userId !== undefined) add((p) => `user_id = ${p}`, filter.userId);
  if (filter.minImportance !== undefined) add((p) => `importance >= ${p}`, filter.minImportance);
  // Not a parameter, because a prepared statement uses the index of pinned memories only for a constant.
  if (filter.pinned !== undefined) parts.push(filter.pinned ? 'pinned' : 'NOT pinned');
  if (filter.occurredFrom) add((p) => `${OCCURRED_AT} >= ${p}`, filter.occurredFrom);
  if (filter.occurredTo) add((p) => `${OCCURRED_AT} <= ${p}`, filter.occurredTo);
  if (filter.timeRange) {
    const { from, before } = timeRange(filter.timeRange, now);
    add((p) => `${OCCURRED_AT} >= ${p}`, from);
    if (before) add((p) => `${OCCURRED_AT} < ${p}`, before);
  }
  const tags = filter.tags && normalizeTags(filter.tags);
  if (tags && (!isInTagTable(filter) || readInSortOrder || outsidePeriod === 'only'))
    add((p) => `tags && ${p}::text[]`, tags);
  else if (tags?.length === 1 && inTagOrder) {
    // OFFSET 0 prevents the planner from changing the join order. The index of `memory_tags` already provides
    // the order of the list, so no sort is necessary.
    const sameTime = byTagTable ? 'AND created_at = tagged_at' : '';
    return {
      sources: [
        `FROM (
          SELECT created_at AS tagged_at, memory_id FROM memory_tags WHERE tenant_id = $1 AND tag = ${parameter(tags[0])}
        ) tagged CROSS JOIN LATERAL (
          SELECT * FROM memories WHERE ${parts.join(' AND ')} AND id = memory_id ${sameTime} OFFSET 0
        ) memories WHERE true`,
      ],
      columns: MEMORY_COLUMNS,
      values,
      order: ['tagged_at', 'memory_id'],
    };
  } else if (tags && byTagTable && hashesTags) {
    // The planner joins the tables unless the subquery is part of an expression. The limit, which no list reaches, keeps its
    // estimate low enough for a hash table. Without one, it would compare each id with each memory of the tags.
    add(
      (p) => `(id IN (SELECT t.memory_id FROM memory_tags t WHERE t.tenant_id = $1 AND t.tag = ANY(${p})
        LIMIT ${MAX_HASHED + 10_000})) IS TRUE`,
      tags,
    );
  } else if (tags && byTagTable) {
    add(
      (p) => `id IN (SELECT t.memory_id FROM memory_tags t WHERE t.tenant_id = $1 AND t.tag = ANY(${p}))`,
      tags,
    );
  } else if (tags) {
    add(
      (p) => `(created_at, id) IN (SELECT t.created_at, t.memory_id FROM memory_tags t
        WHERE t.tenant_id = $1 AND t.tag = ANY(${p}))`,
      tags,
    );
  }
  const order = [orderColumn(sort), 'id'] as const;
  if (travel.knownAt === null) {
    return {
      sources: toSources(`FROM memories WHERE ${parts.join(' AND ')}`, separately, filter),
      columns: MEMORY_COLUMNS,
      values,
      order,
    };
  }
  const sources = recordedStates(parameter(travel.knownAt));
  return {
    sources: sources.map((source) => `${source} AND ${parts.join(' AND ')}`),
    columns: REVISION_COLUMNS,
    values,
    order,
  };
}

/**
 * Returns the conditions of a page after many others, whose rows are ids. The planner reads the skipped memories from the index of
 * the order alone, because these indexes have all columns that every list filters by.
 */
function toFarConditions(
  tenantId: string,
  filter: MemoryFilter,
  { sort, hashesTags }: { sort: Sort; hashesTags: boolean },
  now: Date,
): Conditions {
  const inTagOrder = isOrderedByTag(filter, sort);
  const options = {
    sort,
    readInSortOrder: false,
    outsidePeriod: 'omitted',
    inTagOrder,
    byTagTable: true,
    hashesTags,
  } as const;
  return { ...toConditions(tenantId, filter, options, now), columns: null };
}

/**
 * Returns the conditions of a page of the active memories with one tag, whose rows are ids, from `memory_tags` alone. Protected
 * memories have no tags. Requires that the list omits no memory that is not true now.
 */
const toTagTableConditions = (tenantId: string, { tags }: MemoryFilter): Conditions => ({
  sources: ['FROM memory_tags WHERE tenant_id = $1 AND tag = $2'],
  columns: null,
  values: [tenantId, normalizeTags(tags ?? [])[0]],
  order: ['created_at', 'memory_id'],
});
