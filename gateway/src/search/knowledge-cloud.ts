import type { EdgesOf, FilteredItem, ResultItem } from '@loci/contracts';
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

/** The properties of an item that the cloud shows. */
export type CloudItem = Pick<ResultItem | FilteredItem, 'id' | 'content' | 'memory_type' | 'importance'>;

/** Lists the nodes that the expansion visited, or the seeds if the graph retriever did not run. */
export function listCloudNodes({ seeds }: CandidateSet, expansion: GraphExpansion | null): CloudNode[] {
  const seedIds = new Set(seeds.map((item) => item.id));
  const visited = expansion?.visited ?? seeds.map((item) => ({ id: item.id, score: item.blended, depth: 0 }));
  return visited.map(({ id, score, depth }) => ({ id, score, depth, isSeed: seedIds.has(id) }));
}
