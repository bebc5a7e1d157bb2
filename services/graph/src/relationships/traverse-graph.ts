import type { RelationshipType } from '@loci/contracts';
import type { Caller } from '@loci/core';
import { notFound } from '@loci/core';
import type { GraphStore } from '../graph-store/graph-store.ts';
import type { KnownMemory } from '../known-memories/known-memory.repository.ts';
import { findKnownMemories, memoryExists } from '../known-memories/record-known-memories.ts';
import type { RecordKnownMemoriesDeps } from '../known-memories/record-known-memories.ts';
import type { Traversal, TraversalDirection } from '../traversal/traversal.ts';

export interface TraverseGraphDeps extends RecordKnownMemoriesDeps {
  graphStore: Pick<GraphStore, 'traverse'>;
}

export interface TraverseRequest {
  startId: string;
  /** Maximum number of relationships per path. */
  maxDepth: number;
  direction: TraversalDirection;
  /** Relationship types that are followed. An empty list means all types. */
  types: readonly RelationshipType[];
  /** True to also follow relationships of inactive versions. */
  includeInactive: boolean;
}

export interface TraversalWithNodes extends Traversal {
  /** States of the visited memories, by memory id. */
  nodes: ReadonlyMap<string, KnownMemory>;
}

/**
 * Returns the paths that start at a memory.
 *
 * @throws RES_NOT_FOUND if the memory does not exist
 * @throws SYS_SERVICE_UNAVAILABLE if the graph store is unavailable
 * @see docs/reference/relationships.md#traverse-the-graph
 */
export async function traverseGraph(
  deps: TraverseGraphDeps,
  { tenantId }: Caller,
  request: TraverseRequest,
): Promise<TraversalWithNodes> {
  const [exists, traversal] = await Promise.all([
    memoryExists(deps, tenantId, request.startId),
    deps.graphStore.traverse(tenantId, request),
  ]);
  if (!exists) throw notFound('memory', request.startId);
  return { ...traversal, nodes: await findKnownMemories(deps, tenantId, traversal.visitedIds) };
}
