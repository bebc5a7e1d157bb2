import type { IndexItemsDeps } from '../indexing/index-items.ts';
import { indexItems } from '../indexing/index-items.ts';
import type { IndexedRevision } from '../items/indexed-item.ts';
import type { KeywordIndex } from '../keyword-index/keyword-index.ts';
import type { VectorIndex } from '../vector-index/vector-index.ts';
import type { ItemOwner } from './item-owner.ts';

export interface ReconcileDeps extends IndexItemsDeps {
  keywordIndex: KeywordIndex;
  vectorIndex: VectorIndex;
  owners: readonly ItemOwner[];
}

export type IndexName = 'keyword' | 'vector';

/** Items of each index whose revision differed from the owner's. */
export type Drift = Record<IndexName, number>;

const PAGE = 5_000;
const REPAIR_BATCH = 256;

/**
 * Compares (id, revision) of a tenant's items between their owners and both indexes, and repairs what differs.
 * Safe beside writers: every repair carries a revision, and the indexes are read before the owners, so what an
 * index holds and no owner knows was deleted in between or before.
 */
export async function reconcileTenant(
  deps: ReconcileDeps,
  tenantId: string,
  signal: AbortSignal,
): Promise<Drift> {
  const indexes = { keyword: deps.keywordIndex, vector: deps.vectorIndex };
  const [keyword, vector] = await Promise.all([
    inventory(indexes.keyword, tenantId),
    inventory(indexes.vector, tenantId),
  ]);
  const held = { keyword, vector };
  const drift: Drift = { keyword: 0, vector: 0 };
  const outdated = (name: IndexName, id: string, revision: number, searchable: boolean): boolean => {
    const entry = held[name].get(id);
    held[name].delete(id);
    // A tombstone counts as up to date for what must not be found, and so does nothing at all.
    const upToDate = searchable
      ? entry !== undefined && !entry.deleted && entry.revision >= revision
      : entry === undefined || entry.deleted;
    if (!upToDate) drift[name]++;
    return !upToDate;
  };

  for (const owner of deps.owners) {
    for (let afterId: string | null = null; ;) {
      signal.throwIfAborted();
      const page = await owner.revisions(tenantId, { afterId, limit: PAGE });
      const wrong = page.filter(({ id, revision, searchable }) => {
        const [inKeyword, inVector] = [
          outdated('keyword', id, revision, searchable),
          outdated('vector', id, revision, searchable),
        ];
        return inKeyword || inVector;
      });
      await repair(
        deps,
        owner,
        tenantId,
        wrong.map(({ id }) => id),
        signal,
      );
      if (page.length < PAGE) break;
      afterId = page.at(-1)!.id;
    }
  }
  // What is left in an index has no owner any more.
  for (const name of ['keyword', 'vector'] as const) {
    const orphans = [...held[name].values()].filter((entry) => !entry.deleted);
    drift[name] += orphans.length;
    if (orphans.length > 0) await indexes[name].remove(tenantId, orphans);
  }
  return drift;
}

async function inventory(
  index: Pick<KeywordIndex, 'revisions'>,
  tenantId: string,
): Promise<Map<string, IndexedRevision>> {
  const all = new Map<string, IndexedRevision>();
  for (let afterId: string | null = null; ;) {
    const page: IndexedRevision[] = await index.revisions(tenantId, { afterId, limit: PAGE });
    for (const entry of page) all.set(entry.id, entry);
    if (page.length < PAGE) return all;
    afterId = page.at(-1)!.id;
  }
}

async function repair(
  deps: ReconcileDeps,
  owner: ItemOwner,
  tenantId: string,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  for (let at = 0; at < ids.length; at += REPAIR_BATCH) {
    signal.throwIfAborted();
    await indexItems(deps, await owner.changes(tenantId, ids.slice(at, at + REPAIR_BATCH)));
  }
}
