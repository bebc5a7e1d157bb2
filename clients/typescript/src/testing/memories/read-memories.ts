import { MEMORY_TYPES } from '../../enumerations.ts';
import { invalidField, notImplemented } from '../fake-error.ts';
import { ascending, descending, takePage, toPaginated } from '../data/page.ts';
import type { Call, Result } from '../server/operation.ts';
import { toIso, toIsoOrNull, toTime } from '../validation/timestamps.ts';
import type { Query } from '../validation/read-query.ts';
import { memoryEtag, toMemoryResource, toStateFields } from './memory-resource.ts';
import { existingMemories, findCurrent, findMemory, isActive, isProtected } from './memory.ts';
import type { ReplacedState, StoredMemory } from './memory.ts';
import { normalizeTag, toTagFilter } from './tags.ts';
import { validityAt } from './validity.ts';
import type { Validity } from './validity.ts';

const DAY_MS = 86_400_000;
const RANGE_DAYS: Readonly<Record<string, number>> = { week: 7, month: 30, quarter: 90, year: 365 };
/** Filters of the list, without those of which the server counts all matches. */
const UNCOUNTED_FILTERS = [
  'source_types',
  'conversation_id',
  'user_id',
  'min_importance',
  'importance_threshold',
  'start_date',
  'date_from',
  'end_date',
  'date_to',
  'time_range',
  'pinned',
  'tags',
];

/** @see docs/reference/memories.md#get-a-memory */
export function getMemory({ tenant, clock, path, query }: Call): Result {
  rejectTimeTravel('getMemory', query);
  const now = clock.now();
  const memory = findMemory(tenant, path['memory_id']!, now);
  const data = toMemoryResource(tenant, memory, now, {
    includeInactive: query['include_inactive'] as boolean,
  });
  tenant.memories.set(memory.id, { ...memory, accessCount: memory.accessCount + 1, lastAccessed: now });
  return { data, etag: memoryEtag(memory) };
}

/** @see docs/reference/memories.md#list-memories */
export function listMemories({ tenant, clock, query }: Call): Result {
  rejectTimeTravel('listMemories', query);
  const now = clock.now();
  const filter = toListFilter(query, now);
  const matching = existingMemories(tenant, now).filter((memory) => filter(memory));
  const sort = query['sort'] as string;
  const field = SORT_FIELDS[sort.replace('-', '')]!;
  const includeInactive = includedOf(query).has('superseded');
  const shape = {
    list: `memories:${sort}`,
    toItem: (memory: StoredMemory) => toMemoryResource(tenant, memory, now, { includeInactive }),
    keyOf: (memory: StoredMemory) => [memory[field] as number, memory.id],
    compare: sort.startsWith('-') ? descending : ascending,
  };
  const isFiltered = UNCOUNTED_FILTERS.some((name) => query[name] !== undefined);
  return { data: toPaginated(matching, query, shape, isFiltered) };
}

const SORT_FIELDS: Readonly<Record<string, keyof StoredMemory>> = {
  created_at: 'createdAt',
  occurred_at: 'occurredAt',
  updated_at: 'updatedAt',
  importance: 'importance',
};

/** @throws FakeError VAL_ENUM_INVALID for an unknown value in a list, VAL_VALIDATION_FAILED for different aliases */
function toListFilter(query: Query, now: number): (memory: StoredMemory) => boolean {
  requireEqualAliases(query, {
    memory_types: 'memory_type',
    min_importance: 'importance_threshold',
    start_date: 'date_from',
    end_date: 'date_to',
  });
  const types = enumerationList(query, 'memory_types', MEMORY_TYPES) ?? singleton(query['memory_type']);
  const sources = enumerationList(query, 'source_types', SOURCE_TYPES);
  const included = includedOf(query);
  const importance = (query['min_importance'] ?? query['importance_threshold']) as number | undefined;
  const from = toTime((query['start_date'] ?? query['date_from']) as string | undefined);
  const to = toTime((query['end_date'] ?? query['date_to']) as string | undefined, 'end');
  const range = query['time_range'] as string | undefined;
  const tags = toTagFilter(query['tags'] as string | undefined);
  const isInRange = range === undefined ? () => true : timeRange(range, now);
  return (memory) => {
    const validity = validityAt(memory, now);
    return (
      (validity === 'current' || included.has(validity)) &&
      (types === null ? !isProtected(memory.memoryType) : types.includes(memory.memoryType)) &&
      (sources === null || sources.includes(memory.sourceType)) &&
      (query['conversation_id'] === undefined || memory.conversationId === query['conversation_id']) &&
      (query['user_id'] === undefined || memory.userId === query['user_id']) &&
      (importance === undefined || memory.importance >= importance) &&
      (from == null || memory.occurredAt >= from) &&
      (to == null || memory.occurredAt <= to) &&
      isInRange(memory.occurredAt) &&
      (query['pinned'] === undefined || memory.pinned === query['pinned']) &&
      (tags === null || tags.some((tag) => memory.tags.includes(tag)))
    );
  };
}

