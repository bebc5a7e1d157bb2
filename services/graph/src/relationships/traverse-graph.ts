import { validityOf } from '@loci/contracts';
import type { HiddenValidity, RelationshipType, Validity } from '@loci/contracts';
import type { Caller } from '@loci/core';
import { isAppError, notFound } from '@loci/core';
import type { Database } from '@loci/postgres';
import type { GraphStore, NodeWindow } from '../graph-store/graph-store.ts';
import type { KnownMemoryRepository, MemoryState } from '../known-memories/known-memory.repository.ts';
import { recordKnownMemories } from '../known-memories/record-known-memories.ts';
import type { RecordKnownMemoriesDeps } from '../known-memories/record-known-memories.ts';
import { toGraphSelection } from '../graph-store/to-graph-selection.ts';
import type { MemoryWindowRepository } from '../memory-windows/memory-window.repository.ts';
import type { Traversal, TraversalDirection } from '../traversal/traversal.ts';

export interface TraverseGraphDeps extends RecordKnownMemoriesDeps {
  database: Pick<Database, 'inOneRoundTrip'>;
  graphStore: Pick<GraphStore, 'traverse'>;
  knownMemories: Pick<KnownMemoryRepository, 'find' | 'findStates' | 'record'>;
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
  const traversal = await deps.graphStore.traverse(tenantId, {
    ...request,
    ...toGraphSelection(included, now),
  });
  const { states, windowOf } = await findMemories(deps, tenantId, traversal.visitedIds);
  const { expiresAtMs = Infinity } = windowOf.get(request.startId) ?? {};
  if (states[0]!.existence !== 'alive' || expiresAtMs <= now.getTime()) {
    throw notFound('memory', request.startId);
  }
  const nodes = traversal.visitedIds.map((id, index) => toNode(id, states[index]!, windowOf.get(id), now));
  return { ...traversal, nodes };
}

interface FoundMemories {
  /** States in the order of the requested ids. */
  states: MemoryState[];
  /** Windows of the memories that have one. */
  windowOf: ReadonlyMap<string, NodeWindow>;
}

/**
 * Returns the states and windows of memories. Queries the memory service for memories whose existence or version is
 * unknown.
 *
 * @param ids of which the first must be known
 * @throws SYS_SERVICE_UNAVAILABLE if the memory service is unavailable and the first memory is unknown
 */
async function findMemories(
  deps: TraverseGraphDeps,
  tenantId: string,
  ids: readonly string[],
): Promise<FoundMemories> {
  const find = async (): Promise<FoundMemories> => {
    const [states, windows] = await deps.database.inOneRoundTrip(tenantId, (tx) =>
      Promise.all([
        deps.knownMemories.findStates(tx, tenantId, ids),
        deps.memoryWindows.find(tx, tenantId, ids),
      ]),
    );
    return { states, windowOf: new Map(windows.map((window) => [window.id, window])) };
  };
  const found = await find();
  const incomplete = ids.filter((_, index) => {
    const { existence, version } = found.states[index]!;
    return existence === 'unknown' || (existence === 'alive' && version === null);
  });
  if (incomplete.length === 0) return found;
  try {
    await recordKnownMemories(deps, tenantId, incomplete);
  } catch (error) {
    const isOptional = found.states[0]!.existence !== 'unknown';
    if (isOptional && isAppError(error) && error.code === 'SYS_SERVICE_UNAVAILABLE') return found;
    throw error;
  }
  return find();
}

function toNode(
  id: string,
  { version, isActive }: MemoryState,
  window: NodeWindow | undefined,
  now: Date,
): TraversedNode {
  const toDate = (ms: number | undefined): Date | null => (ms === undefined ? null : new Date(ms));
  const validFrom = toDate(window?.validFromMs);
  const validUntil = toDate(window?.validUntilMs);
  return { id, version, isActive, validity: validityOf({ isActive, validFrom, validUntil }, now) };
}
