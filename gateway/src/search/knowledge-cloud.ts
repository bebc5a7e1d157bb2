import type { CloudItem, EdgesOf } from '@loci/contracts';
import type { GraphExpansion } from './expand-graph.ts';
import type { CandidateSet } from './retrieve-candidates.ts';

/** The part of the graph around the results of a search. */
export interface KnowledgeCloud {
  nodes: (CloudNode & { item: CloudItem })[];
  edges: EdgesOf['between'];
  seedCount: number;
}

export interface CloudNode {
  id: string;
  /** Graph score, or the blended score if the graph retriever did not run. */
  score: number;
  /** Distance from the nearest seed. */
  depth: number;
  isSeed: boolean;
}

/** Lists the nodes that the expansion visited, or the seeds if the graph retriever did not run. */
export function listCloudNodes(
  { candidates, seedCount }: CandidateSet,
  expansion: GraphExpansion | null,
): CloudNode[] {
  const seeds = Array.from({ length: seedCount }, (_, seed) => ({
    id: candidates.id(seed),
    score: candidates.data.blended[seed]!,
    depth: 0,
  }));
  const seedIds = new Set(seeds.map(({ id }) => id));
  return (expansion?.visited ?? seeds).map(({ id, score, depth }) => ({
    id,
    score,
    depth,
    isSeed: seedIds.has(id),
  }));
}