const singleton = (value: unknown): string[] | null => (value === undefined ? null : [value as string]);

/** Returns a function that tests whether a time is in a named range. */
function timeRange(range: string, now: number): (time: number) => boolean {
  const midnight = now - (now % DAY_MS);
  if (range === 'today') return (time) => time >= midnight;
  if (range === 'yesterday') return (time) => time >= midnight - DAY_MS && time < midnight;
  return (time) => time >= now - RANGE_DAYS[range]! * DAY_MS;
}

export const SOURCE_TYPES = [
  'direct_input',
  'document_upload',
  'web_scrape',
  'api_import',
  'conversation',
  'reflection',
  'checkpoint',
  'checkpoint_recall',
];
const HIDDEN_VALIDITIES = ['superseded', 'expired', 'future'];

/** Returns the validities that a list includes in addition to `current`. */
export const includedOf = (query: Query): ReadonlySet<Validity> =>
  new Set([
    ...((enumerationList(query, 'include', HIDDEN_VALIDITIES) ?? []) as Validity[]),
    ...(query['include_inactive'] === true ? (['superseded'] as const) : []),
  ]);

/** Reads a comma-separated list of values. @throws FakeError VAL_ENUM_INVALID */
function enumerationList(query: Query, field: string, allowed: readonly string[]): string[] | null {
  const list = query[field] as string | undefined;
  if (list === undefined) return null;
  const values = [...new Set(list.split(','))];
  if (values.every((value) => allowed.includes(value))) return values;
  const message = `Must be a comma-separated list of: ${allowed.join(', ')}.`;
  throw invalidField(field, message, 'VAL_ENUM_INVALID', { field, allowed_values: allowed });
}

/** @throws FakeError VAL_VALIDATION_FAILED if a filter has different values under its two names */
export function requireEqualAliases(input: Query, aliases: Readonly<Record<string, string>>): void {
  for (const [name, alias] of Object.entries(aliases)) {
    const [value, other] = [input[name], input[alias]];
    if (value == null || other == null || value === other) continue;
    const message = `${alias} and ${name} are names of the same filter and must have the same value.`;
    throw invalidField(alias, message, 'VAL_VALIDATION_FAILED');
  }
}

/** @throws FakeError NOT_IMPLEMENTED for a request with `as_of` or `known_at` */
export function rejectTimeTravel(operation: string, input: Query): void {
  for (const name of ['as_of', 'known_at'])
    if (input[name] != null) throw notImplemented(`The parameter ${name} of the operation ${operation}`);
}

/** @see docs/reference/memories.md#get-the-history-of-a-memory */
export function getMemoryHistory({ tenant, clock, path, query }: Call): Result {
  const memory = findMemory(tenant, path['memory_id']!, clock.now());
  const versions = existingMemories(tenant, clock.now()).filter(({ chainId }) => chainId === memory.chainId);
  const { items, truncated, nextCursor } = takePage(versions, query, {
    list: 'versions',
    toItem: (version) => ({
      id: version.id,
      version: version.version,
      content: version.content,
      created_at: toIso(version.createdAt),
      lifecycle_state: version.lifecycleState,
      is_active: isActive(version),
    }),
    keyOf: ({ version, id }) => [version, id],
    compare: ascending,
  });
  const newest = [...versions].sort((a, b) => b.version - a.version)[0]!;
  const current = findCurrent(tenant, memory.chainId) ?? newest;
  const { id, content, memoryType, importance, confidence, createdAt, updatedAt } = current;
  return {
    data: {
      current: {
        id,
        content,
        memory_type: memoryType,
        importance,
        confidence,
        created_at: toIso(createdAt),
        updated_at: toIso(updatedAt),
      },
      history: items,
      total_versions: versions.length,
      truncated,
      next_cursor: nextCursor,
    },
    metadata: { memory_id: memory.id, versions_count: versions.length },
  };
}

