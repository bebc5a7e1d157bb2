import type { DocumentClient, GraphClient, MemoryInventoryClient } from '@loci/contracts';
import type { Caller } from '@loci/core';
import type { InTransaction } from '@loci/postgres';

export interface SearchStatisticsDeps {
  inTransaction: InTransaction;
  graph: Pick<GraphClient, 'countRelationships'>;
  memory: Pick<MemoryInventoryClient, 'count'>;
  document: Pick<DocumentClient, 'count'>;
}

export interface SearchStatistics {
  totalMemories: number;
  totalDocuments: number;
  totalRelationships: number;
  /** 0..1: the share of memories whose embedding is complete; 1 when there are none. */
  embeddingCoverage: number;
  /** When something of the tenant was last written to the indexes or removed from them. */
  lastIndexed: Date | null;
}

/**
 * Counts of the caller's tenant: active, unprotected memories, documents, relationships.
 * @see SPEC.md "Search" 3; DECISIONS.md "Memories" (protected memories are not counted)
 */
export async function searchStatistics(
  { inTransaction, graph, memory, document }: SearchStatisticsDeps,
  caller: Caller,
  signal: AbortSignal,
): Promise<SearchStatistics> {
  const options = { signal, requestId: caller.requestId };
  const [totalMemories, totalDocuments, totalRelationships, indexed] = await Promise.all([
    memory.count(caller.tenantId, options),
    document.count(caller.tenantId, options),
    graph.countRelationships(caller.tenantId, options),
    inTransaction(caller.tenantId, (tx) =>
      tx.query<{ completed: string; last_indexed: Date | null }>(
        `SELECT count(*) FILTER (WHERE kind = 'memory' AND embedding_status = 'completed' AND NOT deleted)
             AS completed,
           max(indexed_at) AS last_indexed
         FROM items WHERE tenant_id = $1`,
        [caller.tenantId],
        'search-statistics',
      ),
    ),
  ]);
  const completed = Number(indexed[0]!.completed);
  return {
    totalMemories,
    totalDocuments,
    totalRelationships,
    embeddingCoverage: totalMemories === 0 ? 1 : Math.min(1, completed / totalMemories),
    lastIndexed: indexed[0]!.last_indexed,
  };
}
