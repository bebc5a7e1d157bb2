import type { CloudItem, GraphEdgeWire, NodeEdgesWire } from '@loci/contracts';
import type { CandidateSet } from './retrieve-candidates.ts';
import type { GraphScores } from './score-by-graph.ts';

/** The results of a search and the part of the graph that is directly connected to them. */
export interface KnowledgeCloud {
  /** Results and memories with a relationship to a result, highest score first. */
  nodes: (CloudNode & { item: CloudItem })[];
  /** Relationships between the results and other nodes. Those of the best result come first. */
  edges: GraphEdgeWire[];
}

export interface CloudNode {
  id: string;
  /** Graph score, or the blended score if the graph retriever did not run. */
  score: number;
  /** Distance from the nearest seed. */
  depth: number;
  isSeed: boolean;
}

const MAX_CLOUD_EDGES = 60;

/** Lists the nodes that the expansion visited, or the seeds if the graph retriever did not run. */
export function listVisitedNodes(
  { candidates, seedCount }: CandidateSet,
  graph: GraphScores | null,
): CloudNode[] {
  const seeds = Array.from({ length: seedCount }, (_, seed) => ({
    id: candidates.id(seed),
    score: candidates.data.blended[seed]!,
    depth: 0,
  }));
  const seedIds = new Set(seeds.map(({ id }) => id));
  return (graph?.visited ?? seeds).map(({ id, score, depth }) => ({
    id,
    score,
    depth,
    isSeed: seedIds.has(id),
  }));
}

/**
 * Builds the knowledge cloud from the visited nodes. Leaves out nodes without a relationship to a result,
 * because a search always visits several seeds, even if it returns only one result.
 *
 * @param resultIds ids of the results, best first
 * @param relationships relationships of the results by item id; empty if the graph is unavailable
 * @param items the visited items that still exist, by id
 */
export function buildKnowledgeCloud(
  visited: readonly CloudNode[],
  resultIds: readonly string[],
  relationships: ReadonlyMap<string, NodeEdgesWire>,
  items: ReadonlyMap<string, CloudItem>,
): KnowledgeCloud {
  const edges = resultIds.flatMap((id) => relationships.get(id)?.edges ?? []);
  const touched = new Set([...resultIds, ...edges.flatMap(({ from_id, to_id }) => [from_id, to_id])]);
  const nodes = visited.flatMap((node) => {
    const item = touched.has(node.id) ? items.get(node.id) : undefined;
    return item ? [{ ...node, item }] : [];
  });
  const nodeIds = new Set(nodes.map(({ id }) => id));
  const between = edges.filter(({ from_id, to_id }) => nodeIds.has(from_id) && nodeIds.has(to_id));
  // A relationship between two results occurs twice.
  const distinct = new Map(between.map((edge) => [edge.id, edge]));
  return { nodes, edges: [...distinct.values()].slice(0, MAX_CLOUD_EDGES) };
}
