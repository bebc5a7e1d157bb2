import type { Outbox } from '@loci/messaging';
import type { Database } from '@loci/postgres';
import type { KeywordIndex } from '../keyword-index/keyword-index.ts';
import { eventTime } from '../items/indexed-item.ts';
import { orNullIfUnavailable } from '../or-null-if-unavailable.ts';
import type { VectorIndex } from '../vector-index/vector-index.ts';
import { embedInBatches, embedItems } from './embed-items.ts';
import type { EmbeddedItem, WritableSpace } from './embed-items.ts';
import { embeddingStateChanged } from './embedding.events.ts';
import { findSimilarPairs } from './find-similar-pairs.ts';
import { isRemoval } from './index-change.ts';
import type { IndexChange, ItemToRemove } from './index-change.ts';
import type { IndexedRevisions } from './indexed-revisions.ts';
import type { ItemRecord, ItemRepository } from './item.repository.ts';

export interface IndexItemsDeps {
  database: Pick<Database, 'inSystemTransaction'>;
  items: ItemRepository;
  keywordIndex: Pick<KeywordIndex, 'upsert' | 'remove' | 'fetch'>;
  /** Vector space of the configured model. */
  space: WritableSpace;
  /**
   * Returns the vector space that serves searches until the configured model's index is complete, or null if
   * it is complete.
   */
  previousSpace(): Promise<WritableSpace | null>;
  outbox: Outbox;
  /** Is notified of the items as soon as searches find them. Undefined for indexes for which no request waits. */
  indexedRevisions?: Pick<IndexedRevisions, 'record'>;
  now(): Date;
  /**
   * True for the archive. Its items are not compared with others, and no embedding events are published, because that was
   * done when they were current.
   */
  isArchive?: boolean;
}

/**
 * Applies changes to items of any tenants to both indexes, then stores their records and publishes the
 * embedding events. Idempotent and independent of order, because indexes and records skip older revisions. A
 * repeated change publishes its event again.
 *
 * @throws SYS_SERVICE_UNAVAILABLE if an index, the embedder or the database is unavailable. In this case no
 *   record is stored, and the caller can retry with the same changes.
 * @see docs/reference/events.md#flow-of-one-write
 */
export async function indexItems(deps: IndexItemsDeps, changes: readonly IndexChange[]): Promise<void> {
  const latest = latestPerItem(changes);
  const removals = latest.filter(isRemoval);
  const upserts = latest.flatMap((change) => (isRemoval(change) ? [] : [change]));

  const previous = await deps.previousSpace();
  const embedded = await embedItems(deps, upserts, previous);
  const [similarById] = await Promise.all([
    findSimilarPairs(deps, embedded),
    deps.keywordIndex.upsert(embedded.map(({ item }) => item)),
    deps.space.index.upsert(embedded.map(({ item, vector }) => ({ ...item, vector }))),
    removeAll(deps.keywordIndex, removals),
    removeAll(deps.space.index, removals),
    previous && orNullIfUnavailable(updatePreviousSpace(previous, embedded, removals)),
  ]);
  for (const [tenantId, items] of Map.groupBy(latest.map(identityOf), ({ tenantId }) => tenantId))
    deps.indexedRevisions?.record(tenantId, items);

  const now = deps.now();
  const { model } = deps.space.embedder;
  const records = [...embedded.map((entry) => toRecord(entry, model)), ...removals.map(toTombstone)];
  const events = embedded
    .filter((entry) => entry.isNewForOwner && !deps.isArchive)
    .map((entry) => embeddingStateChanged(entry, similarById.get(entry.item.id), now));
  await deps.database.inSystemTransaction(async (tx) => {
    await Promise.all([deps.items.save(tx, records, now), deps.outbox.append(tx, ...events)]);
  });
}

/** Keeps the change with the newest revision of each item. */
function latestPerItem(changes: readonly IndexChange[]): IndexChange[] {
  const latest = new Map<string, IndexChange>();
  for (const change of changes) {
    const { tenantId, id, revision } = identityOf(change);
    const key = `${tenantId}:${id}`;
    const known = latest.get(key);
    if (!known || identityOf(known).revision <= revision) latest.set(key, change);
  }
  return [...latest.values()];
}

const identityOf = (change: IndexChange): { tenantId: string; id: string; revision: number } =>
  isRemoval(change) ? change.removed : change.item;

/**
 * Applies the changes to the previous space with vectors of its model, so that searches find the changed
 * items.
 */
async function updatePreviousSpace(
  { embedder, index }: WritableSpace,
  embedded: readonly EmbeddedItem[],
  removals: readonly ItemToRemove[],
): Promise<void> {
  const changed = embedded.filter((change) => change.isNewForOwner);
  const vectors = await embedInBatches(embedder, changed);
  await index.upsert(changed.map(({ item }, i) => ({ ...item, vector: vectors[i] ?? null })));
  await removeAll(index, removals);
}

async function removeAll(
  index: Pick<VectorIndex, 'remove'>,
  removals: readonly ItemToRemove[],
): Promise<void> {
  const byTenant = Map.groupBy(removals, ({ removed }) => removed.tenantId);
  await Promise.all(
    Array.from(byTenant, ([tenantId, entries]) =>
      index.remove(
        tenantId,
        entries.map(({ removed: { id, revision } }) => ({ id, revision })),
      ),
    ),
  );
}

const toRecord = ({ kind, item, contentRevision, status }: EmbeddedItem, model: string): ItemRecord => ({
  tenantId: item.tenantId,
  id: item.id,
  revision: item.revision,
  deleted: false,
  kind,
  contentRevision,
  embeddingStatus: status,
  model,
  conversationId: item.conversationId,
  documentId: item.documentId,
  occurredAt: eventTime(item),
});

const toTombstone = ({ kind, removed }: ItemToRemove): ItemRecord => ({
  tenantId: removed.tenantId,
  id: removed.id,
  revision: removed.revision,
  deleted: true,
  kind,
  contentRevision: 0,
  embeddingStatus: 'pending',
  model: '',
  conversationId: null,
  documentId: null,
  occurredAt: removed.occurredAt,
});
