import { join } from 'node:path';
import { packIds } from '../../embedded-storage/packed-ids.ts';
import { DEFAULT_MAX_OPEN_TENANTS } from '../../embedded-storage/tenant-cache.ts';
import { DEFAULT_MAX_MEMORY_BYTES } from '../../embedded-engine/index-address.ts';
import { canonicalEntries, itemIndexMethods } from '../../embedded-engine/item-index-methods.ts';
import { RebuildableIndex } from '../../embedded-engine/rebuildable-index.ts';
import type { IndexCaller } from '../../embedded-engine/rebuildable-index.ts';
import { SearchEngine } from '../../embedded-engine/search-engine.ts';
import { canonicalId, canonicalTenantId } from '../../items/item-ids.ts';
import { toUnitVector, toUnitVectors } from '../unit-vector.ts';
import type { VectorHit, VectorIndex, VectorItem } from '../vector-index.ts';
import { unpackHits } from './packed-vector-hits.ts';
import type { VectorItemMessage, VectorWorkerMethods } from './vector-worker-methods.ts';

export interface EmbeddedVectorIndexOptions {
  /**
   * Folder with one subfolder per model, which has one subfolder per tenant. Created if it does not exist.
   */
  directory: string;
  model: string;
  /** Number of dimensions, at most 8192. */
  dimension: number;
  /** Maximum number of open tenants, default 128. Beyond it, the least recently used tenants are closed. */
  maxOpenTenants?: number;
  /**
   * Maximum memory use of open tenants in bytes, default 512 MiB. Beyond it, the least recently used tenants
   * are closed.
   */
  maxMemoryBytes?: number;
  /**
   * Engine that holds the index. Defaults to a separate one. Indexes of one engine can be searched together.
   */
  engine?: SearchEngine;
  /** Called after a tenant's file was found damaged or missing. The tenant's items must be indexed again. */
  onTenantLost(tenantId: string): void;
}

/** A vector index whose tenants are in the threads of a search engine. */
export interface EmbeddedVectorIndex extends VectorIndex {
  readonly rebuildable: RebuildableIndex<VectorWorkerMethods>;
}

/**
 * Maximum number of vectors per call of the engine. Limits to about 4 ms how long `nearest` delays searches.
 */
const NEAREST_PER_CALL = 32;

/**
 * Creates a vector index that runs in the threads of a search engine. Each tenant has one SQLite file and its
 * vectors in memory, in two bytes per dimension. A search scans the first byte of each dimension, an int8
 * code, for all items. It reranks the best candidates that pass the filter with both bytes.
 */
export function createEmbeddedVectorIndex(options: EmbeddedVectorIndexOptions): EmbeddedVectorIndex {
  const {
    directory,
    model,
    dimension,
    maxOpenTenants = DEFAULT_MAX_OPEN_TENANTS,
    maxMemoryBytes = DEFAULT_MAX_MEMORY_BYTES,
    engine = new SearchEngine(),
    onTenantLost,
  } = options;
  const index = new RebuildableIndex<VectorWorkerMethods>({
    engine,
    address: {
      kind: 'vector',
      directory: join(directory, modelFolderName({ model, dimension })),
      dimension,
      maxOpenTenants,
      maxMemoryBytes,
    },
    onTenantLost,
  });

  return {
    rebuildable: index,

    model,
    dimension,

    ...itemIndexMethods(index),

    ...writeMethods(index, dimension),

    async search(tenantId, { vector, filter = {}, limit }) {
      const unit = toUnitVector(vector, dimension);
      return unpackHits(await index.call('search', [canonicalTenantId(tenantId), unit, filter, limit]));
    },

    async nearest(tenantId, queries, limit) {
      const tenant = canonicalTenantId(tenantId);
      const ids = queries.map(({ id }) => canonicalId(id));
      const hits: VectorHit[][] = [];
      while (hits.length < queries.length) {
        const start = hits.length;
        const end = start + NEAREST_PER_CALL;
        const batch = toUnitVectors(
          queries.slice(start, end).map(({ vector }) => vector),
          dimension,
        );
        hits.push(
          ...(await index.call('nearest', [tenant, ids.slice(start, end), batch, limit], [batch.buffer])),
        );
      }
      return hits;
    },

    async score(tenantId, { vector, ids }) {
      const unit = toUnitVector(vector, dimension);
      return unpackHits(await index.call('score', [canonicalTenantId(tenantId), unit, packIds(ids)]));
    },

    async vectors(tenantId, ids) {
      return index.call('vectors', [canonicalTenantId(tenantId), packIds(ids)]);
    },

    rebuild: (fill) => index.rebuild((shadow) => fill(writeMethods(shadow, dimension))),

    close: () => index.close(),
  };
}

const writeMethods = (
  index: IndexCaller<VectorWorkerMethods>,
  dimension: number,
): Pick<VectorIndex, 'upsert' | 'remove'> => ({
  async upsert(items) {
    const byTenant = Map.groupBy(items, (item) => canonicalTenantId(item.tenantId));
    const batches = [...byTenant].map(([tenantId, batch]) => ({ tenantId, ...toMessages(batch, dimension) }));
    await Promise.all(
      batches.map(({ tenantId, messages, vectors }) =>
        index.call('upsert', [tenantId, messages, vectors], [vectors.buffer]),
      ),
    );
  },

  async remove(tenantId, entries) {
    const removed = canonicalEntries(entries);
    if (removed.length > 0) await index.call('remove', [canonicalTenantId(tenantId), removed]);
  },
});

/** Name of the folder with the vectors of a model. */
export const modelFolderName = ({ model, dimension }: { model: string; dimension: number }): string =>
  `model-${encodeURIComponent(model)}-${dimension}`;

function toMessages(
  items: readonly VectorItem[],
  dimension: number,
): { messages: VectorItemMessage[]; vectors: Float32Array<ArrayBuffer> } {
  const vectors = toUnitVectors(
    items.flatMap(({ vector }) => (vector ? [vector] : [])),
    dimension,
  );
  const messages = items.map((item) => {
    const { revision, sourceType, memoryType, importance, userId, tags, createdAt, occurredAt } = item;
    const { validFrom, validUntil, expiresAt, documentId } = item;
    const hasVector = item.vector !== null;
    return {
      id: canonicalId(item.id),
      revision,
      sourceType,
      memoryType,
      importance,
      userId,
      tags,
      createdAt,
      occurredAt,
      validFrom,
      validUntil,
      expiresAt,
      documentId,
      hasVector,
    };
  });
  return { messages, vectors };
}
