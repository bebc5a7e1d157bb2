import type { RelationshipType } from '@loci/contracts';
import type { Caller } from '@loci/core';
import { notFound } from '@loci/core';
import type { GraphStore } from '../graph-store/graph-store.ts';
import { memoryExists } from '../known-memories/learn-memories.ts';
import type { LearnMemoriesDeps } from '../known-memories/learn-memories.ts';
import type { Traversal, TraversalDirection } from '../traversal/traversal.ts';

export interface TraverseGraphDeps extends LearnMemoriesDeps {
  graphStore: Pick<GraphStore, 'traverse'>;
}

export interface TraverseRequest {
  startId: string;
  maxDepth: number;
  direction: TraversalDirection;
  types: readonly RelationshipType[];
}

/**
 * The paths from a memory, shortest first, then by score; bounded however dense the graph is.
 * @throws RES_NOT_FOUND for a missing start
 * @see SPEC.md "Relationships" 8; DECISIONS.md "Relationships" (Traverse)
 */
export async function traverseGraph(
  deps: TraverseGraphDeps,
  { tenantId }: Caller,
  request: TraverseRequest,
): Promise<Traversal> {
  const [exists, traversal] = await Promise.all([
    memoryExists(deps, tenantId, request.startId),
    deps.graphStore.traverse(tenantId, request),
  ]);
  if (!exists) throw notFound('memory', request.startId);
  return traversal;
}
