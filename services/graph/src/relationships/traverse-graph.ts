import { validityOf } from '@loci/contracts';
import type { HiddenValidity, RelationshipType, Validity } from '@loci/contracts';
import type { Caller } from '@loci/core';
import { notFound } from '@loci/core';
import type { GraphStore, NodeWindow } from '../graph-store/graph-store.ts';
import type { KnownMemory } from '../known-memories/known-memory.repository.ts';
import { findKnownMemories, memoryExists } from '../known-memories/record-known-memories.ts';
import type { RecordKnownMemoriesDeps } from '../known-memories/record-known-memories.ts';
import { toGraphSelection } from '../graph-store/to-graph-selection.ts';
import type { MemoryWindowRepository } from '../memory-windows/memory-window.repository.ts';
import type { Traversal, TraversalDirection } from '../traversal/traversal.ts';

export interface TraverseGraphDeps extends RecordKnownMemoriesDeps {
  graphStore: Pick<GraphStore, 'traverse'>;
  memoryWindows: Pick<MemoryWindowRepository, 'find'>;
  now(): Date;
}

export interface TraverseRequest {
  startId: string;
  /** Maximum number of relationships per path. */
  maxDepth: number;
  direction: TraversalDirection;
  /** Relationship types that are followed. An empty list means all types. */
  types: readonly RelationshipType[];
  /** Validities of the relationships and memories that are followed in addition to those that are valid now. */
  included: ReadonlySet<HiddenValidity>;
}

/** A visited memory. */
export interface TraversedNode {
  id: string;
  /** Version number of the memory, or null if it is not known yet. */
  version: number | null;
  isActive: boolean;
  validity: Validity;
}

export interface TraversalWithNodes extends Traversal {
  /** States of the visited memories, in the order of `visitedIds`. */
  nodes: TraversedNode[];
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
  { included, ...request }: TraverseRequest,
): Promise<TraversalWithNodes> {
  const now = deps.now();
  const [exists, traversal] = await Promise.all([
    memoryExists(deps, tenantId, request.startId),
    deps.graphStore.traverse(tenantId, { ...request, ...toGraphSelection(included, now) }),
  ]);
  if (!exists) throw notFound('memory', request.startId);
  const { visitedIds } = traversal;
  const [known, windows] = await Promise.all([
    findKnownMemories(deps, tenantId, visitedIds),
    deps.inTransaction(tenantId, (tx) => deps.memoryWindows.find(tx, tenantId, visitedIds)),
  ]);
  const windowOf = new Map(windows.map((window) => [window.id, window]));
  const { expiresAtMs = Infinity } = windowOf.get(request.startId) ?? {};
  if (expiresAtMs <= now.getTime()) throw notFound('memory', request.startId);
  const nodes = visitedIds.map((id) => toNode(id, known.get(id), windowOf.get(id), now));
  return { ...traversal, nodes };
}

function toNode(
  id: string,
  { version = null, isActive = true }: Partial<KnownMemory> = {},
  { validFromMs, validUntilMs }: Partial<NodeWindow> = {},
  now: Date,
): TraversedNode {
  const toDate = (ms: number | undefined): Date | null => (ms === undefined ? null : new Date(ms));
  const period = { isActive, validFrom: toDate(validFromMs), validUntil: toDate(validUntilMs) };
  return { id, version, isActive, validity: validityOf(period, now) };
}
