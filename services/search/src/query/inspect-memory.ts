import { isProtectedType, MAX_INSPECTED_RANK, validityOf } from '@loci/contracts';
import type {
  InspectedMemory,
  InspectMemoryRequest,
  MemoryInventoryClient,
  RetrieverPlace,
} from '@loci/contracts';
import { memoryStateSchema } from '@loci/events';
import type { MemoryState } from '@loci/events';
import type { InTransaction } from '@loci/postgres';
import type { Embedder } from '../embedding/embedder.ts';
import { isRemoval, toArchiveChange, toMemoryChange } from '../indexing/index-change.ts';
import type { ItemRecord } from '../indexing/item.repository.ts';
import { readTermScorer } from '../candidate-retriever/rescore-terms.ts';
import { eventTime } from '../items/indexed-item.ts';
import type { IndexedItem } from '../items/indexed-item.ts';
import { passesFilter } from '../items/search-filter.ts';
import { toVisibility } from '../items/visibility.ts';
import type { KeywordIndex } from '../keyword-index/keyword-index.ts';
import { orNullIfUnavailable } from '../or-null-if-unavailable.ts';
import type { VectorIndex } from '../vector-index/vector-index.ts';
import { includesSuperseded, inArchive } from './archive-filter.ts';
import { toFieldFilter, toSearchFilter } from './to-search-filter.ts';

interface InspectedIndexes {
  keywordIndex: Pick<KeywordIndex, 'fetch' | 'search' | 'score' | 'explain' | 'idfs'>;
  servingSpace(): Promise<{
    embedder: Pick<Embedder, 'embed'>;
    index: Pick<VectorIndex, 'search' | 'score' | 'vectors'>;
  }>;
}

export interface InspectMemoryDeps extends InspectedIndexes {
  inTransaction: InTransaction;
  memoryInventory: Pick<MemoryInventoryClient, 'states'>;
  /** Superseded versions. */
  archive: InspectedIndexes;
}

/** What a collection contains of a memory. */
interface IndexedState {
  record: Pick<ItemRecord, 'revision' | 'embeddingStatus'> | null;
  /** Null if the keyword index is unavailable. */
  indexed: IndexedItem[] | null;
  keyword: RetrieverPlace | null;
  vector: { hasVector: boolean; place: RetrieverPlace | null } | null;
}

/**
 * Reads everything that decides whether a search finds a memory. Sends the same requests for every id, so that their
 * duration does not reveal whether another tenant has the memory. The archive is read if the filter includes superseded
 * versions. The place of a superseded version is its place in the archive.
 *
 * @throws SYS_SERVICE_UNAVAILABLE if the memory service or the database is unavailable
 */
export async function inspectMemory(
  deps: InspectMemoryDeps,
  request: InspectMemoryRequest,
  signal: AbortSignal,
): Promise<InspectedMemory> {
  const { tenant_id: tenantId, id } = request;
  const [states, current, archived] = await Promise.all([
    deps.memoryInventory.states(tenantId, [id], { signal }),
    inspectCollection(deps, deps, 'items', request, signal),
    includesSuperseded(request.filter) ? inspectArchive(deps, request, signal) : null,
  ]);
  const found = states.map(({ revision, state }) => ({ revision, state: memoryStateSchema.parse(state) }))[0];
  const now = new Date();
  const isVisible =
    found !== undefined && !isProtectedType(found.state.memory_type) && !hasExpired(found.state, now);
  const { record, indexed, keyword, vector } =
    archived && isVisible && !found.state.is_active ? archived : current;
  return {
    memory: isVisible ? toMemory(found) : null,
    failed_filters: isVisible ? listFailedFilters(request, found, now) : [],
    // If the keyword index is unavailable, the record shows the revision that was written last.
    indexed_revision: indexed ? (indexed[0]?.revision ?? null) : (record?.revision ?? null),
    embedding_status: record?.embeddingStatus ?? 'pending',
    has_vector: vector?.hasVector ?? false,
    keyword,
    vector: request.vector ? (vector?.place ?? null) : null,
  };
}

const toMemory = ({ revision, state }: { revision: number; state: MemoryState }) => ({
  revision,
  is_active: state.is_active,
  superseded_by: state.superseded_by ?? null,
  updated_at: state.updated_at,
  occurred_at: state.occurred_at ?? state.created_at,
  valid_until: state.valid_until ?? null,
});

/** Returns true for a memory that no operation may return any more. */
const hasExpired = ({ expires_at: expiresAt }: MemoryState, now: Date): boolean =>
  expiresAt !== undefined && Date.parse(expiresAt) <= now.getTime();

async function inspectCollection(
  { inTransaction }: InspectMemoryDeps,
  indexes: InspectedIndexes,
  table: 'items' | 'superseded_items',
  request: InspectMemoryRequest,
  signal: AbortSignal,
): Promise<IndexedState> {
  const { tenant_id: tenantId, id } = request;
  const [record, indexed, keyword, vector] = await Promise.all([
    findRecord(inTransaction, table, tenantId, id),
    orNullIfUnavailable(indexes.keywordIndex.fetch(tenantId, { ids: [id] })),
    request.keyword ? orNullIfUnavailable(placeInKeywordSearch(indexes, request)) : null,
    orNullIfUnavailable(placeInVectorSearch(indexes, request, signal)),
  ]);
  return { record, indexed, keyword, vector };
}

