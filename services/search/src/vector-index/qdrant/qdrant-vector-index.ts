import { setTimeout as sleep } from 'node:timers/promises';
import { isUuid, unavailable } from '@loci/core';
import { canonicalId, canonicalTenantId } from '../../items/item-ids.ts';
import { connectQdrant } from './qdrant-connection.ts';
import type { QdrantConnection, QdrantConnectionOptions } from './qdrant-connection.ts';
import { tenantCondition, filterConditions } from './filter-conditions.ts';
import { trackInFlightCalls } from './in-flight-calls.ts';
import { readRevisions } from './read-revisions.ts';
import { MAX_TARGETS_AGE_MS, collectionGenerations } from './collection-generations.ts';
import { searchParams, VECTOR_NAME } from './collection-settings.ts';
import type { CollectionSettings } from './collection-settings.ts';
import { tenantPointIds } from './point-ids.ts';
import { toJsonVector } from './json-vector.ts';
import { removeOperations, upsertOperations } from './write-operations.ts';
import { toUnitVector } from '../unit-vector.ts';
import type { VectorHit, VectorIndex } from '../vector-index.ts';

/** A Qdrant server or cluster (1.17 or newer), and how a deployment's collections lie there. */
export interface QdrantOptions extends QdrantConnectionOptions, CollectionSettings {
  /** Begins the names of this deployment's collections. Default `loci`. */
  collectionPrefix?: string | undefined;
}

export interface QdrantVectorIndexOptions extends QdrantOptions {
  model: string;
  dimension: number;
}

const MAX_QUERIES_PER_REQUEST = 128;
/** More than any deployment has: Qdrant gives the first ten where no limit is named. */
const MAX_TENANTS = 10_000_000;

/**
 * Vectors of all tenants in one collection for each model, with a graph per tenant. Made at the first use, by however
 * many processes at once.
 */
export function createQdrantVectorIndex(options: QdrantVectorIndexOptions): VectorIndex {
  return qdrantVectorIndex(connectQdrant(options), options);
}

