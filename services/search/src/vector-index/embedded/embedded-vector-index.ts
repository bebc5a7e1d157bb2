import { join } from 'node:path';
import { canonicalId, canonicalTenantId, lookupIds } from '../../items/item-ids.ts';
import { RebuildableWorker } from '../../embedded-storage/rebuildable-worker.ts';
import type { WorkerCaller } from '../../embedded-storage/rebuildable-worker.ts';
import { unpackHits } from './packed-vector-hits.ts';
import { toUnitVector } from '../unit-vector.ts';
import type { VectorItemMessage, VectorWorkerMethods, VectorWorkerOptions } from './vector-worker-methods.ts';
import type { VectorHit, VectorIndex, VectorItem } from '../vector-index.ts';

export interface EmbeddedVectorIndexOptions {
  /** Made when absent. Each model gets a folder in it, and in that each tenant. */
  directory: string;
  model: string;
  /** At most 8192. */
  dimension: number;
  /** Least recently used tenants are closed beyond these; they open again by themselves. */
  maxOpenTenants?: number;
  maxMemoryBytes?: number;
  /** The tenant's file was damaged or gone. It is empty now and has to be filled from the owner's records. */
  onTenantLost(tenantId: string): void;
}

/**
 * Vectors in one SQLite file per tenant, with two bytes per dimension in memory: a worker thread scans the first
 * bytes of all (exhaustively, filters first) and scores the best few hundred by both.
 */
export function createEmbeddedVectorIndex(options: EmbeddedVectorIndexOptions): VectorIndex {
  const {
    directory,
    model,
    dimension,
    maxOpenTenants = 64,
    maxMemoryBytes = 512 * 1024 * 1024,
    onTenantLost,
  } = options;
  const worker = new RebuildableWorker<VectorWorkerMethods>({
    module: new URL('./vector-worker.ts', import.meta.url),
    directory: join(directory, modelFolderName({ model, dimension })),
    workerDataFor: (folder) =>
      ({ directory: folder, dimension, maxOpenTenants, maxMemoryBytes }) satisfies VectorWorkerOptions,
    name: 'The vector index',
    onNotice: (notice) => onTenantLost((notice as { tenantLost: string }).tenantLost),
  });

  return {
    model,
    dimension,

    ...writesOver(worker, dimension),

    async search(tenantId, { vector, filter = {}, limit }) {
      const unit = toUnitVector(vector, dimension);
      return unpackHits(await worker.call('search', [canonicalTenantId(tenantId), unit, filter, limit]));
    },

    async nearest(tenantId, queries) {
      const units = queries.map(({ id, vector }) => ({
        id: canonicalId(id),
        vector: toUnitVector(vector, dimension),
      }));
      const hits: (VectorHit | null)[] = [];
      while (hits.length < units.length) {
        const left = units.slice(hits.length);
        const vectors = joined(
          left.map(({ vector }) => vector),
          dimension,
        );
        hits.push(
          ...(await worker.call(
            'nearest',
            [canonicalTenantId(tenantId), left.map(({ id }) => id), vectors],
            [vectors.buffer],
          )),
        );
      }
      return hits;
    },

    async score(tenantId, { vector, ids }) {
      const unit = toUnitVector(vector, dimension);
      return unpackHits(await worker.call('score', [canonicalTenantId(tenantId), unit, lookupIds(ids)]));
    },

    async vectors(tenantId, ids) {
      return worker.call('vectors', [canonicalTenantId(tenantId), lookupIds(ids)]);
    },

    async revisions(tenantId, { afterId, limit }) {
      return worker.call('revisions', [canonicalTenantId(tenantId), afterId?.toLowerCase() ?? '', limit]);
    },

    async count(tenantId) {
      return worker.call('count', [canonicalTenantId(tenantId)]);
    },

    async dropTenant(tenantId) {
      await worker.call('dropTenant', [canonicalTenantId(tenantId)]);
    },

    async listTenants() {
      return worker.call('listTenants', []);
    },

    rebuild: (fill) => worker.rebuild((fresh) => fill(writesOver(fresh, dimension))),

    close: () => worker.close(),
  };
}

const writesOver = (
  worker: WorkerCaller<VectorWorkerMethods>,
  dimension: number,
): Pick<VectorIndex, 'upsert' | 'remove'> => ({
  async upsert(items) {
    const byTenant = Map.groupBy(items, (item) => canonicalTenantId(item.tenantId));
    const batches = [...byTenant].map(([tenantId, batch]) => ({ tenantId, ...pack(batch, dimension) }));
    await Promise.all(
      batches.map(({ tenantId, sent, vectors }) => {
        return worker.call('upsert', [tenantId, sent, vectors], [vectors.buffer]);
      }),
    );
  },

  async remove(tenantId, entries) {
    const removed = entries.map(({ id, revision }) => ({ id: canonicalId(id), revision }));
    if (removed.length > 0) await worker.call('remove', [canonicalTenantId(tenantId), removed]);
  },
});

/** Where the vectors of a model lie. */
export const modelFolderName = ({ model, dimension }: { model: string; dimension: number }): string =>
  `model-${encodeURIComponent(model)}-${dimension}`;

function joined(vectors: readonly Float32Array[], dimension: number): Float32Array<ArrayBuffer> {
  const all = new Float32Array(vectors.length * dimension);
  vectors.forEach((vector, i) => all.set(vector, i * dimension));
  return all;
}

function pack(
  items: readonly VectorItem[],
  dimension: number,
): { sent: VectorItemMessage[]; vectors: Float32Array<ArrayBuffer> } {
  const vectors = items.flatMap(({ vector }) => (vector ? [toUnitVector(vector, dimension)] : []));
  const sent = items.map((item) => {
    const { revision, sourceType, memoryType, importance, userId, tags, createdAt } = item;
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
      hasVector,
    };
  });
  return { sent, vectors: joined(vectors, dimension) };
}
