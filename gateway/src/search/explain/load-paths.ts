import type { ExpansionPath, GraphEdgeWire } from '@loci/contracts';
import type { CandidateSet } from '../retrieve-candidates.ts';
import type { HybridRun } from '../run-pipeline.ts';
import type { SearchContext } from '../search-context.ts';
import type { Explanation } from './explanation.resource.ts';

type Path = NonNullable<NonNullable<Explanation['retrievers']['graph']>['path']>;
type Step = Path['steps'][number];

/** Maximum number of relationships that are loaded for all paths, strongest first. */
const MAX_RELATIONSHIPS = 5_000;

/**
 * Loads the relationships of the paths on which graph expansion reached items. If the graph service is unavailable, the
 * relationships are unknown.
 *
 * @returns the paths by item id, without seeds and items that the expansion did not reach
 */
export async function loadPaths(
  context: SearchContext,
  { candidateSet, expansion }: HybridRun,
  ids: readonly string[],
): Promise<Map<string, Path>> {
  const wanted = new Set(ids);
  const paths = (expansion?.nodes ?? []).flatMap(({ id, path }) =>
    path && wanted.has(id) ? [{ id, path }] : [],
  );
  if (paths.length === 0) return new Map();
  const between = [...new Set(paths.flatMap(({ path }) => path.ids))];
  const loaded = await context.orWithoutGraph(
    context.graph.edges(
      { tenant_id: context.tenantId, ids: [], limit_per_node: 1, between, limit_between: MAX_RELATIONSHIPS },
      context.graphOptions(),
    ),
  );
  const toStep = stepBuilder(candidateSet, loaded?.between ?? []);
  return new Map(paths.map(({ id, path }) => [id, toPath(path, toStep)]));
}

const toPath = ({ ids, transferred }: ExpansionPath, toStep: (from: string, to: string) => Step): Path => ({
  steps: Array.from(ids.slice(1), (to, i) => toStep(ids[i]!, to)),
  transferred,
});

/** Returns a function that describes the connection between two items. */
function stepBuilder(
  { candidates, linkWeight }: CandidateSet,
  edges: readonly GraphEdgeWire[],
): (from: string, to: string) => Step {
  const strongest = new Map<string, GraphEdgeWire>();
  for (const edge of edges) {
    const key = pairKey(edge.from_id, edge.to_id);
    if (!strongest.has(key)) strongest.set(key, edge);
  }
  const { links } = candidates.data;
  const adjacent = new Set<string>();
  for (let link = 0; link < links.length; link += 2)
    adjacent.add(pairKey(candidates.id(links[link]!), candidates.id(links[link + 1]!)));
  return (from, to) => {
    const key = pairKey(from, to);
    const edge = strongest.get(key);
    const ends = { from_id: from, to_id: to };
    if (edge) return { ...ends, relationship_id: edge.id, type: edge.type, strength: edge.strength };
    return adjacent.has(key)
      ? { ...ends, relationship_id: null, type: 'conversation', strength: linkWeight }
      : { ...ends, relationship_id: null, type: null, strength: null };
  };
}

/** Returns the same key for both directions of a pair. */
const pairKey = (a: string, b: string): string => (a < b ? a + b : b + a);
