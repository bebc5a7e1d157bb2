import type { Method } from '../../platform/api-client.ts';
import type { TextSource } from '../../texts/memory-texts.ts';

/** Resources of a tenant that the read operations need. */
export interface ReadData {
  texts: TextSource;
  memoryIds: readonly string[];
  userId: string;
  tag: string;
  /** A memory with several versions. */
  evolvedId: string;
  /** A memory with several revisions. */
  revisedId: string;
  /** A memory with several contradictions. */
  disputedId: string;
  relationshipId: string;
  documentId: string;
  artifactPath: string;
  webhookId: string;
  checkpointId: string;
  /** `next_cursor` of a first page with one item, by path without query parameters. */
  cursors: Readonly<Record<string, string>>;
}

/** A measured request of a read operation. */
export interface ReadVariant {
  /** Method and path template as in the OpenAPI document. */
  operation: string;
  /** Name of the variant, unique within the operation. */
  variant: string;
  path?(data: ReadData, index: number): Record<string, string>;
  query?(data: ReadData): Record<string, string>;
  body?(data: ReadData, index: number): object;
}

export interface ReadRequest {
  method: Method;
  path: string;
  body: string | undefined;
}

/** Builds a request. @param index number of the request, which selects the resource or the question */
export function readRequest(variant: ReadVariant, data: ReadData, index: number): ReadRequest {
  const path = readPath(variant, data, index);
  const query = new URLSearchParams(variant.query?.(data)).toString();
  return {
    method: variant.operation.split(' ')[0] as Method,
    path: query === '' ? path : `${path}?${query}`,
    body: variant.body === undefined ? undefined : JSON.stringify(variant.body(data, index)),
  };
}

/** Builds the path of a request, without the query. */
export function readPath(variant: ReadVariant, data: ReadData, index: number): string {
  const values = variant.path?.(data, index) ?? {};
  return variant.operation
    .split(' ')[1]!
    .replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name]!));
}

const PAGE = { per_page: '10' };
const memory = ({ memoryIds }: ReadData, index: number) => memoryIds[(index * 7919) % memoryIds.length]!;

/**
 * Returns the variants of a list with 10 items per page: the first page, page 2, and a page after a cursor.
 *
 * @param filter query parameters of all variants. They do not change the cursor.
 */
function list(
  operation: string,
  variant: string,
  path?: ReadVariant['path'],
  filter: Record<string, string> = {},
): ReadVariant[] {
  const base = { operation, ...(path === undefined ? {} : { path }) };
  const cursor = (data: ReadData) =>
    data.cursors[readPath({ ...base, variant }, data, 0)] ?? 'no second page';
  return [
    { ...base, variant, query: () => ({ ...PAGE, ...filter }) },
    { ...base, variant: 'second page', query: () => ({ ...PAGE, ...filter, page: '2' }) },
    { ...base, variant: 'cursor', query: (data) => ({ ...PAGE, ...filter, cursor: cursor(data) }) },
  ];
}

const MEMORIES = 'GET /api/v2/memories';
const DAILY_COUNTS = 'GET /api/v2/memories/counts/daily';
const RELATIONSHIPS = 'GET /api/v2/relationships';
const ARTIFACTS = 'GET /api/v2/artifacts/list';
const CHECKPOINTS = 'GET /api/v2/checkpoints';
const SUGGESTIONS = 'GET /api/v2/suggestions';
const CONTRADICTIONS = 'GET /api/v2/contradictions';
const AUDIT = 'GET /api/v2/audit';
const REFLECT = 'POST /api/v2/analysis/reflect';
const SORTS = ['created_at', 'occurred_at', 'importance', 'updated_at'].flatMap((field) => [
  `-${field}`,
  field,
]);

const filteredMemories = (variant: string, query: Record<string, string>): ReadVariant => ({
  operation: MEMORIES,
  variant,
  query: () => ({ ...PAGE, ...query }),
});

