import type { IndexChange } from '../indexing/index-change.ts';
import type { IndexItemsDeps } from '../indexing/index-items.ts';
import { indexItems } from '../indexing/index-items.ts';
import type { IndexedRevision } from '../items/indexed-item.ts';
import type { KeywordIndex } from '../keyword-index/keyword-index.ts';
import type { VectorSpace } from '../vector-index/vector-space.ts';
import type { ItemOwner, OwnedRevision } from '../indexing/item-owner.ts';

export interface ReconcileDeps extends IndexItemsDeps {
  keywordIndex: KeywordIndex;
  space: VectorSpace;
  owners: readonly ItemOwner[];
}

/** What is compared with the owners: both indexes, and the records that this service keeps beside them. */
const COPIES = ['keyword', 'vector', 'records'] as const;
type Copy = (typeof COPIES)[number];

/** Items of each copy whose revision differed from the owner's. */
export type Drift = Record<Copy, number>;

export const NO_DRIFT: Readonly<Drift> = { keyword: 0, vector: 0, records: 0 };

const DEFAULT_PAGE_SIZE = 5_000;
const REPAIR_BATCH = 256;

/**
 * Compares (id, revision) of a tenant's items between their owners and the copies, and repairs what differs: id range
 * by id range, so that a large tenant is never held in whole.
 *
 * Safe beside writers: every repair carries a revision, and of each range the copies are read before the owners, so
 * what a copy holds and no owner knows was deleted in between or before.
 */
export async function reconcileTenant(
  deps: ReconcileDeps,
  tenantId: string,
  signal: AbortSignal,
  pageSize = DEFAULT_PAGE_SIZE,
): Promise<Drift> {
  const drift: Drift = { ...NO_DRIFT };
  for (let after: string | null = null; ;) {
    const { held, upTo } = await readCopies(deps, tenantId, { afterId: after, limit: pageSize });
    for (const owner of deps.owners) {
      for await (const page of ownedInRange(owner, tenantId, { afterId: after, limit: pageSize }, upTo)) {
        signal.throwIfAborted();
        const outdated = page.filter((owned) => countOutdated(owned, held, drift) > 0);
        await repair(deps, owner, tenantId, idsOf(outdated), signal);
      }
    }
    await removeOrphans(deps, tenantId, held, drift, signal);
    if (upTo === null) return drift;
    after = upTo;
  }
}

type Held = Record<Copy, Map<string, IndexedRevision>>;

type Page = { afterId: string | null; limit: number };

/** What the copies hold in a page from here, as far as all of them were read: `upTo` an id, or to the end (null). */
async function readCopies(
  { keywordIndex, space, database, items }: ReconcileDeps,
  tenantId: string,
  page: Page,
): Promise<{ held: Held; upTo: string | null }> {
  const [keyword, vector, records] = await Promise.all([
    keywordIndex.revisions(tenantId, page),
    space.index.revisions(tenantId, page),
    database.inSystemTransaction((tx) => items.revisions(tx, tenantId, page)),
  ]);
  const ends = [keyword, vector, records].flatMap((read) =>
    read.length < page.limit ? [] : read.at(-1)!.id,
  );
  const upTo = ends.length === 0 ? null : ends.reduce((a, b) => (a < b ? a : b));
  const inRange = (read: readonly IndexedRevision[]): Map<string, IndexedRevision> =>
    new Map(read.filter(({ id }) => isUpTo(id, upTo)).map((entry) => [entry.id, entry]));
  return { held: { keyword: inRange(keyword), vector: inRange(vector), records: inRange(records) }, upTo };
}

async function* ownedInRange(
  owner: ItemOwner,
  tenantId: string,
  first: Page,
  upTo: string | null,
): AsyncGenerator<OwnedRevision[]> {
  for (let { afterId } = first; ;) {
    const page = await owner.revisions(tenantId, { ...first, afterId });
    yield page.filter(({ id }) => isUpTo(id, upTo));
    const last = page.at(-1);
    if (!last || page.length < first.limit || !isUpTo(last.id, upTo)) return;
    afterId = last.id;
  }
}

const isUpTo = (id: string, upTo: string | null): boolean => upTo === null || id <= upTo;

/** In how many copies the item is not as its owner says; it is taken out of `held`. */
function countOutdated({ id, revision, searchable }: OwnedRevision, held: Held, drift: Drift): number {
  const outdated = COPIES.filter((copy) => {
    const entry = held[copy].get(id);
    held[copy].delete(id);
    // A tombstone counts as up to date for what must not be found, and so does nothing at all.
    return searchable
      ? entry === undefined || entry.deleted || entry.revision < revision
      : entry !== undefined && !entry.deleted;
  });
  for (const copy of outdated) drift[copy]++;
  return outdated.length;
}

/** What is left in a copy has no owner any more. */
async function removeOrphans(
  deps: ReconcileDeps,
  tenantId: string,
  held: Held,
  drift: Drift,
  signal: AbortSignal,
): Promise<void> {
  const orphans = new Map<string, number>();
  for (const copy of COPIES) {
    for (const { id, revision, deleted } of held[copy].values()) {
      if (deleted) continue;
      drift[copy]++;
      orphans.set(id, Math.max(revision, orphans.get(id) ?? 0));
    }
  }
  const occurredAt = deps.now().toISOString();
  const removals = [...orphans].map(([id, revision]): IndexChange => ({
    kind: 'memory',
    removed: { tenantId, id, revision, occurredAt },
  }));
  for (let at = 0; at < removals.length; at += REPAIR_BATCH) {
    signal.throwIfAborted();
    await indexItems(deps, removals.slice(at, at + REPAIR_BATCH));
  }
}

const idsOf = (entries: readonly { id: string }[]): string[] => entries.map(({ id }) => id);

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