/** @see docs/reference/memories.md#list-the-revisions-of-a-memory */
export function listMemoryRevisions({ tenant, clock, path, query }: Call): Result {
  const memory = findMemory(tenant, path['memory_id']!, clock.now());
  const states: { memory: StoredMemory; recordedUntil: number | null }[] = [
    { memory, recordedUntil: null },
    ...(tenant.replaced.get(memory.id) ?? ([] as ReplacedState[])),
  ];
  const { items, truncated, nextCursor } = takePage(states, query, {
    list: 'revisions',
    toItem: ({ memory: state, recordedUntil }) => ({
      ...toStateFields(state),
      revision: state.revision,
      change: !isActive(state) ? 'superseded' : state.revision === 1 ? 'created' : 'updated',
      recorded_at: toIso(state.updatedAt),
      recorded_until: toIsoOrNull(recordedUntil),
      recorded_by: state.recordedBy,
    }),
    keyOf: ({ memory: { revision } }) => [revision],
    compare: descending,
  });
  return { data: { revisions: items, truncated, next_cursor: nextCursor } };
}

/** @see docs/reference/tags.md#list-the-tags-of-a-memory */
export const listMemoryTags = ({ tenant, clock, path }: Call): Result => ({
  data: [...findMemory(tenant, path['memory_id']!, clock.now()).tags],
});

/** @see docs/reference/tags.md#list-tags */
export function listTags({ tenant, clock, query }: Call): Result {
  const active = existingMemories(tenant, clock.now()).filter(isActive);
  const tags = [...tenant.tags].map(([name, tag]) => ({
    ...tag,
    name,
    usage: active.filter((memory) => memory.tags.includes(name)).length,
  }));
  const { items, truncated, nextCursor } = takePage(tags, query, {
    list: 'tags',
    toItem: ({ id, name, usage, createdAt }) => ({
      id,
      name,
      usage_count: usage,
      created_at: toIso(createdAt),
    }),
    // Tags with the same usage are sorted by name, in ascending order.
    keyOf: ({ usage, name }) => [-usage, name],
    compare: ascending,
  });
  return { data: { items, total: tags.length, truncated, next_cursor: nextCursor } };
}

/** @see docs/reference/tags.md#list-memories-with-a-tag */
export function listMemoriesByTag({ tenant, clock, path, query }: Call): Result {
  const now = clock.now();
  const tag = normalizeTag(path['tag']!);
  const matching = existingMemories(tenant, now).filter(
    (memory) =>
      tag !== null &&
      memory.tags.includes(tag) &&
      !isProtected(memory.memoryType) &&
      validityAt(memory, now) === 'current',
  );
  const { items, pagination } = toPaginated(
    matching,
    query,
    {
      list: `tag:${tag}`,
      toItem: (memory: StoredMemory) => toMemoryResource(tenant, memory, now),
      keyOf: ({ createdAt, id }) => [createdAt, id],
      compare: descending,
    },
    false,
  );
  const { has_next: _next, has_prev: _prev, ...rest } = pagination;
  return { data: { items, pagination: rest } };
}

/** @see docs/reference/http.md#storage-quotas */
export function getMemoryUsage({ tenant, clock }: Call): Result {
  const bytes = existingMemories(tenant, clock.now()).reduce(
    (sum, { content, metadata }) => sum + new TextEncoder().encode(content + JSON.stringify(metadata)).length,
    0,
  );
  return { data: { used_bytes: bytes, quota_bytes: null } };
}