/**
 * Measured requests of all operations with the scope `read`. A test compares them with the OpenAPI document,
 * and fails if an operation, query parameter or sort order has no variant.
 */
export const READ_VARIANTS: readonly ReadVariant[] = [
  ...list(MEMORIES, 'first page'),
  ...SORTS.map((sort) => filteredMemories(`sort=${sort}`, { sort })),
  filteredMemories('memory_type=fact', { memory_type: 'fact' }),
  filteredMemories('memory_types=insight,task', { memory_types: 'insight,task' }),
  filteredMemories('source_types=conversation,web_scrape', { source_types: 'conversation,web_scrape' }),
  filteredMemories('memory_type=fact, sort=-importance', { memory_type: 'fact', sort: '-importance' }),
  { operation: MEMORIES, variant: 'user_id', query: ({ userId }) => ({ ...PAGE, user_id: userId }) },
  filteredMemories('importance_threshold=0.5', { importance_threshold: '0.5' }),
  filteredMemories('pinned=true', { pinned: 'true' }),
  filteredMemories('date_from and date_to', { date_from: '2020-01-01', date_to: '2100-01-01' }),
  filteredMemories('time_range=week', { time_range: 'week' }),
  { operation: MEMORIES, variant: 'tags', query: ({ tag }) => ({ ...PAGE, tags: tag }) },
  filteredMemories('include_inactive=true', { include_inactive: 'true' }),
  filteredMemories('include=superseded,expired,future', { include: 'superseded,expired,future' }),
  { operation: MEMORIES, variant: 'as_of', query: () => ({ ...PAGE, as_of: new Date().toISOString() }) },
  {
    operation: MEMORIES,
    variant: 'known_at',
    query: () => ({ ...PAGE, known_at: new Date().toISOString() }),
  },
  filteredMemories('conversation_id', { conversation_id: 'bench' }),
  { operation: DAILY_COUNTS, variant: '' },
  {
    operation: DAILY_COUNTS,
    variant: 'first_day and last_day',
    query: () => ({ first_day: '2026-01-01', last_day: '2026-12-31' }),
  },
  {
    operation: 'GET /api/v2/memories/{memory_id}',
    variant: '',
    path: (data, index) => ({ memory_id: memory(data, index) }),
  },
  {
    operation: 'GET /api/v2/memories/{memory_id}',
    variant: 'include_inactive=true',
    path: (data, index) => ({ memory_id: memory(data, index) }),
    query: () => ({ include_inactive: 'true' }),
  },
  {
    operation: 'GET /api/v2/memories/{memory_id}',
    variant: 'as_of and known_at',
    path: (data, index) => ({ memory_id: memory(data, index) }),
    query: () => ({ as_of: new Date().toISOString(), known_at: new Date().toISOString() }),
  },
  ...list('GET /api/v2/memories/{memory_id}/revisions', 'first page', ({ revisedId }) => ({
    memory_id: revisedId,
  })),
  {
    operation: 'GET /api/v2/memories/{memory_id}/readers',
    variant: '',
    path: (data, index) => ({ memory_id: memory(data, index) }),
  },
  ...list('GET /api/v2/memory-states', 'first page'),
  ...list('GET /api/v2/contradiction-states', 'first page'),
  ...list('GET /api/v2/relationship-states', 'first page'),
  ...list('GET /api/v2/memories/{memory_id}/history', 'first page', ({ evolvedId }) => ({
    memory_id: evolvedId,
  })),
  ...list('GET /api/v2/memories/{memory_id}/contradictions', 'first page', ({ disputedId }) => ({
    memory_id: disputedId,
  })),
  {
    operation: 'GET /api/v2/memories/{memory_id}/tags',
    variant: '',
    path: (data, index) => ({ memory_id: memory(data, index) }),
  },
  ...list('GET /api/v2/tags', 'first page'),
  ...list('GET /api/v2/tags/{tag}/memories', 'first page', ({ tag }) => ({ tag })),
  ...list(RELATIONSHIPS, 'first page'),
  {
    operation: RELATIONSHIPS,
    variant: 'sort=-created_at',
    query: () => ({ ...PAGE, sort: '-created_at' }),
  },
  {
    operation: RELATIONSHIPS,
    variant: 'memory_id, sort=-strength',
    query: ({ memoryIds }) => ({ ...PAGE, memory_id: memoryIds[0]!, sort: '-strength' }),
  },
  ...(['from_id', 'to_id', 'memory_id'] as const).map((parameter): ReadVariant => ({
    operation: RELATIONSHIPS,
    variant: parameter,
    query: ({ memoryIds }) => ({ ...PAGE, [parameter]: memoryIds[0]! }),
  })),
  {
    operation: RELATIONSHIPS,
    variant: 'relationship_type=supports',
    query: () => ({ ...PAGE, relationship_type: 'supports' }),
  },
  {
    operation: RELATIONSHIPS,
    variant: 'include_inactive=true',
    query: () => ({ ...PAGE, include_inactive: 'true' }),
  },
  {
    operation: RELATIONSHIPS,
    variant: 'include=expired,future',
    query: () => ({ ...PAGE, include: 'expired,future' }),
  },
  ...(['as_of', 'known_at'] as const).map((parameter): ReadVariant => ({
    operation: RELATIONSHIPS,
    variant: parameter,
    query: () => ({ ...PAGE, [parameter]: new Date().toISOString() }),
  })),
  {
    operation: 'GET /api/v2/relationships/{relationship_id}',
    variant: '',
    path: ({ relationshipId }) => ({ relationship_id: relationshipId }),
  },
  {
    operation: 'GET /api/v2/relationships/{relationship_id}',
    variant: 'as_of and known_at',
    path: ({ relationshipId }) => ({ relationship_id: relationshipId }),
    query: () => ({ as_of: new Date().toISOString(), known_at: new Date().toISOString() }),
  },
  ...list('GET /api/v2/relationships/{relationship_id}/revisions', 'first page', ({ relationshipId }) => ({
    relationship_id: relationshipId,
  })),
  {
    operation: 'POST /api/v2/relationships/neighborhood',
    variant: 'one memory',
    body: (data, index) => ({ memory_ids: [memory(data, index)] }),
  },
  {
    operation: 'POST /api/v2/relationships/traverse',
    variant: 'depth 3',
    body: (data, index) => ({ start_memory_id: memory(data, index), max_depth: 3 }),
  },
  {
    operation: 'POST /api/v2/relationships/traverse',
    variant: 'depth 3, known_at',
    body: (data, index) => ({
      start_memory_id: memory(data, index),
      max_depth: 3,
      known_at: new Date().toISOString(),
    }),
  },
  ...(['POST /api/v2/search/hybrid', 'POST /api/v2/search/vector'] as const).map(
    (operation): ReadVariant => ({
      operation,
      variant: 'limit 20',
      body: ({ texts }, index) => ({ query: texts.question(index) }),
    }),
  ),
  {
    operation: 'POST /api/v2/search/hybrid',
    variant: 'memory_types, tags and importance_threshold',
    body: ({ texts, tag }, index) => ({
      query: texts.question(index),
      memory_types: ['fact', 'task'],
      tags: tag,
      importance_threshold: 0.3,
    }),
  },
  {
    operation: 'POST /api/v2/search/hybrid',
    variant: 'explain',
    body: ({ texts }, index) => ({ query: texts.question(index), explain: true }),
  },
  {
    operation: 'POST /api/v2/context',
    variant: 'query',
    body: ({ texts }, index) => ({ query: texts.question(index) }),
  },
  { operation: 'POST /api/v2/context', variant: '', body: () => ({}) },
  {
    operation: 'POST /api/v2/search/why-not',
    variant: 'limit 20',
    body: (data, index) => ({
      memory_id: memory(data, index),
      search: { query: data.texts.question(index) },
    }),
  },
  { operation: 'GET /api/v2/search/stats', variant: '' },
  ...list('GET /api/v2/documents', 'first page'),
  {
    operation: 'GET /api/v2/documents/{document_id}',
    variant: 'include_chunks=true',
    path: ({ documentId }) => ({ document_id: documentId }),
    query: () => ({ include_chunks: 'true' }),
  },
  {
    operation: 'GET /api/v2/documents/{document_id}/text',
    variant: '',
    path: ({ documentId }) => ({ document_id: documentId }),
  },
  {
    operation: 'GET /api/v2/documents/{document_id}/outline',
    variant: '',
    path: ({ documentId }) => ({ document_id: documentId }),
  },
  { operation: 'GET /api/v2/conversations', variant: 'none', query: () => ({ limit: '10' }) },
  {
    operation: 'GET /api/v2/documents/{document_id}/download',
    variant: '',
    path: ({ documentId }) => ({ document_id: documentId }),
  },
  {
    operation: 'GET /api/v2/artifacts',
    variant: '',
    query: ({ artifactPath }) => ({ path: artifactPath }),
  },
  ...list(ARTIFACTS, 'first page', undefined, { prefix: '/bench' }),
  {
    operation: ARTIFACTS,
    variant: 'name_pattern',
    query: () => ({ ...PAGE, prefix: '/bench', name_pattern: '7' }),
  },
  ...(['recent', 'today', 'week', 'month'] as const).map((timeWindow): ReadVariant => ({
    operation: REFLECT,
    variant: timeWindow,
    body: () => ({ time_window: timeWindow }),
  })),
  {
    operation: REFLECT,
    variant: 'week with documents',
    body: () => ({ time_window: 'week', include_documents: true }),
  },
  { operation: 'POST /api/v2/analysis/summarize', variant: 'last 24 hours', body: () => ({}) },
  {
    operation: 'POST /api/v2/analysis/summarize',
    variant: '100 memories',
    body: ({ memoryIds }) => ({ memory_ids: memoryIds.slice(0, 100) }),
  },
  { operation: 'GET /api/v2/analysis/insights', variant: '' },
  { operation: 'GET /api/v2/personality/personas', variant: '' },
  { operation: 'GET /api/v2/personality', variant: '' },
  { operation: 'GET /api/v2/personality/awakening', variant: '' },
  {
    operation: 'GET /api/v2/personality/awakening',
    variant: 'persona_id',
    query: () => ({ persona_id: 'professional' }),
  },
  { operation: CHECKPOINTS, variant: 'first page', query: () => PAGE },
  { operation: CHECKPOINTS, variant: 'second page', query: () => ({ ...PAGE, page: '2' }) },
  {
    operation: CHECKPOINTS,
    variant: 'cursor',
    query: ({ cursors }) => ({ ...PAGE, cursor: cursors['/api/v2/checkpoints'] ?? 'no second page' }),
  },
  { operation: CHECKPOINTS, variant: 'name', query: () => ({ ...PAGE, name: 'bench' }) },
  {
    operation: 'GET /api/v2/checkpoints/{checkpoint_id}',
    variant: '20 memories',
    path: ({ checkpointId }) => ({ checkpoint_id: checkpointId }),
    query: () => ({ limit: '20' }),
  },
  { operation: 'GET /api/v2/auth/verify', variant: '' },
  { operation: SUGGESTIONS, variant: 'first page', query: () => ({ limit: '10' }) },
  {
    operation: SUGGESTIONS,
    variant: 'filtered',
    query: (data) => ({ limit: '10', status: 'open', kind: 'duplicate', memory_id: memory(data, 0) }),
  },
  { operation: AUDIT, variant: 'first page', query: () => ({ limit: '10' }) },
  {
    operation: AUDIT,
    variant: 'filtered',
    query: () => ({
      limit: '10',
      object_type: 'memory',
      action: 'delete',
      from: '2026-11-01',
      to: '2026-12-01',
    }),
  },
  {
    operation: 'GET /api/v2/audit/export',
    variant: 'filtered',
    query: () => ({ object_type: 'memory', action: 'delete', from: '2026-11-01', to: '2026-12-01' }),
  },
  { operation: 'GET /api/v2/webhooks', variant: '' },
  {
    operation: 'GET /api/v2/webhooks/{webhook_id}',
    variant: '',
    path: ({ webhookId }) => ({ webhook_id: webhookId }),
  },
  ...['first page', 'cursor'].map((variant): ReadVariant => ({
    operation: 'GET /api/v2/webhooks/{webhook_id}/deliveries',
    variant,
    path: ({ webhookId }) => ({ webhook_id: webhookId }),
    query: ({ webhookId, cursors }) => ({
      ...PAGE,
      ...(variant === 'cursor' && {
        cursor: cursors[`/api/v2/webhooks/${webhookId}/deliveries`] ?? 'no second page',
      }),
    }),
  })),
  {
    operation: 'GET /api/v2/webhooks/{webhook_id}/deliveries',
    variant: 'status=pending',
    path: ({ webhookId }) => ({ webhook_id: webhookId }),
    query: () => ({ ...PAGE, status: 'pending' }),
  },
  { operation: 'GET /api/v2/erasures', variant: 'empty', query: () => ({ limit: '10' }) },
  { operation: 'GET /api/v2/settings/retention', variant: '' },
  { operation: 'GET /api/v2/settings/secret-filter', variant: '' },
  { operation: 'GET /api/v2/settings/readers', variant: '' },
  { operation: 'GET /api/v2/saved-searches', variant: 'empty' },
  { operation: 'GET /api/v2/overview', variant: 'days=14', query: () => ({ days: '14' }) },
  { operation: CONTRADICTIONS, variant: 'first page', query: () => ({ limit: '10' }) },
  {
    operation: CONTRADICTIONS,
    variant: 'cursor',
    query: ({ cursors }) => ({ limit: '10', cursor: cursors['/api/v2/contradictions'] ?? 'no second page' }),
  },
  { operation: 'GET /api/v2/usage/memories', variant: '' },
  { operation: 'GET /api/v2/usage/documents', variant: '' },
  { operation: 'GET /api/v2/usage/artifacts', variant: '' },
];

