import type { Database } from '@loci/postgres';
import type { Embedder } from '../embedding/embedder.ts';
import { orNullIfUnavailable } from '../or-null-if-unavailable.ts';
import type { VectorIndex } from '../vector-index/vector-index.ts';
import { embedBatch } from './embed-batch.ts';
import type { EmbeddingOutcome } from './embedding.events.ts';
import type { ItemToIndex } from './index-change.ts';
import type { EmbeddedRevision, ItemRepository } from './item.repository.ts';
import { measureSurprise } from './measure-surprise.ts';

/** An embedding model and the index of its vectors. */
export interface WritableSpace {
  embedder: Pick<Embedder, 'embed' | 'maxBatch' | 'model'>;
  index: Pick<VectorIndex, 'upsert' | 'remove' | 'nearest' | 'vectors'>;
}

export interface EmbedItemsDeps {
  database: Pick<Database, 'inSystemTransaction'>;
  items: Pick<ItemRepository, 'find'>;
  /** Vector space of the configured model. */
  space: WritableSpace;
}

export interface EmbeddedItem extends EmbeddingOutcome {
  /** Vector of the content. Null if the model has no vector for the content or rejected it. */
  vector: Float32Array | null;
  /** True if an embedding event must be published for the memory or document service. */
  isNewForOwner: boolean;
}

/**
 * Determines the vectors of items in the space of the configured model. Items whose content is already
 * embedded with this model keep their vector. All others are embedded.
 *
 * @param previous vector space that serves searches until the configured model's index is complete, or null.
 *   While it serves, surprise scores are measured in it, because every item would seem new in an incomplete
 *   index.
 * @throws SYS_SERVICE_UNAVAILABLE if the embedder, the vector index or the database is unavailable
 */
export async function embedItems(
  { database, items, space }: EmbedItemsDeps,
  changes: readonly ItemToIndex[],
  previous: WritableSpace | null,
): Promise<EmbeddedItem[]> {
  if (changes.length === 0) return [];
  const records = await database.inSystemTransaction((tx) =>
    items.find(
      tx,
      changes.map(({ item }) => item.id),
    ),
  );
  const recordOf = (change: ItemToIndex): EmbeddedRevision | undefined => records.get(change.item.id);
  const { model } = space.embedder;
  const isNewForOwner = (change: ItemToIndex): boolean =>
    !isEmbeddedByOtherModel(recordOf(change), change, model);
  const embed = (toEmbed: readonly ItemToIndex[]): Promise<EmbeddedItem[]> =>
    embedInSpace(space, toEmbed, previous, isNewForOwner);

  const hasVector = (change: ItemToIndex): boolean => isContentUnchanged(recordOf(change), change, model);
  const unchanged = changes.filter(hasVector);
  const [stored, embedded] = await Promise.all([
    readStoredVectors(space, unchanged),
    embed(changes.filter((change) => !hasVector(change))),
  ]);
  // The index loses vectors when its files are damaged.
  const lost = unchanged.filter((change) => !stored.has(change.item.id));
  const embeddedAgain = lost.length > 0 ? await embed(lost) : [];
  const reused = unchanged.flatMap((change): EmbeddedItem[] => {
    const vector = stored.get(change.item.id);
    if (vector === undefined) return [];
    return [{ ...change, vector, status: 'completed', surprise: null, isNewForOwner: false }];
  });
  return [...reused, ...embeddedAgain, ...embedded];
}

/**
 * Embeds any number of items in batches that the embedder accepts. Returns one result per item like
 * {@link embedBatch}.
 */
export async function embedInBatches(
  embedder: WritableSpace['embedder'],
  changes: readonly ItemToIndex[],
): Promise<(Float32Array | null | undefined)[]> {
  const vectors: (Float32Array | null | undefined)[] = [];
  for (let start = 0; start < changes.length; start += embedder.maxBatch)
    vectors.push(...(await embedBatch(embedder, changes.slice(start, start + embedder.maxBatch))));
  return vectors;
}

/** Returns true if the model has embedded the same content at an earlier revision of the item. */
const isContentUnchanged = (
  record: EmbeddedRevision | undefined,
  change: ItemToIndex,
  model: string,
): boolean =>
  record !== undefined &&
  record.contentRevision === change.contentRevision &&
  record.revision < change.item.revision &&
  record.embeddingStatus === 'completed' &&
  record.model === model;

/**
 * Returns true if another model has embedded the same revision. In this case, the embedding event of that
 * revision was already published.
 */
const isEmbeddedByOtherModel = (
  record: EmbeddedRevision | undefined,
  change: ItemToIndex,
  model: string,
): boolean =>
  record !== undefined &&
  record.contentRevision === change.contentRevision &&
  record.revision === change.item.revision &&
  record.embeddingStatus === 'completed' &&
  record.model !== model;

async function readStoredVectors(
  { index }: WritableSpace,
  changes: readonly ItemToIndex[],
): Promise<Map<string, Float32Array>> {
  const byTenant = Map.groupBy(changes, ({ item }) => item.tenantId);
  const found = await Promise.all(
    [...byTenant].map(([tenantId, tenantChanges]) =>
      index.vectors(
        tenantId,
        tenantChanges.map(({ item }) => item.id),
      ),
    ),
  );
  return new Map(found.flatMap((vectors) => [...vectors]));
}

async function embedInSpace(
  space: WritableSpace,
  changes: readonly ItemToIndex[],
  previous: WritableSpace | null,
  isNewForOwner: (change: ItemToIndex) => boolean,
): Promise<EmbeddedItem[]> {
  const { embedder } = space;
  const embedded: EmbeddedItem[] = [];
  for (let start = 0; start < changes.length; start += embedder.maxBatch) {
    const batch = changes.slice(start, start + embedder.maxBatch);
    const vectors = await embedBatch(embedder, batch);
    const created = batch.flatMap((change, i) => {
      const vector = vectors[i];
      return vector && isCreatedMemory(change) && isNewForOwner(change) ? [{ change, vector }] : [];
    });
    const surprise = previous
      ? await orNullIfUnavailable(surpriseInPreviousSpace(previous, created))
      : await measureSurprise(space.index, created.map(toNewVector));
    batch.forEach((change, i) => {
      const vector = vectors[i];
      embedded.push({
        ...change,
        vector: vector ?? null,
        status: vector === undefined ? 'failed' : 'completed',
        surprise: surprise?.get(change.item.id) ?? null,
        // A failure is always reported, because the owner can have the status `completed` from the previous
        // model.
        isNewForOwner: vector === undefined || isNewForOwner(change),
      });
    });
  }
  return embedded;
}

/** Returns true for a memory with its original content. Only such memories get a surprise score. */
const isCreatedMemory = ({ kind, contentRevision }: ItemToIndex): boolean =>
  kind === 'memory' && contentRevision === 1;

async function surpriseInPreviousSpace(
  { embedder, index }: WritableSpace,
  created: readonly { change: ItemToIndex }[],
): Promise<Map<string, number>> {
  const changes = created.map(({ change }) => change);
  const vectors = await embedInBatches(embedder, changes);
  return measureSurprise(
    index,
    changes.flatMap((change, i) => (vectors[i] ? [toNewVector({ change, vector: vectors[i] })] : [])),
  );
}

const toNewVector = ({ change: { item }, vector }: { change: ItemToIndex; vector: Float32Array }) => ({
  tenantId: item.tenantId,
  id: item.id,
  vector,
});