/** An index on a connection that others use too. */
export function qdrantVectorIndex(
  connection: QdrantConnection,
  options: QdrantVectorIndexOptions,
): VectorIndex {
  const { model, dimension, quantization, collectionPrefix = 'loci' } = options;
  const served = collectionGenerations(connection, {
    prefix: collectionPrefix,
    model,
    dimension,
    settings: options,
  });
  const calls = trackInFlightCalls('The vector index');
  const params = searchParams(quantization);

  async function apply(collection: string, requests: ReturnType<typeof upsertOperations>): Promise<void> {
    for (const operations of requests)
      refuseUnfinished(
        await connection.request((client) => client.batchUpdate(collection, { operations, wait: true })),
      );
  }

  async function applyToAll(requests: ReturnType<typeof upsertOperations>): Promise<void> {
    if (requests.length === 0) return;
    await served.write(async ({ serving, filling }) => {
      await Promise.all([apply(serving, requests), filling === null ? null : apply(filling, requests)]);
    });
  }

  return {
    model,
    dimension,

    upsert: (items) => calls.run(() => applyToAll(upsertOperations(items, dimension))),

    remove: (tenantId, entries) => calls.run(() => applyToAll(removeOperations(tenantId, entries))),

    search: (tenantId, { vector, filter = {}, limit }) =>
      calls.run(async () => {
        const tenant = canonicalTenantId(tenantId);
        const query = toJsonVector(toUnitVector(vector, dimension));
        const must = filterConditions(tenant, filter);
        if (must === null || limit <= 0) return [];
        const { points } = await served.read((collection) =>
          connection.request((client) =>
            client.query(collection, { query, using: VECTOR_NAME, filter: { must }, params, limit }),
          ),
        );
        return toHits(tenant, points);
      }),

    nearest: (tenantId, queries) =>
      calls.run(async () => {
        const tenant = canonicalTenantId(tenantId);
        const ids = queries.map(({ id }) => canonicalId(id));
        const searches = queries.map(({ vector }) => ({
          query: toJsonVector(toUnitVector(vector, dimension)),
          using: VECTOR_NAME,
          filter: { must: [tenantCondition(tenant)] },
          params,
          // The item itself may be one: to leave it out by a filter takes several times as long.
          limit: 2,
        }));
        const hits: (VectorHit | null)[] = [];
        while (hits.length < searches.length) {
          const start = hits.length;
          const batch = searches.slice(start, start + MAX_QUERIES_PER_REQUEST);
          const answers = await served.read((collection) =>
            connection.request((client) => client.queryBatch(collection, { searches: batch })),
          );
          hits.push(
            ...answers.map(
              ({ points }, i) => toHits(tenant, points).find(({ id }) => id !== ids[start + i]) ?? null,
            ),
          );
        }
        return hits;
      }),

    score: (tenantId, { vector, ids }) =>
      calls.run(async () => {
        const tenant = canonicalTenantId(tenantId);
        const query = toJsonVector(toUnitVector(vector, dimension));
        const known = uuidsOf(ids);
        if (known.length === 0) return [];
        const { points } = await served.read((collection) =>
          connection.request((client) =>
            client.query(collection, {
              query,
              using: VECTOR_NAME,
              filter: ofItems(tenant, known),
              params: { exact: true },
              limit: known.length,
            }),
          ),
        );
        const scored = new Map(toHits(tenant, points).map((hit) => [hit.id, hit]));
        return known.flatMap((id) => scored.get(id) ?? []);
      }),

    vectors: (tenantId, ids) =>
      calls.run(async () => {
        const tenant = canonicalTenantId(tenantId);
        const { itemOf } = tenantPointIds(tenant);
        const known = uuidsOf(ids);
        if (known.length === 0) return new Map();
        const { points } = await served.read((collection) =>
          connection.request((client) =>
            client.scroll(collection, {
              filter: ofItems(tenant, known),
              limit: known.length,
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
        return served.read((collection) => readRevisions(connection, collection, tenant, after, limit));
      }),

    count: (tenantId) =>
      calls.run(async () => {
        const must = [tenantCondition(canonicalTenantId(tenantId)), { is_empty: { key: 'removed' } }];
        const { count } = await served.read((collection) =>
          connection.request((client) => client.count(collection, { filter: { must }, exact: true })),
        );
        return count;
      }),

    dropTenant: (tenantId) =>
      calls.run(async () => {
        const filter = { must: [tenantCondition(canonicalTenantId(tenantId))] };
        const drop = async (collection: string): Promise<void> =>
          refuseUnfinished([
            await connection.requestSlow((client) => client.delete(collection, { filter, wait: true })),
          ]);
        await served.write(({ serving, filling }) =>
          Promise.all([drop(serving), filling === null ? null : drop(filling)]),
        );
      }),

    listTenants: () =>
      calls.run(async () => {
        const { hits } = await served.read((collection) =>
          connection.requestSlow((client) =>
            client.facet(collection, { key: 'tenant_id', limit: MAX_TENANTS, exact: true }),
          ),
        );
        // A value that no point has any more may be there still, with none.
        return hits.flatMap(({ value, count }) => (count > 0 ? String(value) : [])).sort();
      }),

    async rebuild(fill) {
      const fresh = await calls.run(() => served.createGeneration());
      try {
        // A writer may have looked just before, and its write be on its way for as long as a request may take.
        await sleep(MAX_TARGETS_AGE_MS + connection.timeoutMs);
        await calls.run(() => served.deleteAbandoned(fresh));
        await fill({
          upsert: (items) => calls.run(() => apply(fresh, upsertOperations(items, dimension))),
          remove: (tenantId, entries) => calls.run(() => apply(fresh, removeOperations(tenantId, entries))),
        });
        await calls.run(() => served.promote(fresh));
      } catch (error) {
        // What cannot be reached now is thrown away by the next rebuild.
        await calls.run(() => served.discard(fresh)).catch(() => undefined);
        throw error;
      }
    },

    close: () => calls.close(),
  };
}

/** The server may stop waiting for its own writes; then a reader would not see them yet. */
function refuseUnfinished(results: readonly { status: string }[]): void {
  if (results.some(({ status }) => status !== 'completed')) throw unavailable('The vector index');
}

function toHits(tenantId: string, points: readonly { id: string | number; score: number }[]): VectorHit[] {
  const { itemOf } = tenantPointIds(tenantId);
  return points.map(({ id, score }) => ({ id: itemOf(String(id)), score: Math.min(1, Math.max(0, score)) }));
}

const uuidsOf = (ids: readonly string[]): string[] => [
  ...new Set(ids.filter(isUuid).map((id) => id.toLowerCase())),
];

function ofItems(tenantId: string, ids: readonly string[]) {
  const { pointOf } = tenantPointIds(tenantId);
  return { must: [tenantCondition(tenantId), { has_id: ids.map(pointOf) }] };
}
