import { setTimeout as delay } from 'node:timers/promises';
import type { Schemas } from '@qdrant/js-client-rest';
import { unavailable } from '@loci/core';
import { canonicalId, canonicalLookupIds, canonicalTenantId } from '../../items/item-ids.ts';
import { toUnitVector } from '../unit-vector.ts';
import type { VectorHit, VectorIndex } from '../vector-index.ts';
import { collectionGenerations, MAX_TARGETS_AGE_MS } from './collection-generations.ts';
import { searchParams, VECTOR_NAME } from './collection-settings.ts';
import type { CollectionSettings } from './collection-settings.ts';
import { filterConditions, tenantCondition } from './filter-conditions.ts';
import { trackInFlightCalls } from './in-flight-calls.ts';
import { toJsonVector } from './json-vector.ts';
import { tenantPointIds } from './point-ids.ts';
import { connectQdrant } from './qdrant-connection.ts';
import type { QdrantConnection, QdrantConnectionOptions } from './qdrant-connection.ts';
import { readRevisions } from './read-revisions.ts';
import { deleteTombstoneOperations, removeOperations, upsertOperations } from './write-operations.ts';
import type { DeleteRequest, WriteRequest } from './write-operations.ts';

/** Connection to a Qdrant server or cluster of version 1.17 or newer, and settings of its collections. */
export interface QdrantOptions extends QdrantConnectionOptions, CollectionSettings {
  /** Prefix of all collection names of this deployment. Default `loci`. */
  collectionPrefix?: string | undefined;
}

export interface QdrantVectorIndexOptions extends QdrantOptions {
  model: string;
  dimension: number;
}

const MAX_QUERIES_PER_REQUEST = 128;
/**
 * Maximum number of listed tenants. It is above the number of tenants of any deployment. By default, Qdrant
 * returns only ten facet values.
 */
const MAX_TENANTS = 10_000_000;

/**
 * Creates a vector index on Qdrant. All tenants share one collection per model, with one HNSW graph per
 * tenant. The collection is created on first use. Several processes may create it concurrently.
 */
export function createQdrantVectorIndex(options: QdrantVectorIndexOptions): VectorIndex {
  return qdrantVectorIndex(connectQdrant(options), options);
}

/**
 * Creates a vector index like {@link createQdrantVectorIndex}, but on a connection that several indexes
 * share.
 */
