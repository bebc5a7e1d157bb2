import { isPositionOwner } from '@loci/core';
import type { OutboxPosition, PositionOwner, Positions } from '@loci/core';

/**
 * Header of a service's response to the gateway or to another service, with the positions of the changes of the request.
 * The gateway signs the positions and sends them to the client in `x-loci-position`.
 */
export const POSITIONS_HEADER = 'x-internal-positions';

/** Formats positions as `<owner>:<txid>:<seq>`, separated by commas. */
export const formatPositions = (positions: Positions): string =>
  Object.entries(positions)
    .map(([owner, { txid, seq }]) => `${owner}:${txid}:${seq}`)
    .join(',');

/** Parses the value of the header. Returns null if the header is missing. */
export function parsePositions(header: string | null | undefined): Positions | null {
  if (header === null || header === undefined) return null;
  const positions: Partial<Record<PositionOwner, OutboxPosition>> = {};
  for (const entry of header.split(',')) {
    const [owner, txid, seq] = entry.split(':') as [string, string, string];
    if (isPositionOwner(owner)) positions[owner] = { txid, seq };
  }
  return positions;
}
