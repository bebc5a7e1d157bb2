import type { CloudItem, EdgesOf, ResultItem } from '@loci/contracts';
import type { GraphExpansion } from './expand-graph.ts';
import { buildKnowledgeCloud, listVisitedNodes } from './knowledge-cloud.ts';
import type { KnowledgeCloud } from './knowledge-cloud.ts';
import type { CandidateSet } from './retrieve-candidates.ts';
import type { SearchContext } from './search-context.ts';

/** Contents and relationships of the results. */
export interface LoadedResults {
  items: ReadonlyMap<string, ResultItem>;
  /** Relationships of each result, by item id. Empty if the graph service is unavailable. */
  relationships: ReadonlyMap<string, EdgesOf['of'][number]>;
  /** Knowledge cloud of the results. Null if graph expansion is off. */
  cloud: KnowledgeCloud | null;
}

const MAX_RELATIONSHIPS_PER_RESULT = 20;

/**
 * Loads the contents of the results, their relationships and the knowledge cloud in parallel.
 *
 * @param ids ids of the results
 * @throws SYS_SERVICE_UNAVAILABLE if the search service does not respond
 */
export async function loadResults(
  context: SearchContext,
  ids: readonly string[],
  candidateSet: CandidateSet,
  expansion: GraphExpansion | null,
): Promise<LoadedResults> {
  const { search, graph, tenantId, request } = context;
  const visited = request.expandGraph ? listVisitedNodes(candidateSet, expansion) : [];
  const known = new Set([...ids, ...(expansion?.reached.map(({ id }) => id) ?? [])]);
  const [{ items, cloud_items: otherItems }, edges] = await Promise.all([
    search.items(
      {
        tenant_id: tenantId,
        ids: [...ids],
        query: request.query,
        include_neighbors: request.includeNeighbors,
        cloud_ids: visited.flatMap(({ id }) => (known.has(id) ? [] : id)),
      },
      context.searchOptions(),
    ),
    context.orWithoutGraph(
      graph.edges(
        {
          tenant_id: tenantId,
          ids: [...ids],
          limit_per_node: MAX_RELATIONSHIPS_PER_RESULT,
          between: [],
          limit_between: 0,
        },
        context.graphOptions(),
      ),
    ),
  ]);
  const itemsById = new Map(items.map((item) => [item.id, item]));
  const cloudItems = new Map<string, CloudItem>(
    [...(expansion?.reached ?? []), ...otherItems, ...items].map((item) => [item.id, item]),
  );
  return {
    items: itemsById,
    relationships: new Map(edges?.of.map((entry) => [entry.id, entry])),
    cloud: request.expandGraph ? buildKnowledgeCloud(visited, ids, edges?.of ?? [], cloudItems) : null,
  };
}
