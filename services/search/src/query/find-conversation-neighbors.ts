import type { Database } from '@loci/postgres';

/** Two items of one conversation, `distance` turns apart. */
export interface Neighbour {
  id: string;
  neighbourId: string;
  distance: 1 | 2;
}

const MAX_DISTANCE = 2;

const NEIGHBOURS = `
  SELECT i.id, n.id AS neighbour_id, n.distance FROM items i
  CROSS JOIN LATERAL (${onSide('>', 'ASC')} UNION ALL ${onSide('<', 'DESC')}) n
  WHERE i.tenant_id = $1 AND i.id = ANY($2) AND i.conversation_id IS NOT NULL AND NOT i.deleted`;

// The few nearest are taken by the index before they are numbered: conversations may be long.
function onSide(side: '>' | '<', direction: 'ASC' | 'DESC'): string {
  return `(
    SELECT id, row_number() OVER (ORDER BY created_at ${direction}, id ${direction})::int AS distance FROM (
      SELECT id, created_at FROM items
      WHERE tenant_id = $1 AND conversation_id = i.conversation_id AND NOT deleted
        AND (created_at, id) ${side} (i.created_at, i.id)
      ORDER BY created_at ${direction}, id ${direction} LIMIT ${MAX_DISTANCE}) nearest)`;
}

/**
 * The turns right before and after each item in its conversation, by creation, both ways round: an item that is not
 * among `ids` but is near one of them is listed as well. Items outside of conversations have no neighbours.
 *
 * @see DECISIONS.md "Search" (Surroundings)
 */
export async function findNeighbours(
  { inOneRoundTrip }: Pick<Database, 'inOneRoundTrip'>,
  tenantId: string,
  ids: readonly string[],
): Promise<Neighbour[]> {
  if (ids.length === 0) return [];
  const rows = await inOneRoundTrip(tenantId, (tx) =>
    tx.query<{ id: string; neighbour_id: string; distance: 1 | 2 }>(
      NEIGHBOURS,
      [tenantId, ids],
      'items-neighbours',
    ),
  );
  const asked = new Set(ids);
  return rows.flatMap(({ id, neighbour_id: neighbourId, distance }): Neighbour[] => {
    const neighbour = { id, neighbourId, distance };
    return asked.has(neighbourId) ? [neighbour] : [neighbour, { id: neighbourId, neighbourId: id, distance }];
  });
}
