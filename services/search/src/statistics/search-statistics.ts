import type { DocumentClient, GraphClient, MemoryInventoryClient } from '@loci/contracts';
import type { Caller } from '@loci/core';
import type { InTransaction } from '@loci/postgres';

export interface SearchStatisticsDeps {
  inTransaction: InTransaction;
  graph: Pick<GraphClient, 'countRelationships'>;
  memoryInventory: Pick<MemoryInventoryClient, 'count'>;
  document: Pick<DocumentClient, 'count'>;
}

export interface SearchStatistics {
  totalMemories: number;
  totalDocuments: number;
  totalRelationships: number;
  /** Share of memories with a completed embedding, 0..1. 1 if there are no memories. */
  embeddingCoverage: number;
  /** Time of the last change to the tenant's indexes. Null if nothing was indexed. */
  lastIndexed: Date | null;
}

/**
 * Computes the statistics of the caller's tenant. Inactive versions and protected memories are not counted.
 *
 * @throws SYS_SERVICE_UNAVAILABLE if another service or the database is unavailable
 * @see docs/reference/search.md#search-statistics
 */
export async function searchStatistics(
  { inTransaction, graph, memoryInventory, document }: SearchStatisticsDeps,
  caller: Caller,
  signal: AbortSignal,
): Promise<SearchStatistics> {
  const options = { signal, requestId: caller.requestId };
  const [memories, totalDocuments, totalRelationships, [indexed]] = await Promise.all([
    memoryInventory.count(caller.tenantId, options),
    document.count(caller.tenantId, options),
    graph.countRelationships(caller.tenantId, options),
    inTransaction(caller.tenantId, (tx) =>
      tx.query<{ last_indexed: Date | null }>(
        'SELECT max(indexed_at) AS last_indexed FROM items WHERE tenant_id = $1',
        [caller.tenantId],
        'search-last-indexed',
      ),
    ),
  ]);
  return {
    totalMemories: memories.total,
    totalDocuments,
    totalRelationships,
    embeddingCoverage: memories.total === 0 ? 1 : memories.embedded / memories.total,
    lastIndexed: indexed!.last_indexed,
  };
}
