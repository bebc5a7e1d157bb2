/**
 * Position in the outbox of a service. Both parts are decimal strings, because they can exceed the safe integers of
 * JavaScript.
 */
export interface OutboxPosition {
  /** Transaction that wrote the row. */
  txid: string;
  /** Order of the row within its transaction. */
  seq: string;
}

/** Services whose writes reach other services as events. */
export const POSITION_OWNERS = ['memory', 'graph', 'document'] as const;

export type PositionOwner = (typeof POSITION_OWNERS)[number];

/** Last position of a write, or of several writes, in the outbox of each service that stored changes. */
export type Positions = Readonly<Partial<Record<PositionOwner, OutboxPosition>>>;

export const isPositionOwner = (service: string): service is PositionOwner =>
  (POSITION_OWNERS as readonly string[]).includes(service);

/** Returns true if `a` is before `b` in the same outbox. */
export const isBefore = (a: OutboxPosition, b: OutboxPosition): boolean =>
  a.txid === b.txid ? BigInt(a.seq) < BigInt(b.seq) : BigInt(a.txid) < BigInt(b.txid);

/** Returns the later position of each outbox. */
export function mergePositions(...all: readonly Positions[]): Positions {
  const merged: Partial<Record<PositionOwner, OutboxPosition>> = {};
  for (const positions of all) {
    for (const owner of POSITION_OWNERS) {
      const position = positions[owner];
      if (position === undefined) continue;
      const other = merged[owner];
      if (other === undefined || isBefore(other, position)) merged[owner] = position;
    }
  }
  return merged;
}
