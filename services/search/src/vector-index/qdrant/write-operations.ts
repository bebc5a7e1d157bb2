import type { Schemas } from '@qdrant/js-client-rest';
import { canonicalId, canonicalTenantId } from '../../items/item-ids.ts';
import type { RemovedItem } from '../../items/indexed-item.ts';
import { toUnitVector } from '../unit-vector.ts';
import type { VectorItem } from '../vector-index.ts';
import { tenantCondition } from './filter-conditions.ts';
import { tenantPointIds } from './point-ids.ts';
import { VECTOR_NAME } from './collection-settings.ts';
import { toJsonVector } from './json-vector.ts';

type Write = Schemas['UpsertOperation'];

/** A point as it is to be stored, unless the server holds it at a newer revision. */
interface RevisedPoint {
  tenantId: string;
  revision: number;
  point: Schemas['PointStruct'];
}

const MAX_POINTS_PER_REQUEST = 256;
// Numbers are sent as text of a dozen bytes, and Qdrant takes 32 MB at once.
const MAX_NUMBERS_PER_REQUEST = 500_000;

/**
 * Upserts in requests of a sensible size, each a list of operations.
 *
 * @throws VAL_FIELD_INVALID, VAL_UUID_INVALID as {@link VectorIndex.upsert} says, before anything is sent
 */
export function upsertOperations(items: readonly VectorItem[], dimension: number): Write[][] {
  const points = newestOf(items.map((item) => toPoint(item, dimension)));
  const size = Math.max(1, Math.min(MAX_POINTS_PER_REQUEST, Math.floor(MAX_NUMBERS_PER_REQUEST / dimension)));
  return inBatches(points, size).map((batch) => conditionalWrites(batch, 'lt'));
}

/** @throws VAL_UUID_INVALID for an id that is not a UUID */
export function removeOperations(tenantId: string, entries: readonly RemovedItem[]): Write[][] {
  const tombstones = newestOf(entries.map((entry) => toTombstone(canonicalTenantId(tenantId), entry)));
  return inBatches(tombstones, MAX_POINTS_PER_REQUEST).map((batch) => conditionalWrites(batch, 'lte'));
}

function toPoint(item: VectorItem, dimension: number): RevisedPoint {
  const tenantId = canonicalTenantId(item.tenantId);
  const { revision, vector, sourceType, memoryType, importance, userId, tags, createdAt } = item;
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
        created_at_ms: Date.parse(createdAt),
      },
    },
  };
}

/** Without a vector no search finds it. */
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

/** The newest of each point. */
function newestOf(points: readonly RevisedPoint[]): RevisedPoint[] {
  const newest = new Map<RevisedPoint['point']['id'], RevisedPoint>();
  for (const entry of points) {
    const known = newest.get(entry.point.id);
    if (!known || known.revision < entry.revision) newest.set(entry.point.id, entry);
  }
  return [...newest.values()];
}

/**
 * Points of one tenant and revision share an operation, as an operation has one condition: what is stored is the same
 * tenant's and of a revision less than (or equal to) theirs. So writers need no order, and no replica another
 * outcome; and even a forged id, made to fall on another tenant's point, changes nothing.
 */
function conditionalWrites(points: readonly RevisedPoint[], stored: 'lt' | 'lte'): Write[] {
  const groups = Map.groupBy(points, ({ tenantId, revision }) => `${tenantId} ${revision}`);
  return [...groups.values()].map((group) => {
    const { tenantId, revision } = group[0]!;
    return {
      upsert: {
        points: group.map(({ point }) => point),
        update_filter: {
          must: [tenantCondition(tenantId), { key: 'revision', range: { [stored]: revision } }],
        },
      },
    };
  });
}

function inBatches<Entry>(entries: readonly Entry[], size: number): Entry[][] {
  const batches: Entry[][] = [];
  for (let at = 0; at < entries.length; at += size) batches.push(entries.slice(at, at + size));
  return batches;
}
