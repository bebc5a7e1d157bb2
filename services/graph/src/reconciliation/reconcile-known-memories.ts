import type { ListedVersion, MemoryClient, MemoryInventoryClient, MemoryVersion } from '@loci/contracts';
import type { InTransaction } from '@loci/postgres';
import { reconcile } from '@loci/reconciliation';
import type { IdPage } from '@loci/reconciliation';
import { deletedMemory } from '../known-memories/known-memory.repository.ts';
import type { KnownMemory, KnownMemoryRepository } from '../known-memories/known-memory.repository.ts';
import { toObservedMemories } from '../known-memories/to-observed-memory.ts';
import type { MemoryWindowRepository } from '../memory-windows/memory-window.repository.ts';
import { toMemoryWindow } from '../memory-windows/to-memory-window.ts';
import { carryOverRelationships } from '../relationships/carry-over-relationships.ts';
import type { CarryOverDeps } from '../relationships/carry-over-relationships.ts';
import { removeRelationshipsOfMemories } from '../relationships/remove-relationships-of-memories.ts';
import type { RemoveRelationshipsDeps } from '../relationships/remove-relationships-of-memories.ts';
import type { ReconciliationRepository } from './reconciliation.repository.ts';

export interface ReconcileKnownMemoriesDeps extends RemoveRelationshipsDeps, CarryOverDeps {
  inTransaction: InTransaction;
  relationships: RemoveRelationshipsDeps['relationships'] & CarryOverDeps['relationships'];
  reconciliation: Pick<
    ReconciliationRepository,
    'listKnownMemories' | 'listMissingMemories' | 'listPendingCarryOvers'
  >;
  knownMemories: Pick<KnownMemoryRepository, 'record' | 'findCurrentIds'>;
  memoryWindows: Pick<MemoryWindowRepository, 'record' | 'remove'>;
  memory: Pick<MemoryClient, 'getVersions' | 'getDeletedVersions'>;
  memoryInventory: Pick<MemoryInventoryClient, 'versions'>;
  /** See `Reconciliation`. */
  awaitEvents?: ((signal: AbortSignal) => Promise<boolean>) | undefined;
}

const PAGE_SIZE = 5_000;

/**
 * Compares the known memories of a tenant with the inventory of the memory service. Records memories that are
 * unknown or whose version, state or window is unknown, removes the relationships of deleted memories, carries over the
 * relationships of inactive versions, and stores the events of these changes.
 *
 * Safe while other processes write. A memory is known only after it was stored, the known memories are read
 * before the inventory, and ids are never reused. A known memory that the inventory does not have was
 * therefore deleted. As with a deletion event, the recorded deletion and the locks of writers prevent new
 * relationships of the memory. If a memory is recorded as existing while it is being deleted, the deletion
 * wins.
 *
 * @returns the number of repaired memories: unknown, deleted but not recorded as deleted, deleted with relationships, or
 *   with another window
 * @throws SYS_SERVICE_UNAVAILABLE if the memory service is unavailable. Completed repairs are kept.
 */
export async function reconcileKnownMemories(
  deps: ReconcileKnownMemoriesDeps,
  tenantId: string,
  signal: AbortSignal,
): Promise<number> {
  const { inTransaction, reconciliation, knownMemories, memoryInventory } = deps;
  let wronglyAbsent = 0;
  let windows = 0;
  const stale = await reconcile<KnownMemory, ListedVersion>({
    readIndex: (page) =>
      inTransaction(tenantId, (tx) => reconciliation.listKnownMemories(tx, tenantId, page)),
    readOwner: async ({ afterId, limit }) => {
      const page = await memoryInventory.versions(tenantId, afterId, limit);
      windows += await recordWindows(deps, tenantId, page);
      return page;
    },
    pageSize: PAGE_SIZE,
    batchSize: PAGE_SIZE,
    signal,
    awaitEvents: deps.awaitEvents,
    isStale: (known, owned) =>
      known === undefined || (!known.deleted && (owned === undefined || isOutdated(known, owned))),
    update: async (items) => {
      const observed = items.flatMap(({ owned }) => toObservedMemories(tenantId, owned));
      await inTransaction(tenantId, (tx) => knownMemories.record(tx, observed));
      const successors = items.flatMap(({ owned }) => owned.superseded_by ?? []);
      await recordDeletedMemories(deps, tenantId, [...new Set(successors)]);
    },
    remove: async (absent) => {
      const ids = absent.map(({ id }) => id);
      wronglyAbsent += ids.length - (await removeDeletedMemories(deps, tenantId, ids));
    },
  });
  return (
    stale -
    wronglyAbsent +
    windows +
    (await removeDanglingRelationships(deps, tenantId, signal)) +
    (await carryOverPending(deps, tenantId, signal))
  );
}

