import type { InTransaction } from '@loci/postgres';

/** Two items of one conversation, `distance` turns apart. */
export interface Neighbour {
  id: string;
  neighbourId: string;
  distance: 1 | 2;
}

const MAX_DISTANCE = 2;

/**
 * The turns right before and after each item in its conversation, by creation. Items outside of conversations
 * have none.
 * @see DECISIONS.md "Search" (Surroundings)
 */
export async function findNeighbours(
  inTransaction: InTransaction,
  tenantId: string,
  ids: readonly string[],
): Promise<Neighbour[]> {
  if (ids.length === 0) return [];
  const side = (direction: 'ASC' | 'DESC'): string => `(
    SELECT n.id, row_number() OVER (ORDER BY n.created_at ${direction}, n.id ${direction}) AS distance FROM items n
    WHERE n.tenant_id = $1 AND n.conversation_id = i.conversation_id AND NOT n.deleted
      AND (n.created_at, n.id) ${direction === 'ASC' ? '>' : '<'} (i.created_at, i.id)
    ORDER BY n.created_at ${direction}, n.id ${direction} LIMIT ${MAX_DISTANCE})`;
  const rows = await inTransaction(tenantId, (tx) =>
    tx.query<{ id: string; neighbour_id: string; distance: string }>(
      `SELECT i.id, n.id AS neighbour_id, n.distance FROM items i
       CROSS JOIN LATERAL (${side('ASC')} UNION ALL ${side('DESC')}) n
       WHERE i.tenant_id = $1 AND i.id = ANY($2) AND i.conversation_id IS NOT NULL AND NOT i.deleted`,
      [tenantId, ids],
      'items-neighbours',
    ),
  );
  return rows.map((row) => ({
    id: row.id,
    neighbourId: row.neighbour_id,
    distance: Number(row.distance) as 1 | 2,
  }));
}
