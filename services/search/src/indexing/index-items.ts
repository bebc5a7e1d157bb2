import { isAppError } from '@loci/core';
import type { EmbeddingStatus } from '@loci/contracts';
import type { DomainEvent, Outbox } from '@loci/outbox';
import type { Database } from '@loci/postgres';
import type { Embedder } from '../embedding/embedder.ts';
import type { KeywordIndex } from '../keyword-index/keyword-index.ts';
import type { VectorIndex } from '../vector-index/vector-index.ts';
import { embeddingStateChanged } from './embedding.events.ts';
import { isRemoval } from './index-change.ts';
import type { IndexChange, ItemToIndex, ItemToRemove } from './index-change.ts';
import type { ItemRecord, ItemRepository, KnownItem } from './item.repository.ts';
import { measureSurprise } from './measure-surprise.ts';

export interface IndexItemsDeps {
  database: Pick<Database, 'inSystemTransaction'>;
  items: ItemRepository;
  keywordIndex: Pick<KeywordIndex, 'upsert' | 'remove'>;
  vectorIndex: Pick<VectorIndex, 'upsert' | 'remove' | 'nearest' | 'vectors'>;
  embedder: Pick<Embedder, 'embed' | 'maxBatch' | 'model'>;
  outbox: Outbox;
  now(): Date;
}

interface Embedded extends ItemToIndex {
  vector: Float32Array | null;
  status: EmbeddingStatus;
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

  const embedded = await embedAll(deps, upserts);
  await Promise.all([
    deps.keywordIndex.upsert(embedded.map(({ item }) => item)),
    deps.vectorIndex.upsert(embedded.map(({ item, vector }) => ({ ...item, vector }))),
    ...removeAll(deps, removals),
  ]);

  const now = deps.now();
  const news: DomainEvent[] = embedded
    .filter((entry) => entry.isNews)
    .map((entry) => embeddingStateChanged(entry, now));
  await deps.database.inSystemTransaction(async (tx) => {
    await Promise.all([
      deps.items.save(
        tx,
        [...embedded.map(toRecord(deps.embedder.model)), ...removals.map(toTombstone)],
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

async function embedAll(deps: IndexItemsDeps, upserts: readonly ItemToIndex[]): Promise<Embedded[]> {
  if (upserts.length === 0) return [];
  const known = await deps.database.inSystemTransaction((tx) =>
    deps.items.known(
      tx,
      upserts.map(({ item }) => item.id),
    ),
  );
  const [unchanged, changed] = partition(upserts, (change) =>
    hasVector(known.get(change.item.id), change, deps.embedder.model),
  );
  const [reused, fresh] = await Promise.all([reuseVectors(deps, unchanged), embedFresh(deps, changed)]);
  // An index that lost a vector (it was rebuilt) gets it anew.
  const lost = unchanged.filter((change) => !reused.has(change.item.id));
  const again = lost.length > 0 ? await embedFresh(deps, lost) : [];
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

async function reuseVectors(
  deps: IndexItemsDeps,
  unchanged: readonly ItemToIndex[],
): Promise<Map<string, Float32Array>> {
  const byTenant = Map.groupBy(unchanged, ({ item }) => item.tenantId);
  const found = await Promise.all(
    [...byTenant].map(([tenantId, changes]) =>
      deps.vectorIndex.vectors(
        tenantId,
        changes.map(({ item }) => item.id),
      ),
    ),
  );
  return new Map(found.flatMap((vectors) => [...vectors]));
}

async function embedFresh(deps: IndexItemsDeps, changes: readonly ItemToIndex[]): Promise<Embedded[]> {
  const embedded: Embedded[] = [];
  for (let at = 0; at < changes.length; at += deps.embedder.maxBatch) {
    const batch = changes.slice(at, at + deps.embedder.maxBatch);
    const vectors = await embedBatch(deps.embedder, batch);
    const created = batch.flatMap((change, i) => {
      const vector = vectors[i];
      return vector && change.kind === 'memory' && change.contentRevision === 1
        ? [{ tenantId: change.item.tenantId, id: change.item.id, vector }]
        : [];
    });
    const surprise = await measureSurprise(deps.vectorIndex, created);
    batch.forEach((change, i) => {
      const vector = vectors[i];
      embedded.push({
        ...change,
        vector: vector ?? null,
        status: vector === undefined ? 'failed' : 'completed',
        surprise: surprise.get(change.item.id) ?? null,
        isNews: true,
      });
    });
  }
  return embedded;
}

/** One vector (null: nothing known in the text) per change; undefined where the model refuses this very text. */
async function embedBatch(
  embedder: IndexItemsDeps['embedder'],
  batch: readonly ItemToIndex[],
): Promise<(Float32Array | null | undefined)[]> {
  try {
    return await embedder.embed(batch.map(({ item }) => item.content));
  } catch (error) {
    if (isAppError(error) && error.code === 'SYS_SERVICE_UNAVAILABLE') throw error;
    if (batch.length === 1) return [undefined];
    // One text that the model refuses must not fail its neighbours.
    const each: (Float32Array | null | undefined)[] = [];
    for (const change of batch) each.push(...(await embedBatch(embedder, [change])));
    return each;
  }
}

function removeAll(deps: IndexItemsDeps, removals: readonly ItemToRemove[]): Promise<void>[] {
  const byTenant = Map.groupBy(removals, ({ removed }) => removed.tenantId);
  return [...byTenant].flatMap(([tenantId, entries]) => {
    const removed = entries.map(({ removed: { id, revision } }) => ({ id, revision }));
    return [deps.keywordIndex.remove(tenantId, removed), deps.vectorIndex.remove(tenantId, removed)];
  });
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