const AUDIT_FILTERS = Object.fromEntries(
  ['user_id', 'key_id', 'operation', 'object_id', 'request_id'].map((filter) => [
    filter,
    'filters the scanned entries like `object_type`',
  ]),
);

/** Operations with the scope `read` that have no variant, with the reason. */
export const UNMEASURED_OPERATIONS: Readonly<Record<string, string>> = {
  'GET /api/v2/erasures/{erasure_id}': 'an erasure would delete the measured data',
};

/** Query parameters that no variant uses, by operation, with the reason. */
export const UNMEASURED_PARAMETERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  [MEMORIES]: {
    min_importance: 'another name of `importance_threshold`',
    start_date: 'another name of `date_from`',
    end_date: 'another name of `date_to`',
  },
  [AUDIT]: { ...AUDIT_FILTERS, cursor: 'continues the scan of the index like `to`' },
  'GET /api/v2/audit/export': AUDIT_FILTERS,
  [SUGGESTIONS]: { cursor: 'the texts of the benchmark contain no suggested pairs' },
  'GET /api/v2/erasures': { cursor: 'a workspace has at most 10 erasures per day' },
  'GET /api/v2/documents/{document_id}': {
    cursor: 'the document of the benchmark has one page of chunks',
    page: 'the document of the benchmark has one page of chunks',
    per_page: 'the document of the benchmark has one page of chunks',
  },
  'GET /api/v2/documents/{document_id}/text': {
    cursor: 'only a document with more than 50 chunks has a second page',
  },
  'GET /api/v2/documents/{document_id}/outline': {
    cursor: 'only a document with many sections has a second page',
  },
  'GET /api/v2/conversations': {
    cursor: 'the memories of the benchmark have no conversations',
  },
};
