import type { Database } from '@loci/postgres';
import type { Embedder } from '../embedding/embedder.ts';
import { orNullIfUnavailable } from '../or-null-if-unavailable.ts';
import type { VectorIndex } from '../vector-index/vector-index.ts';
import { embedBatch } from './embed-batch.ts';
import type { EmbeddingOutcome } from './embedding.events.ts';
import type { ItemToIndex } from './index-change.ts';
import type { EmbeddedRevision, ItemRepository } from './item.repository.ts';
import { findNearest, toSurprise } from './find-nearest.ts';
import type { NearestItem } from './find-nearest.ts';

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
  /** See `IndexItemsDeps`. */
  isArchive?: boolean;
}

export interface EmbeddedItem extends EmbeddingOutcome {
  /** Vector of the content. Null if the model has no vector for the content or rejected it. */
  vector: Float32Array | null;
  /** The nearest other items, best first. Empty if they were not searched. */
  nearest: readonly NearestItem[];
  /** True if an embedding event must be published for the memory or document service. */
  isNewForOwner: boolean;
}

/**
 * Determines the vectors of items in the space of the configured model. Items whose content is already
 * embedded with this model keep their vector. All others are embedded.
 *
 * @param previous vector space that serves searches until the configured model's index is complete, or null.
 *   While it serves, the nearest items are found in it, because every item would seem new in an incomplete
 *   index.
 * @throws SYS_SERVICE_UNAVAILABLE if the embedder, the vector index or the database is unavailable
 */
export async function embedItems(
  { database, items, space, isArchive = false }: EmbedItemsDeps,
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
    embedInSpace(space, toEmbed, previous, isNewForOwner, isArchive);

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
    return [{ ...change, vector, status: 'completed', surprise: null, nearest: [], isNewForOwner: false }];
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
  isArchive: boolean,
): Promise<EmbeddedItem[]> {
  const { embedder } = space;
  const embedded: EmbeddedItem[] = [];
  for (let start = 0; start < changes.length; start += embedder.maxBatch) {
    const batch = changes.slice(start, start + embedder.maxBatch);
    const vectors = await embedBatch(embedder, batch);
    const compared = batch.flatMap((change, i) => {
      const vector = vectors[i];
      return vector && !isArchive && change.kind === 'memory' && isNewForOwner(change)
        ? [{ change, vector }]
        : [];
    });
    const nearest = previous
      ? await orNullIfUnavailable(findNearestInPreviousSpace(previous, compared))
      : await findNearest(space.index, compared.map(toNewVector));
    batch.forEach((change, i) => {
      const vector = vectors[i];
      const found = nearest?.get(change.item.id);
      embedded.push({
        ...change,
        vector: vector ?? null,
        status: vector === undefined ? 'failed' : 'completed',
        surprise: found !== undefined && !isArchive && isCreated(change) ? toSurprise(found) : null,
        nearest: found ?? [],
        // A failure is always reported, because the owner can have the status `completed` from the previous
        // model.
        isNewForOwner: vector === undefined || isNewForOwner(change),
      });
    });
  }
  return embedded;
}

/** Returns true for an item with its original content. Only memories with their original content get a surprise score. */
const isCreated = ({ contentRevision }: ItemToIndex): boolean => contentRevision === 1;

async function findNearestInPreviousSpace(
  { embedder, index }: WritableSpace,
  compared: readonly { change: ItemToIndex }[],
): Promise<Map<string, NearestItem[]>> {
  const changes = compared.map(({ change }) => change);
  const vectors = await embedInBatches(embedder, changes);
  return findNearest(
    index,
    changes.flatMap((change, i) => (vectors[i] ? [toNewVector({ change, vector: vectors[i] })] : [])),
  );
}

const toNewVector = ({ change: { item }, vector }: { change: ItemToIndex; vector: Float32Array }) => ({
  tenantId: item.tenantId,
  id: item.id,
  vector,
});
