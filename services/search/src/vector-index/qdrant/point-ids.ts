import { createHash } from 'node:crypto';

const UUID_COUNT = 1n << 128n;

/**
 * Maps item ids to point ids and back. Both are UUIDs. The point id is the item id plus an offset that is
 * derived from the tenant id, modulo 2^128. Equal item ids of different tenants therefore have different
 * points. The points of a tenant have the order of its item ids, starting at `first` and wrapping around at
 * the highest UUID.
 */
export interface TenantPointIds {
  /** The point id of the lowest item id. */
  readonly first: string;
  pointOf(itemId: string): string;
  itemOf(pointId: string): string;
}

/**
 * Returns the id mapping of a tenant.
 *
 * @param tenantId lower-case UUID
 */
export function tenantPointIds(tenantId: string): TenantPointIds {
  const offset = BigInt(`0x${createHash('sha256').update(tenantId).digest('hex').slice(0, 32)}`);
  return {
    first: toUuid(offset),
    pointOf: (itemId) => toUuid((toNumber(itemId) + offset) % UUID_COUNT),
    itemOf: (pointId) => toUuid((toNumber(pointId) + UUID_COUNT - offset) % UUID_COUNT),
  };
}

/** Returns the next UUID in numerical order, or null for the highest UUID. */
export function nextUuid(id: string): string | null {
  const next = toNumber(id) + 1n;
  return next === UUID_COUNT ? null : toUuid(next);
}

const toNumber = (uuid: string): bigint => BigInt(`0x${uuid.replaceAll('-', '')}`);

function toUuid(number: bigint): string {
  const hex = number.toString(16).padStart(32, '0');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
