import type { HiddenValidity } from '@loci/contracts';
import type { IndexedItem } from './indexed-item.ts';

/** Selects items by their period and their expiry. Times are in milliseconds since the epoch. */
export interface Visibility {
  /** Items that expire at or before this time are not selected. */
  nowMs: number;
  /** Periods must end after this time. -Infinity if expired items are included. */
  endsAfterMs: number;
  /** Periods must start at or before this time. Infinity if future items are included. */
  startsByMs: number;
}

/** The period and the expiry of an item in milliseconds since the epoch. Open bounds are infinite. */
export interface ItemPeriod {
  fromMs: number;
  untilMs: number;
  expiresMs: number;
}

/** @param asOfMs time at which the items are valid */
export const toVisibility = (
  nowMs: number,
  included: readonly HiddenValidity[] = [],
  asOfMs = nowMs,
): Visibility => ({
  nowMs,
  endsAfterMs: included.includes('expired') ? -Infinity : asOfMs,
  startsByMs: included.includes('future') ? Infinity : asOfMs,
});

/** Returns the period of an item, or null if all bounds are open. */
export function periodOf({
  validFrom,
  validUntil,
  expiresAt,
}: Pick<IndexedItem, 'validFrom' | 'validUntil' | 'expiresAt'>): ItemPeriod | null {
  if (validFrom === undefined && validUntil === undefined && expiresAt === undefined) return null;
  return {
    fromMs: validFrom === undefined ? -Infinity : Date.parse(validFrom),
    untilMs: validUntil === undefined ? Infinity : Date.parse(validUntil),
    expiresMs: expiresAt === undefined ? Infinity : Date.parse(expiresAt),
  };
}

export const isVisible = (
  { fromMs, untilMs, expiresMs }: ItemPeriod,
  { nowMs, endsAfterMs, startsByMs }: Visibility,
): boolean => expiresMs > nowMs && untilMs > endsAfterMs && fromMs <= startsByMs;
