import { createHash } from 'node:crypto';

const UUIDS = 1n << 128n;

/**
 * Between an item's id and its point's, both UUIDs: the tenant's own distance further on the ring of all 128-bit
 * numbers. Tenants with equal items never meet, the item's id follows from the point's, and a tenant's
 * points lie in the order of its items, from `first` to the end of the ring and on from its start.
 */
export interface TenantPointIds {
  /** The point that an item with the least of all ids would have. */
  readonly first: string;
  pointOf(itemId: string): string;
  itemOf(pointId: string): string;
}

/** @param tenantId in lower case */
export function tenantPointIds(tenantId: string): TenantPointIds {
  const distance = BigInt(`0x${createHash('sha256').update(tenantId).digest('hex').slice(0, 32)}`);
  return {
    first: toUuid(distance),
    pointOf: (itemId) => toUuid((toNumber(itemId) + distance) % UUIDS),
    itemOf: (pointId) => toUuid((toNumber(pointId) + UUIDS - distance) % UUIDS),
  };
}

/** The id after this one; null after the last. */
export function nextUuid(id: string): string | null {
  const next = toNumber(id) + 1n;
  return next === UUIDS ? null : toUuid(next);
}

const toNumber = (uuid: string): bigint => BigInt(`0x${uuid.replaceAll('-', '')}`);

function toUuid(number: bigint): string {
  const hex = number.toString(16).padStart(32, '0');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