export function qdrantVectorIndex(
  connection: QdrantConnection,
  options: QdrantVectorIndexOptions,
): VectorIndex {
  const { model, dimension, quantization, collectionPrefix = 'loci' } = options;
  const generations = collectionGenerations(connection, {
    prefix: collectionPrefix,
    model,
    dimension,
    settings: options,
  });
  const calls = trackInFlightCalls('The vector index');
  const params = searchParams(quantization);

  const sendQuery = (
    collection: string,
    query: Schemas['QueryRequest'],
  ): Promise<{ points: ScoredPoint[] }> =>
    connection.post(`/collections/${encodeURIComponent(collection)}/points/query`, query);

  async function writeTo(
    collection: string,
    requests: readonly (WriteRequest | DeleteRequest)[],
  ): Promise<void> {
    for (const operations of requests)
      assertCompleted(
        await connection.request((client) => client.batchUpdate(collection, { operations, wait: true })),
      );
  }

  async function writeToAll(requests: readonly (WriteRequest | DeleteRequest)[]): Promise<void> {
    if (requests.length === 0) return;
    await generations.write(async ({ serving, filling }) => {
      await Promise.all([writeTo(serving, requests), filling === null ? null : writeTo(filling, requests)]);
    });
  }

  return {
    model,
    dimension,

    upsert: (items) => calls.run(() => writeToAll(upsertOperations(items, dimension))),

    remove: (tenantId, entries) => calls.run(() => writeToAll(removeOperations(tenantId, entries))),

    deleteTombstones: (tenantId, entries) =>
      calls.run(() => writeToAll(deleteTombstoneOperations(tenantId, entries))),

    search: (tenantId, { vector, filter = {}, limit }) =>
      calls.run(async () => {
        const tenant = canonicalTenantId(tenantId);
        const query = toJsonVector(toUnitVector(vector, dimension));
        const must = filterConditions(tenant, filter);
        if (must === null || limit <= 0) return [];
        const { points } = await generations.read((collection) =>
          sendQuery(collection, { query, using: VECTOR_NAME, filter: { must }, params, limit }),
        );
        return toHits(tenant, points);
      }),

    nearest: (tenantId, queries, limit) =>
      calls.run(async () => {
        const tenant = canonicalTenantId(tenantId);
        const ids = queries.map(({ id }) => canonicalId(id));
        const searches = queries.map(({ vector }) => ({
          query: toJsonVector(toUnitVector(vector, dimension)),
          using: VECTOR_NAME,
          filter: { must: [tenantCondition(tenant)] },
          params,
          // One of the hits may be the item itself. Excluding it with a filter takes several times as long.
          limit: limit + 1,
        }));
        const hits: VectorHit[][] = [];
        while (hits.length < searches.length) {
          const start = hits.length;
          const batch = searches.slice(start, start + MAX_QUERIES_PER_REQUEST);
          const results = await generations.read((collection) =>
            connection.request((client) => client.queryBatch(collection, { searches: batch })),
          );
          hits.push(
            ...results.map(({ points }, i) =>
              toHits(tenant, points)
                .filter(({ id }) => id !== ids[start + i])
                .slice(0, limit),
            ),
          );
        }
        return hits;
      }),

    score: (tenantId, { vector, ids }) =>
      calls.run(async () => {
        const tenant = canonicalTenantId(tenantId);
        const query = toJsonVector(toUnitVector(vector, dimension));
        const wanted = [...new Set(canonicalLookupIds(ids))];
        if (wanted.length === 0) return [];
        const { points } = await generations.read((collection) =>
          sendQuery(collection, {
            query,
            using: VECTOR_NAME,
            filter: itemsFilter(tenant, wanted),
            params: { exact: true },
            limit: wanted.length,
          }),
        );
        const hitsById = new Map(toHits(tenant, points).map((hit) => [hit.id, hit]));
        return wanted.flatMap((id) => hitsById.get(id) ?? []);
      }),

    vectors: (tenantId, ids) =>
      calls.run(async () => {
        const tenant = canonicalTenantId(tenantId);
        const { itemOf } = tenantPointIds(tenant);
        const wanted = [...new Set(canonicalLookupIds(ids))];
        if (wanted.length === 0) return new Map();
        const { points } = await generations.read((collection) =>
          connection.request((client) =>
            client.scroll(collection, {
              filter: itemsFilter(tenant, wanted),
              limit: wanted.length,
              with_payload: false,
              with_vector: [VECTOR_NAME],
            }),
          ),
        );
        return new Map(
          points.flatMap(({ id, vector }) => {
            const numbers = (vector as Record<string, number[]> | null | undefined)?.[VECTOR_NAME];
            return numbers ? [[itemOf(String(id)), Float32Array.from(numbers)]] : [];
          }),
        );
      }),

    revisions: (tenantId, { afterId, limit }) =>
      calls.run(async () => {
        const tenant = canonicalTenantId(tenantId);
        const after = afterId === null ? null : canonicalId(afterId);
        return generations.read((collection) => readRevisions(connection, collection, tenant, after, limit));
      }),

    count: (tenantId) =>
      calls.run(async () => {
        const must = [tenantCondition(canonicalTenantId(tenantId)), { is_empty: { key: 'removed' } }];
        const { count } = await generations.read((collection) =>
          connection.request((client) => client.count(collection, { filter: { must }, exact: true })),
        );
        return count;
      }),

    dropTenant: (tenantId) =>
      calls.run(async () => {
        const filter = { must: [tenantCondition(canonicalTenantId(tenantId))] };
        const drop = async (collection: string): Promise<void> =>
          assertCompleted([
            await connection.requestSlow((client) => client.delete(collection, { filter, wait: true })),
          ]);
        await generations.write(({ serving, filling }) =>
          Promise.all([drop(serving), filling === null ? null : drop(filling)]),
        );
      }),

    listTenants: () =>
      calls.run(async () => {
        const { hits } = await generations.read((collection) =>
          connection.requestSlow((client) =>
            client.facet(collection, { key: 'tenant_id', limit: MAX_TENANTS, exact: true }),
          ),
        );
        // Qdrant may still return the value of a dropped tenant, with count 0.
        return hits.flatMap(({ value, count }) => (count > 0 ? String(value) : [])).sort();
      }),

    async rebuild(fill) {
      const shadow = await calls.run(() => generations.createGeneration());
      try {
        // After this delay, all writers also write to the shadow collection, and earlier writes have
        // finished.
        await delay(MAX_TARGETS_AGE_MS + connection.timeoutMs);
        await calls.run(() => generations.deleteAbandoned(shadow));
        await fill({
          upsert: (items) => calls.run(() => writeTo(shadow, upsertOperations(items, dimension))),
          remove: (tenantId, entries) =>
            calls.run(() => writeTo(shadow, removeOperations(tenantId, entries))),
        });
        await calls.run(() => generations.promote(shadow));
      } catch (error) {
        // If the deletion fails, the next rebuild deletes the collection.
        await calls.run(() => generations.discard(shadow)).catch(() => undefined);
        throw error;
      }
    },

    close: () => calls.close(),
  };
}

/** Throws if the server did not wait until a write was applied, because readers would not see the write yet. */
function assertCompleted(results: readonly { status: string }[]): void {
  if (results.some(({ status }) => status !== 'completed')) throw unavailable('The vector index');
}

type ScoredPoint = Pick<Schemas['ScoredPoint'], 'id' | 'score'>;

function toHits(tenantId: string, points: readonly ScoredPoint[]): VectorHit[] {
  const { itemOf } = tenantPointIds(tenantId);
  return points.map(({ id, score }) => ({ id: itemOf(String(id)), score: Math.min(1, Math.max(0, score)) }));
}

function itemsFilter(tenantId: string, ids: readonly string[]) {
  const { pointOf } = tenantPointIds(tenantId);
  return { must: [tenantCondition(tenantId), { has_id: ids.map(pointOf) }] };
}
