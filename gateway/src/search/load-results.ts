import type { EdgesOf, ResultItem } from '@loci/contracts';
import type { GraphExpansion } from './expand-graph.ts';
import { listCloudNodes } from './knowledge-cloud.ts';
import type { CloudItem, CloudNode, KnowledgeCloud } from './knowledge-cloud.ts';
import type { CandidateSet } from './retrieve-candidates.ts';
import type { SearchContext } from './search-context.ts';

/** Contents and relationships of the results. */
export interface LoadedResults {
  items: ReadonlyMap<string, ResultItem>;
  /** Empty if the graph is unavailable. */
  relationships: ReadonlyMap<string, EdgesOf['of'][number]>;
  /** Null if graph expansion is off. */
  cloud: KnowledgeCloud | null;
}

const MAX_RELATIONSHIPS_PER_RESULT = 20;
const MAX_CLOUD_EDGES = 60;

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
  const { search, graph, tenantId, request, searchOptions, graphOptions } = context;
  const nodes = request.expandGraph ? listCloudNodes(candidateSet, expansion) : [];
  const [items, seedItems, edges] = await Promise.all([
    search.items(
      {
        tenant_id: tenantId,
        ids: [...ids],
        query: request.query,
        include_neighbors: request.includeNeighbors,
      },
      searchOptions,
    ),
    loadSeedItems(context, nodes, ids, expansion),
    context.orWithoutGraph(
      graph.edges(
        {
          tenant_id: tenantId,
          ids: [...ids],
          limit_per_node: MAX_RELATIONSHIPS_PER_RESULT,
          between: nodes.map(({ id }) => id),
          limit_between: MAX_CLOUD_EDGES,
        },
        graphOptions,
      ),
    ),
  ]);
  const itemsById = new Map(items.map((item) => [item.id, item]));
  const cloudItems = new Map<string, CloudItem>(
    [...(expansion?.reached.values() ?? []), ...seedItems, ...items].map((item) => [item.id, item]),
  );
  return {
    items: itemsById,
    relationships: new Map(edges?.of.map((entry) => [entry.id, entry])),
    cloud: request.expandGraph
      ? {
          nodes: nodes.flatMap((node) => {
            const item = cloudItems.get(node.id);
            return item ? [{ ...node, item }] : [];
          }),
          edges: edges?.between ?? [],
          seedCount: candidateSet.seeds.length,
        }
      : null,
  };
}

/** Loads the items of cloud nodes that are neither results nor items that only the graph found. */
async function loadSeedItems(
  { search, tenantId, searchOptions }: SearchContext,
  nodes: readonly CloudNode[],
  resultIds: readonly string[],
  expansion: GraphExpansion | null,
): Promise<CloudItem[]> {
  const missing = nodes.filter(({ id }) => !resultIds.includes(id) && !expansion?.reached.has(id));
  if (missing.length === 0) return [];
  return search.filterIds(
    tenantId,
    missing.map(({ id }) => id),
    {},
    searchOptions,
  );
}
