import { isProtectedType, MAX_INSPECTED_RANK } from '@loci/contracts';
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
import { isRemoval, toMemoryChange } from '../indexing/index-change.ts';
import type { ItemRecord } from '../indexing/item.repository.ts';
import { eventTime } from '../items/indexed-item.ts';
import type { IndexedItem } from '../items/indexed-item.ts';
import { passesFilter } from '../items/search-filter.ts';
import type { KeywordIndex } from '../keyword-index/keyword-index.ts';
import { orNullIfUnavailable } from '../or-null-if-unavailable.ts';
import type { VectorIndex } from '../vector-index/vector-index.ts';
import { toSearchFilter } from './to-search-filter.ts';

export interface InspectMemoryDeps {
  inTransaction: InTransaction;
  memory: Pick<MemoryInventoryClient, 'states'>;
  keywordIndex: Pick<KeywordIndex, 'fetch' | 'search' | 'score'>;
  servingSpace(): Promise<{
    embedder: Pick<Embedder, 'embed'>;
    index: Pick<VectorIndex, 'search' | 'score' | 'vectors'>;
  }>;
}

/**
 * Reads everything that decides whether a search finds a memory. Sends the same requests for every id, so that their
 * duration does not reveal whether another tenant has the memory.
 *
 * @throws SYS_SERVICE_UNAVAILABLE if the memory service or the database is unavailable
 */
export async function inspectMemory(
  deps: InspectMemoryDeps,
  request: InspectMemoryRequest,
  signal: AbortSignal,
): Promise<InspectedMemory> {
  const { tenant_id: tenantId, id } = request;
  const [states, record, indexed, keyword, vector] = await Promise.all([
    deps.memory.states(tenantId, [id], { signal }),
    findRecord(deps, tenantId, id),
    orNullIfUnavailable(deps.keywordIndex.fetch(tenantId, { ids: [id] })),
    request.keyword ? orNullIfUnavailable(placeInKeywordSearch(deps, request)) : null,
    orNullIfUnavailable(placeInVectorSearch(deps, request, signal)),
  ]);
  const found = states.map(({ revision, state }) => ({ revision, state: memoryStateSchema.parse(state) }))[0];
  const isVisible = found !== undefined && !isProtectedType(found.state.memory_type);
  return {
    memory: isVisible ? toMemory(found) : null,
    failed_filters: isVisible ? listFailedFilters(request, found) : [],
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
});

async function findRecord(
  { inTransaction }: InspectMemoryDeps,
  tenantId: string,
  id: string,
): Promise<Pick<ItemRecord, 'revision' | 'embeddingStatus'> | null> {
  const [row] = await inTransaction(tenantId, (tx) =>
    tx.query<{ revision: string; embedding_status: ItemRecord['embeddingStatus'] }>(
      'SELECT revision, embedding_status FROM items WHERE tenant_id = $1 AND id = $2 AND NOT deleted',
      [tenantId, id],
      'items-inspect',
    ),
  );
  return row ? { revision: Number(row.revision), embeddingStatus: row.embedding_status } : null;
}

/** Compares the current state of the memory with each field of the filter. */
function listFailedFilters(
  { tenant_id: tenantId, filter }: InspectMemoryRequest,
  { revision, state }: { revision: number; state: MemoryState },
): InspectedMemory['failed_filters'] {
  const change = toMemoryChange(tenantId, revision, state);
  if (isRemoval(change)) return [];
  const fields = Object.keys(filter) as (keyof typeof filter)[];
  return fields.flatMap((field) => {
    const required = filter[field];
    if (required === undefined || passesFilter(change.item, toSearchFilter({ [field]: required }))) return [];
    return [{ field, required, actual: FILTERED_VALUES[field](change.item) }];
  });
}

/** Returns the value of an item that a field of the filter is compared with. The items are memories. */
const FILTERED_VALUES: Record<
  InspectedMemory['failed_filters'][number]['field'],
  (item: IndexedItem) => string | number | string[]
> = {
  memory_types: (item) => item.memoryType!,
  source_types: (item) => item.sourceType,
  min_importance: (item) => item.importance!,
  tags: (item) => item.tags,
  occurred_from: (item) => Date.parse(eventTime(item)),
  occurred_to: (item) => Date.parse(eventTime(item)),
  user_id: (item) => item.userId,
};

async function placeInKeywordSearch(
  { keywordIndex }: InspectMemoryDeps,
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
  { servingSpace }: InspectMemoryDeps,
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
