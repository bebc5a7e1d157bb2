import type {
  FilteredItem,
  CallOptions,
  Candidate,
  ExpandedNode,
  GraphClient,
  SearchClient,
  SearchFilterWire,
} from '@loci/contracts';
import type { Ranking } from './fuse.ts';

export interface WalkGraphDeps {
  search: Pick<SearchClient, 'filterIds'>;
  graph: Pick<GraphClient, 'expand'>;
}

export interface WalkRequest {
  tenantId: string;
  filter: SearchFilterWire;
  maxDepth: number;
  /** Best first. */
  candidates: readonly Candidate[];
  seeds: readonly Candidate[];
  /** Links that are no relationships. */
  links: { from_id: string; to_id: string; weight: number }[];
}

export interface Walk {
  /** Every candidate, and what the walk found besides and the filter admits, heaviest first. */
  ranking: Ranking;
  masses: ReadonlyMap<string, number>;
  /** What the walk found besides the candidates. */
  reached: ReadonlyMap<string, FilteredItem>;
  /** Seeds, and everything that mass came to, heaviest first. */
  visited: ExpandedNode[];
}

/** Items beyond the seeds that the walk may find; those that the filter refuses count among them. */
const MAX_REACHED = 30;

/**
 * Mass flows from the seeds along relationships and conversations. Every candidate takes part with its blended
 * score, so that without relationships the ranking is the blended one.
 *
 * @see ARCHITECTURE.md section 6
 */
export async function walkGraph(
  { search, graph }: WalkGraphDeps,
  { tenantId, filter, maxDepth, candidates, seeds, links }: WalkRequest,
  options: CallOptions,
): Promise<Walk> {
  const masses = new Map(candidates.map((item) => [item.id, item.blended]));
  const nodes = await graph.expand(
    {
      tenant_id: tenantId,
      masses: seeds.map((item) => ({ id: item.id, mass: item.blended })),
      seed_limit: Math.max(1, seeds.length),
      max_depth: maxDepth,
      max_reached: MAX_REACHED,
      extra_links: links,
    },
    options,
  );
  const strangers = nodes.filter((node) => !masses.has(node.id)).map((node) => node.id);
  const admitted = strangers.length === 0 ? [] : await search.filterIds(tenantId, strangers, filter, options);
  const reached = new Map(admitted.map((item) => [item.id, item]));
  const visited = nodes.filter((node) => masses.has(node.id) || reached.has(node.id));
  const seedIds = new Set(seeds.map((item) => item.id));
  for (const node of visited) {
    // A seed comes back with its own mass in it; what another candidate gained is added to its own.
    const own = seedIds.has(node.id) ? 0 : (masses.get(node.id) ?? 0);
    node.mass += own;
    masses.set(node.id, node.mass);
  }
  return {
    // Equal masses keep the order of the candidates, which is that of all ties.
    ranking: [...masses].sort((a, b) => b[1] - a[1]).map(([id]) => id),
    masses,
    reached,
    visited: visited.sort((a, b) => b.mass - a.mass),
  };
}