/** Inspects the archive. Its keyword scores are computed with the document frequencies of the current items. */
async function inspectArchive(
  deps: InspectMemoryDeps,
  request: InspectMemoryRequest,
  signal: AbortSignal,
): Promise<IndexedState> {
  const { tenant_id: tenantId, query, id } = request;
  const { archive, keywordIndex } = deps;
  const [state, terms, scorer] = await Promise.all([
    inspectCollection(
      deps,
      archive,
      'superseded_items',
      { ...request, filter: inArchive(request.filter) },
      signal,
    ),
    orNullIfUnavailable(archive.keywordIndex.explain(tenantId, { query, ids: [id] })),
    orNullIfUnavailable(readTermScorer(keywordIndex, tenantId, query)),
  ]);
  const { keyword } = state;
  const parts = terms?.get(id);
  if (!keyword || keyword.score === null || !parts || !scorer) return state;
  const score = scorer(parts).reduce((sum, { weight }) => sum + weight, 0);
  // The scores in the archive are on another scale.
  return { ...state, keyword: { ...keyword, score, window_score: null } };
}

async function findRecord(
  inTransaction: InTransaction,
  table: 'items' | 'superseded_items',
  tenantId: string,
  id: string,
): Promise<Pick<ItemRecord, 'revision' | 'embeddingStatus'> | null> {
  const [row] = await inTransaction(tenantId, (tx) =>
    tx.query<{ revision: string; embedding_status: ItemRecord['embeddingStatus'] }>(
      `SELECT revision, embedding_status FROM ${table} WHERE tenant_id = $1 AND id = $2 AND NOT deleted`,
      [tenantId, id],
      `${table}-inspect`,
    ),
  );
  return row ? { revision: Number(row.revision), embeddingStatus: row.embedding_status } : null;
}

/** Compares the current state of the memory with each field of the filter. */
function listFailedFilters(
  { tenant_id: tenantId, filter }: InspectMemoryRequest,
  { revision, state }: { revision: number; state: MemoryState },
  now: Date,
): InspectedMemory['failed_filters'] {
  const change = toArchiveChange(tenantId, revision, state) ?? toMemoryChange(tenantId, revision, state);
  if (isRemoval(change)) return [];
  const { include = [], as_of: asOf, ...fieldFilter } = filter;
  const failed: InspectedMemory['failed_filters'] = [];
  // The period of a superseded version does not matter.
  if (
    state.is_active &&
    !passesFilter(change.item, { visibility: toVisibility(now.getTime(), include, asOf) })
  )
    failed.push({ field: 'include', required: include, actual: validityOfItem(change.item, now) });
  const fields = Object.keys(fieldFilter) as (keyof typeof fieldFilter)[];
  for (const field of fields) {
    const required = fieldFilter[field];
    if (required !== undefined && !passesFilter(change.item, toFieldFilter({ [field]: required })))
      failed.push({ field, required, actual: FILTERED_VALUES[field](change.item) });
  }
  return failed;
}

const validityOfItem = ({ validFrom, validUntil }: IndexedItem, now: Date): string =>
  validityOf(
    {
      isActive: true,
      validFrom: validFrom === undefined ? null : new Date(validFrom),
      validUntil: validUntil === undefined ? null : new Date(validUntil),
    },
    now,
  );

/** Returns the value of an item that a field of the filter is compared with. The items are memories. */
const FILTERED_VALUES: Record<
  Exclude<InspectedMemory['failed_filters'][number]['field'], 'include'>,
  (item: IndexedItem) => string | number | string[]
> = {
  memory_types: (item) => item.memoryType!,
  source_types: (item) => item.sourceType,
  min_importance: (item) => item.importance!,
  tags: (item) => item.tags,
  occurred_from: (item) => Date.parse(eventTime(item)),
  occurred_to: (item) => Date.parse(eventTime(item)),
  user_id: (item) => item.userId,
  document_id: () => [],
};

async function placeInKeywordSearch(
  { keywordIndex }: InspectedIndexes,
  { tenant_id: tenantId, id, query, filter: wire, window }: InspectMemoryRequest,
): Promise<RetrieverPlace> {
  const filter = toSearchFilter(wire);
  const [hits, scored] = await Promise.all([
    keywordIndex.search(tenantId, { query, filter, limit: MAX_INSPECTED_RANK }),
    keywordIndex.score(tenantId, { query, ids: [id], filter }),
  ]);
  // The score of an item without a match is 0.
  return toPlace(hits, id, scored[0]?.score || null, window);
}

async function placeInVectorSearch(
  { servingSpace }: InspectedIndexes,
  { tenant_id: tenantId, id, query, filter, window, vector: isRequested }: InspectMemoryRequest,
  signal: AbortSignal,
): Promise<{ hasVector: boolean; place: RetrieverPlace | null }> {
  const { embedder, index } = await servingSpace();
  const stored = index.vectors(tenantId, [id]);
  const [vector] = isRequested ? await embedder.embed([query], { signal }) : [null];
  if (!vector) {
    const place = isRequested ? { score: null, rank: null, window_score: null } : null;
    return { hasVector: (await stored).has(id), place };
  }
  const [vectors, hits, scored] = await Promise.all([
    stored,
    index.search(tenantId, { vector, filter: toSearchFilter(filter), limit: MAX_INSPECTED_RANK }),
    index.score(tenantId, { vector, ids: [id] }),
  ]);
  return { hasVector: vectors.has(id), place: toPlace(hits, id, scored[0]?.score ?? null, window) };
}

const toPlace = (
  hits: readonly { id: string; score: number }[],
  id: string,
  score: number | null,
  window: number,
): RetrieverPlace => ({
  score,
  rank: hits.findIndex((hit) => hit.id === id) + 1 || null,
  window_score: hits[window - 1]?.score ?? null,
});
