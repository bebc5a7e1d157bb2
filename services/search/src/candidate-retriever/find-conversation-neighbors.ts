import type { Database } from '@loci/postgres';

/** Two items of the same conversation that are `distance` turns apart. */
export interface ConversationNeighbor {
  id: string;
  neighborId: string;
  distance: 1 | 2;
}

const MAX_DISTANCE = 2;

const NEIGHBORS_SQL = `
  SELECT i.id, n.id AS neighbor_id, n.distance FROM items i
  CROSS JOIN LATERAL (${turnsOnSide('>', 'ASC')} UNION ALL ${turnsOnSide('<', 'DESC')}) n
  WHERE i.tenant_id = $1 AND i.id = ANY($2) AND i.conversation_id IS NOT NULL AND NOT i.deleted`;

// With the inner LIMIT, PostgreSQL reads only the nearest turns from the index, even in a long conversation.
function turnsOnSide(side: '>' | '<', direction: 'ASC' | 'DESC'): string {
  return `(
    SELECT id, row_number() OVER (ORDER BY created_at ${direction}, id ${direction})::int AS distance FROM (
      SELECT id, created_at FROM items
      WHERE tenant_id = $1 AND conversation_id = i.conversation_id AND NOT deleted
        AND (created_at, id) ${side} (i.created_at, i.id)
      ORDER BY created_at ${direction}, id ${direction} LIMIT ${MAX_DISTANCE}) nearest)`;
}

/**
 * Finds the turns before and after each item in its conversation, up to two positions away, in the
 * order of their event times.
 *
 * @param ids UUIDs of items. Items without a conversation have no neighbors.
 * @returns each pair of neighbors in both directions, so `id` can be a neighbor that is not among `ids`
 * @see docs/reference/search.md#conversation-neighbors
 */
export async function findConversationNeighbors(
  { inOneRoundTrip }: Pick<Database, 'inOneRoundTrip'>,
  tenantId: string,
  ids: readonly string[],
): Promise<ConversationNeighbor[]> {
  if (ids.length === 0) return [];
  const rows = await inOneRoundTrip(tenantId, (tx) =>
    tx.query<{ id: string; neighbor_id: string; distance: 1 | 2 }>(
      NEIGHBORS_SQL,
      [tenantId, ids],
      'conversation-neighbors',
    ),
  );
  const requested = new Set(ids);
  return rows.flatMap(({ id, neighbor_id: neighborId, distance }): ConversationNeighbor[] => {
    const pair = { id, neighborId, distance };
    // The query itself returns the opposite direction of pairs in which both items were requested.
    return requested.has(neighborId) ? [pair] : [pair, { id: neighborId, neighborId: id, distance }];
  });
}
