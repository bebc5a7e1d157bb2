import type { Schemas } from '@qdrant/js-client-rest';
import { eventTime } from '../../items/indexed-item.ts';
import type { RemovedItem } from '../../items/indexed-item.ts';
import { canonicalId, canonicalTenantId } from '../../items/item-ids.ts';
import { toUnitVector } from '../unit-vector.ts';
import type { VectorItem } from '../vector-index.ts';
import { VECTOR_NAME } from './collection-settings.ts';
import { tenantCondition } from './filter-conditions.ts';
import { toJsonVector } from './json-vector.ts';
import { tenantPointIds } from './point-ids.ts';

/** The operations of one batch request. */
export type WriteRequest = Schemas['UpsertOperation'][];

/** The operations of one batch request that deletes points. */
export type DeleteRequest = Schemas['DeleteOperation'][];

/** A point to store, unless the server has a newer revision of it. */
interface RevisedPoint {
  tenantId: string;
  revision: number;
  point: Schemas['PointStruct'];
}

const MAX_POINTS_PER_REQUEST = 256;
/**
 * Limits a request to about 6 MB. A number takes about 12 bytes as JSON, and Qdrant accepts requests of 32
 * MB.
 */
const MAX_NUMBERS_PER_REQUEST = 500_000;

/**
 * Creates the requests that store items. Of several revisions of an item, only the newest is stored.
 *
 * @throws VAL_FIELD_INVALID, VAL_UUID_INVALID like `VectorIndex.upsert`
 */
export function upsertOperations(items: readonly VectorItem[], dimension: number): WriteRequest[] {
  const points = keepNewest(items.map((item) => toPoint(item, dimension)));
  const size = Math.max(1, Math.min(MAX_POINTS_PER_REQUEST, Math.floor(MAX_NUMBERS_PER_REQUEST / dimension)));
  return splitBatches(points, size).map((batch) => conditionalUpserts(batch, 'lt'));
}

/**
 * Creates the requests that replace items with tombstones.
 *
 * @throws VAL_UUID_INVALID if an id is not a UUID
 */
export function removeOperations(tenantId: string, entries: readonly RemovedItem[]): WriteRequest[] {
  const tombstones = keepNewest(entries.map((entry) => toTombstone(canonicalTenantId(tenantId), entry)));
  return splitBatches(tombstones, MAX_POINTS_PER_REQUEST).map((batch) => conditionalUpserts(batch, 'lte'));
}

/**
 * Creates the requests that delete tombstones. The server compares the revisions, so it keeps items and
 * tombstones with a newer revision.
 *
 * @throws VAL_UUID_INVALID if an id is not a UUID
 */
export function deleteTombstoneOperations(
  tenantId: string,
  entries: readonly RemovedItem[],
): DeleteRequest[] {
  const tenant = canonicalTenantId(tenantId);
  const { pointOf } = tenantPointIds(tenant);
  return splitBatches(entries, MAX_POINTS_PER_REQUEST).map((batch) =>
    Array.from(
      Map.groupBy(batch, ({ revision }) => revision),
      ([revision, group]) => ({
        delete: {
          filter: {
            must: [
              { has_id: group.map(({ id }) => pointOf(canonicalId(id))) },
              tenantCondition(tenant),
              { key: 'revision', range: { lte: revision } },
            ],
            must_not: [{ is_empty: { key: 'removed' } }],
          },
        },
      }),
    ),
  );
}

function toPoint(item: VectorItem, dimension: number): RevisedPoint {
  const tenantId = canonicalTenantId(item.tenantId);
  const { revision, vector, sourceType, memoryType, importance, userId, tags } = item;
  const { validFrom, validUntil, expiresAt, documentId } = item;
  return {
    tenantId,
    revision,
    point: {
      id: tenantPointIds(tenantId).pointOf(canonicalId(item.id)),
      vector: vector ? { [VECTOR_NAME]: toJsonVector(toUnitVector(vector, dimension)) } : {},
      payload: {
        tenant_id: tenantId,
        revision,
        source_type: sourceType,
        memory_type: memoryType,
        importance,
        user_id: userId,
        tags,
        created_at_ms: Date.parse(eventTime(item)),
        ...(documentId !== null && { document_id: documentId }),
        ...(validFrom !== undefined && { valid_from_ms: Date.parse(validFrom) }),
        ...(validUntil !== undefined && { valid_until_ms: Date.parse(validUntil) }),
        ...(expiresAt !== undefined && { expires_at_ms: Date.parse(expiresAt) }),
      },
    },
  };
}

/** Creates the point of a tombstone. It has no vector, so no search finds it. */
function toTombstone(tenantId: string, { id, revision }: RemovedItem): RevisedPoint {
  return {
    tenantId,
    revision,
    point: {
      id: tenantPointIds(tenantId).pointOf(canonicalId(id)),
      vector: {},
      payload: { tenant_id: tenantId, revision, removed: true },
    },
  };
}

function keepNewest(points: readonly RevisedPoint[]): RevisedPoint[] {
  const newest = new Map<RevisedPoint['point']['id'], RevisedPoint>();
  for (const entry of points) {
    const other = newest.get(entry.point.id);
    if (!other || other.revision < entry.revision) newest.set(entry.point.id, entry);
  }
  return [...newest.values()];
}

/**
 * Groups points into upserts with one condition each: the stored point belongs to the same tenant and has a
 * lower revision, or for `lte` a lower or equal one. The condition is evaluated by the server, so writers and
 * replicas reach the same state in any order of writes. It also protects other tenants from an item id that
 * was chosen to map to one of their points.
 */
function conditionalUpserts(points: readonly RevisedPoint[], storedRevision: 'lt' | 'lte'): WriteRequest {
  const groups = Map.groupBy(points, ({ tenantId, revision }) => `${tenantId} ${revision}`);
  return [...groups.values()].map((group) => {
    const { tenantId, revision } = group[0]!;
    const revisionCondition = { key: 'revision', range: { [storedRevision]: revision } };
    return {
      upsert: {
        points: group.map(({ point }) => point),
        update_filter: { must: [tenantCondition(tenantId), revisionCondition] },
      },
    };
  });
}

function splitBatches<Entry>(entries: readonly Entry[], size: number): Entry[][] {
  const batches: Entry[][] = [];
  for (let start = 0; start < entries.length; start += size) batches.push(entries.slice(start, start + size));
  return batches;
}