/** Records the windows of memories. Returns the number of windows that differed. */
async function recordWindows(
  { inTransaction, memoryWindows }: ReconcileKnownMemoriesDeps,
  tenantId: string,
  versions: readonly ListedVersion[],
): Promise<number> {
  const windows = versions.flatMap(({ revision, ...version }) =>
    revision === undefined ? [] : toMemoryWindow({ ...version, revision }),
  );
  if (windows.length === 0) return 0;
  return inTransaction(tenantId, (tx) => memoryWindows.record(tx, tenantId, windows));
}

const isOutdated = (known: KnownMemory, owned: MemoryVersion): boolean =>
  known.version === null ||
  (known.isActive && !owned.is_active) ||
  (known.supersededBy === null && owned.superseded_by !== null);

/**
 * Carries over the active relationships of memories that are recorded as inactive, for example after an interrupted call.
 *
 * @returns the number of these memories
 */
async function carryOverPending(
  deps: ReconcileKnownMemoriesDeps,
  tenantId: string,
  signal: AbortSignal,
): Promise<number> {
  let carried = 0;
  for (;;) {
    signal.throwIfAborted();
    const ids = await deps.inTransaction(tenantId, (tx) =>
      deps.reconciliation.listPendingCarryOvers(tx, tenantId, PAGE_SIZE),
    );
    if (ids.length === 0) return carried;
    await carryOverRelationships(deps, tenantId, ids);
    carried += ids.length;
  }
}

/**
 * Removes relationships of memories that are recorded as deleted, for example after an interrupted removal, or that were
 * never recorded.
 *
 * @returns the number of deleted memories that had relationships
 */
async function removeDanglingRelationships(
  deps: ReconcileKnownMemoriesDeps,
  tenantId: string,
  signal: AbortSignal,
): Promise<number> {
  let removed = 0;
  for (let afterId: string | null = null; ;) {
    signal.throwIfAborted();
    const page: IdPage = { afterId, limit: PAGE_SIZE };
    const ids: string[] = await deps.inTransaction(tenantId, (tx) =>
      deps.reconciliation.listMissingMemories(tx, tenantId, page),
    );
    removed += await removeDeletedMemories(deps, tenantId, ids);
    if (ids.length < PAGE_SIZE) return removed;
    afterId = ids.at(-1)!;
  }
}

/**
 * Records memories as deleted and removes their relationships, except memories that the memory service still
 * has. If another memory had replaced a deleted memory, the relationships of the deleted memory are carried
 * over first.
 *
 * @returns the number of deleted memories
 */
async function removeDeletedMemories(
  deps: ReconcileKnownMemoriesDeps,
  tenantId: string,
  ids: readonly string[],
): Promise<number> {
  if (ids.length === 0) return 0;
  const { deletedIds, supersededIds } = await recordDeletedMemories(deps, tenantId, ids);
  await deps.inTransaction(tenantId, (tx) => deps.memoryWindows.remove(tx, tenantId, deletedIds));
  if (supersededIds.length > 0) await carryOverRelationships(deps, tenantId, supersededIds);
  if (deletedIds.length > 0) await removeRelationshipsOfMemories(deps, tenantId, deletedIds);
  return deletedIds.length;
}

/**
 * Records which of the memories were deleted, and the successors of deleted versions. If a successor was
 * deleted as well, its successor is also recorded, and so on until a successor exists.
 *
 * @returns the ids in `ids` of all deleted memories, and of the deleted memories that another memory had
 *   replaced
 */
async function recordDeletedMemories(
  deps: ReconcileKnownMemoriesDeps,
  tenantId: string,
  ids: readonly string[],
): Promise<{ deletedIds: string[]; supersededIds: string[] }> {
  const { inTransaction, knownMemories, memory } = deps;
  const visited = new Map<string, { deleted: boolean; supersededBy: string | null }>();
  for (let pending = ids; pending.length > 0;) {
    // Removed relationships cannot be restored, so absence from the inventory is confirmed by id.
    const versions = await memory.getVersions(tenantId, pending);
    const existing = new Set(versions.map(({ id }) => id));
    const deletedIds = pending.filter((id) => !existing.has(id));
    const tombstones = deletedIds.length > 0 ? await memory.getDeletedVersions(tenantId, deletedIds) : [];
    const successors = new Map(tombstones.map(({ id, superseded_by: next }) => [id, next]));
    const deleted = deletedIds.map((id) => {
      const supersededBy = successors.get(id) ?? null;
      return { ...deletedMemory(tenantId, id), isActive: supersededBy === null, supersededBy };
    });
    const observed = [...versions.flatMap((version) => toObservedMemories(tenantId, version)), ...deleted];
    await inTransaction(tenantId, (tx) => knownMemories.record(tx, observed));
    for (const id of existing) visited.set(id, { deleted: false, supersededBy: null });
    for (const { id, supersededBy } of deleted) visited.set(id, { deleted: true, supersededBy });
    pending = [...new Set(successors.values())].filter((id) => !visited.has(id));
  }
  const deletedIds = ids.filter((id) => visited.get(id)!.deleted);
  return { deletedIds, supersededIds: deletedIds.filter((id) => visited.get(id)!.supersededBy !== null) };
}
