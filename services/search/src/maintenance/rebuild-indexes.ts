import { AppError } from '@loci/core';
import { OLD_EVENT_AGE_MS } from '@loci/messaging';
import { embedBatch } from '../indexing/embed-batch.ts';
import { isRemoval } from '../indexing/index-change.ts';
import type { ItemOwner } from '../indexing/item-owner.ts';
import type { RemovedItem } from '../items/indexed-item.ts';
import type { KeywordIndex } from '../keyword-index/keyword-index.ts';
import type { VectorIndex } from '../vector-index/vector-index.ts';
import { listAllTenants } from './reconcile-all-tenants.ts';
import type { ReconcileDeps } from './reconcile-tenant.ts';

export type RebuildDeps = Pick<
  ReconcileDeps,
  'database' | 'items' | 'keywordIndex' | 'space' | 'owners' | 'now'
>;

const PAGE_SIZE = 5_000;

interface NewIndexes {
  keyword: Pick<KeywordIndex, 'upsert' | 'remove'>;
  vector: Pick<VectorIndex, 'upsert' | 'remove'>;
}

/** State of the last rebuild of a process. */
export interface RebuildProgress {
  state: 'running' | 'completed' | 'failed';
  /** Items in the new indexes so far. */
  items: number;
}

/**
 * Returns a function that rebuilds the indexes of each collection with {@link rebuildIndexes}, and returns the number of
 * indexed items.
 *
 * @param onProgress called at the start, after each batch and at the end of a rebuild, but not for a call that is rejected
 *   because this process is already rebuilding
 */
export function createRebuild(
  collections: readonly RebuildDeps[],
  onProgress: (progress: RebuildProgress) => void,
): (signal: AbortSignal) => Promise<number> {
  let isRunning = false;
  return async (signal) => {
    if (isRunning) throw alreadyRebuilding();
    isRunning = true;
    let items = 0;
    onProgress({ state: 'running', items });
    const count = (added: number): void => {
      items += added;
      onProgress({ state: 'running', items });
    };
    try {
      for (const deps of collections) await rebuildIndexes(deps, count, signal);
      onProgress({ state: 'completed', items });
      return items;
    } catch (error) {
      onProgress({ state: 'failed', items });
      throw error;
    } finally {
      isRunning = false;
    }
  };
}

const alreadyRebuilding = (): AppError =>
  new AppError('RES_ALREADY_EXISTS', 'The indexes are already being rebuilt. Wait until the rebuild ends.', {
    details: { resource_type: 'rebuild' },
  });

/**
 * Rebuilds the keyword and the vector index from the memory and document services. Searches use the existing
 * indexes until the new ones are complete. No events are published. After a failure, searches still use
 * complete indexes.
 *
 * @param onIndexed called after each batch with its number of items
 * @throws RES_ALREADY_EXISTS if another rebuild is running
 * @throws SYS_SERVICE_UNAVAILABLE if an owner service, the embedder, the database or an index is unavailable
 */
async function rebuildIndexes(
  deps: RebuildDeps,
  onIndexed: (items: number) => void,
  signal: AbortSignal,
): Promise<void> {
  await deps.keywordIndex.rebuild((keyword) =>
    deps.space.index.rebuild(async (vector) => {
      for (const tenantId of await listAllTenants(deps)) {
        await copyTombstones(deps, tenantId, { keyword, vector }, signal);
        for (const owner of deps.owners) {
          await indexTenantItems(deps, owner, tenantId, { keyword, vector }, onIndexed, signal);
        }
      }
    }),
  );
}

async function indexTenantItems(
  { space: { embedder } }: RebuildDeps,
  owner: ItemOwner,
  tenantId: string,
  { keyword, vector }: NewIndexes,
  onIndexed: (items: number) => void,
  signal: AbortSignal,
): Promise<void> {
  for (let afterId: string | null = null; ;) {
    const page = await owner.revisions(tenantId, { afterId, limit: PAGE_SIZE });
    const ids = page.filter(({ searchable }) => searchable).map(({ id }) => id);
    for (let start = 0; start < ids.length; start += embedder.maxBatch) {
      signal.throwIfAborted();
      const changes = await owner.changes(tenantId, ids.slice(start, start + embedder.maxBatch));
      const upserts = changes.flatMap((change) => (isRemoval(change) ? [] : [change]));
      const vectors = await embedBatch(embedder, upserts);
      await Promise.all([
        keyword.upsert(upserts.map(({ item }) => item)),
        vector.upsert(upserts.map(({ item }, i) => ({ ...item, vector: vectors[i] ?? null }))),
      ]);
      onIndexed(upserts.length);
    }
    const last = page.at(-1);
    if (!last || page.length < PAGE_SIZE) return;
    afterId = last.id;
  }
}

/**
 * Copies tombstones to the new indexes, so that events delivered after a deletion cannot restore the item.
 * Tombstones older than every event that a consumer applies without a check are left out, because the job
 * `purge-tombstones` would delete them from the old indexes only.
 */
async function copyTombstones(
  { database, items, now }: RebuildDeps,
  tenantId: string,
  { keyword, vector }: NewIndexes,
  signal: AbortSignal,
): Promise<void> {
  const since = new Date(now().getTime() - OLD_EVENT_AGE_MS);
  for (let afterId: string | null = null; ;) {
    signal.throwIfAborted();
    const tombstones: RemovedItem[] = await database.inSystemTransaction((tx) =>
      items.listTombstonesOfTenant(tx, tenantId, { since, afterId, limit: PAGE_SIZE }),
    );
    await Promise.all([keyword.remove(tenantId, tombstones), vector.remove(tenantId, tombstones)]);
    const last = tombstones.at(-1);
    if (!last || tombstones.length < PAGE_SIZE) return;
    afterId = last.id;
  }
}
