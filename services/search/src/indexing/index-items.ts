import type { DomainEvent, Outbox } from '@loci/messaging';
import type { Database } from '@loci/postgres';
import type { Embedder } from '../embedding/embedder.ts';
import { unlessUnavailable } from '../or-null-if-unavailable.ts';
import type { KeywordIndex } from '../keyword-index/keyword-index.ts';
import type { VectorIndex } from '../vector-index/vector-index.ts';
import { embedBatch } from './embed-batch.ts';
import { embeddingStateChanged } from './embedding.events.ts';
import type { EmbeddingOutcome } from './embedding.events.ts';
import { isRemoval } from './index-change.ts';
import type { IndexChange, ItemToIndex, ItemToRemove } from './index-change.ts';
import type { ItemRecord, ItemRepository, KnownItem } from './item.repository.ts';
import { measureSurprise } from './measure-surprise.ts';

export interface IndexItemsDeps {
  database: Pick<Database, 'inSystemTransaction'>;
  items: ItemRepository;
  keywordIndex: Pick<KeywordIndex, 'upsert' | 'remove'>;
  /** Of the configured model. */
  space: WritableSpace;
  /** Of the model that searches ask until the configured one has embedded everything; null when that is done. */
  previousSpace(): Promise<WritableSpace | null>;
  outbox: Outbox;
  now(): Date;
}

interface WritableSpace {
  embedder: Pick<Embedder, 'embed' | 'maxBatch' | 'model'>;
  index: Pick<VectorIndex, 'upsert' | 'remove' | 'nearest' | 'vectors'>;
}

interface Embedded extends ItemToIndex {
  vector: Float32Array | null;
  status: EmbeddingOutcome['status'];
  /** Null when the content was embedded before, or could not be now. */
  surprise: number | null;
  /** Whether the owner is to be told. */
  isNews: boolean;
}

/**
 * Brings both indexes to these changes, of any tenants, then records what was done and tells the owners by
 * `embedding.completed`. Idempotent: the indexes skip older revisions, and a repetition tells the same again.
 *
 * @throws SYS_SERVICE_UNAVAILABLE when an index, the embedder or the database does not answer; nothing is
 *   recorded then, and the same changes can be given again
 * @see ARCHITECTURE.md section 5, "Flow of one write"
 */
export async function indexItems(deps: IndexItemsDeps, changes: readonly IndexChange[]): Promise<void> {
  const latest = latestPerItem(changes);
  const removals = latest.filter(isRemoval);
  const upserts = latest.filter((change) => !isRemoval(change)) as ItemToIndex[];

  const previous = await deps.previousSpace();
  const embedded = await embedAll(deps, upserts, previous);
  await Promise.all([
    deps.keywordIndex.upsert(embedded.map(({ item }) => item)),
    deps.space.index.upsert(embedded.map(({ item, vector }) => ({ ...item, vector }))),
    removeAll(deps.keywordIndex, removals),
    removeAll(deps.space.index, removals),
    previous && unlessUnavailable(keepUp(previous, embedded, removals), null),
  ]);

  const now = deps.now();
  const news: DomainEvent[] = embedded
    .filter((entry) => entry.isNews)
    .map((entry) => embeddingStateChanged(entry, now));
  await deps.database.inSystemTransaction(async (tx) => {
    await Promise.all([
      deps.items.save(
        tx,
        [...embedded.map(toRecord(deps.space.embedder.model)), ...removals.map(toTombstone)],
        now,
      ),
      deps.outbox.append(tx, ...news),
    ]);
  });
}

/** Of several changes of one item the newest counts. */
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

async function embedAll(
  deps: IndexItemsDeps,
  upserts: readonly ItemToIndex[],
  previous: WritableSpace | null,
): Promise<Embedded[]> {
  if (upserts.length === 0) return [];
  const { model } = deps.space.embedder;
  const known = await deps.database.inSystemTransaction((tx) =>
    deps.items.known(
      tx,
      upserts.map(({ item }) => item.id),
    ),
  );
  const isNews = (change: ItemToIndex): boolean =>
    !wasEmbeddedByOther(known.get(change.item.id), change, model);
  const [unchanged, changed] = partition(upserts, (change) =>
    hasVector(known.get(change.item.id), change, model),
  );
  const [reused, fresh] = await Promise.all([
    reuseVectors(deps.space, unchanged),
    embedFresh(deps.space, changed, previous, isNews),
  ]);
  // An index that lost a vector (it was rebuilt) gets it anew.
  const lost = unchanged.filter((change) => !reused.has(change.item.id));
  const again = lost.length > 0 ? await embedFresh(deps.space, lost, previous, isNews) : [];
  return [
    ...unchanged.flatMap((change): Embedded[] => {
      const vector = reused.get(change.item.id);
      return vector === undefined
        ? []
        : [{ ...change, vector, status: 'completed', surprise: null, isNews: false }];
    }),
    ...again,
    ...fresh,
  ];
}

