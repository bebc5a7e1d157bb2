import type { IndexChange } from '../indexing/index-change.ts';
import { isRemoval } from '../indexing/index-change.ts';
import type { ItemToIndex } from '../indexing/index-change.ts';
import type { IndexedRevision } from '../items/indexed-item.ts';
import { embedBatch } from '../indexing/embed-batch.ts';
import type { KeywordIndex } from '../keyword-index/keyword-index.ts';
import type { VectorIndex } from '../vector-index/vector-index.ts';
import type { ItemOwner } from '../indexing/item-owner.ts';
import { listAllTenants } from './reconcile-all-tenants.ts';
import type { ReconcileDeps } from './reconcile-tenant.ts';

const IDS_PER_PAGE = 5_000;

interface FreshIndexes {
  keyword: Pick<KeywordIndex, 'upsert' | 'remove'>;
  vector: Pick<VectorIndex, 'upsert' | 'remove'>;
}

/**
 * Makes both indexes anew from the owners' records, beside those that serve until the new ones are complete.
 *
 * @returns how many items were indexed
 * @throws RES_ALREADY_EXISTS while another rebuild goes on
 */
export async function rebuildIndexes(deps: ReconcileDeps, signal: AbortSignal): Promise<number> {
  let indexed = 0;
  await deps.keywordIndex.rebuild((keyword) =>
    deps.space.index.rebuild(async (vector) => {
      for (const tenantId of await listAllTenants(deps)) {
        await keepTombstones(deps, tenantId, { keyword, vector }, signal);
        for (const owner of deps.owners) {
          indexed += await fillTenant(deps, owner, tenantId, { keyword, vector }, signal);
        }
      }
    }),
  );
  return indexed;
}

/** Owners are told nothing: what they know of their items stays true. */
async function fillTenant(
  { space }: ReconcileDeps,
  owner: ItemOwner,
  tenantId: string,
  fresh: FreshIndexes,
  signal: AbortSignal,
): Promise<number> {
  const { embedder } = space;
  let indexed = 0;
  for (let afterId: string | null = null; ;) {
    const page = await owner.revisions(tenantId, { afterId, limit: IDS_PER_PAGE });
    const ids = page.filter(({ searchable }) => searchable).map(({ id }) => id);
    for (let at = 0; at < ids.length; at += embedder.maxBatch) {
      signal.throwIfAborted();
      const changes = await owner.changes(tenantId, ids.slice(at, at + embedder.maxBatch));
      const items = changes.filter((change: IndexChange) => !isRemoval(change)) as ItemToIndex[];
      const vectors = await embedBatch(embedder, items);
      await Promise.all([
        fresh.keyword.upsert(items.map(({ item }) => item)),
        fresh.vector.upsert(items.map(({ item }, i) => ({ ...item, vector: vectors[i] ?? null }))),
      ]);
      indexed += items.length;
    }
    const last = page.at(-1);
    if (!last || page.length < IDS_PER_PAGE) return indexed;
    afterId = last.id;
  }
}

/** An event of before the deletion may still arrive: a fresh index has to know, too, that it comes too late. */
async function keepTombstones(
  { database, items }: ReconcileDeps,
  tenantId: string,
  fresh: FreshIndexes,
  signal: AbortSignal,
): Promise<void> {
  for (let afterId: string | null = null; ;) {
    signal.throwIfAborted();
    const page: IndexedRevision[] = await database.inSystemTransaction((tx) =>
      items.revisions(tx, tenantId, { afterId, limit: IDS_PER_PAGE }),
    );
    const removed = page.filter(({ deleted }) => deleted);
    await Promise.all([fresh.keyword.remove(tenantId, removed), fresh.vector.remove(tenantId, removed)]);
    const last = page.at(-1);
    if (!last || page.length < IDS_PER_PAGE) return;
    afterId = last.id;
  }
}