const hasVector = (known: KnownItem | undefined, change: ItemToIndex, model: string): boolean =>
  known !== undefined &&
  known.contentRevision === change.contentRevision &&
  known.revision < change.item.revision &&
  known.embeddingStatus === 'completed' &&
  known.model === model;

/** True where only the model is another than the last time: its owner has been told. */
const wasEmbeddedByOther = (known: KnownItem | undefined, change: ItemToIndex, model: string): boolean =>
  known !== undefined &&
  known.contentRevision === change.contentRevision &&
  known.revision === change.item.revision &&
  known.embeddingStatus === 'completed' &&
  known.model !== model;

async function reuseVectors(
  { index }: WritableSpace,
  unchanged: readonly ItemToIndex[],
): Promise<Map<string, Float32Array>> {
  const byTenant = Map.groupBy(unchanged, ({ item }) => item.tenantId);
  const found = await Promise.all(
    [...byTenant].map(([tenantId, changes]) =>
      index.vectors(
        tenantId,
        changes.map(({ item }) => item.id),
      ),
    ),
  );
  return new Map(found.flatMap((vectors) => [...vectors]));
}

async function embedFresh(
  { embedder, index }: WritableSpace,
  changes: readonly ItemToIndex[],
  previous: WritableSpace | null,
  isNews: (change: ItemToIndex) => boolean,
): Promise<Embedded[]> {
  const embedded: Embedded[] = [];
  for (let at = 0; at < changes.length; at += embedder.maxBatch) {
    const batch = changes.slice(at, at + embedder.maxBatch);
    const vectors = await embedBatch(embedder, batch);
    const created = batch.flatMap((change, i) => {
      const vector = vectors[i];
      return vector && change.kind === 'memory' && change.contentRevision === 1 && isNews(change)
        ? [{ change, vector }]
        : [];
    });
    // An index that is being filled would call everything new.
    const surprise = previous
      ? await unlessUnavailable(surpriseWithin(previous, created), new Map<string, number>())
      : await measureSurprise(
          index,
          created.map(({ change, vector }) => ({ ...identityOf(change), vector })),
        );
    batch.forEach((change, i) => {
      const vector = vectors[i];
      embedded.push({
        ...change,
        vector: vector ?? null,
        status: vector === undefined ? 'failed' : 'completed',
        surprise: surprise.get(change.item.id) ?? null,
        isNews: isNews(change),
      });
    });
  }
  return embedded;
}

async function surpriseWithin(
  { embedder, index }: WritableSpace,
  created: readonly { change: ItemToIndex }[],
): Promise<Map<string, number>> {
  const changes = created.map(({ change }) => change);
  const vectors = await embedInBatches(embedder, changes);
  return measureSurprise(
    index,
    changes.flatMap((change, i) => (vectors[i] ? [{ ...identityOf(change), vector: vectors[i] }] : [])),
  );
}

/** What searches still ask learns of the changes as well, in its own model's vectors. */
async function keepUp(
  { embedder, index }: WritableSpace,
  embedded: readonly Embedded[],
  removals: readonly ItemToRemove[],
): Promise<void> {
  const news = embedded.filter((change) => change.isNews);
  const vectors = await embedInBatches(embedder, news);
  await index.upsert(news.map(({ item }, i) => ({ ...item, vector: vectors[i] ?? null })));
  await removeAll(index, removals);
}

async function embedInBatches(
  embedder: WritableSpace['embedder'],
  changes: readonly ItemToIndex[],
): Promise<(Float32Array | null | undefined)[]> {
  const vectors: (Float32Array | null | undefined)[] = [];
  for (let at = 0; at < changes.length; at += embedder.maxBatch)
    vectors.push(...(await embedBatch(embedder, changes.slice(at, at + embedder.maxBatch))));
  return vectors;
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

const toRecord =
  (model: string) =>
  ({ kind, item, contentRevision, status }: Embedded): ItemRecord => ({
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
    createdAt: item.createdAt,
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
  createdAt: removed.occurredAt,
});

function partition<T>(list: readonly T[], test: (entry: T) => boolean): [T[], T[]] {
  const [yes, no]: [T[], T[]] = [[], []];
  for (const entry of list) (test(entry) ? yes : no).push(entry);
  return [yes, no];
}
