import type { OutboxPosition, PositionOwner } from '@loci/core';
import type { Database } from '@loci/postgres';

export interface LastEvent {
  /** True if the outbox has not assigned the position yet. */
  isFuture: boolean;
  /** Position of the last event in the outbox. Null if the outbox has no event of the tenant up to the position. */
  last: OutboxPosition | null;
}

/** Position that is not before any position of an outbox. */
const LAST_TXID = '18446744073709551615';
const LAST_SEQ = '9223372036854775807';

/**
 * The scan starts at the position, so it reads one row unless events of other tenants follow the last event of the tenant.
 * Handled or published events are deleted from the outbox.
 */
const lastEventSql = (owner: PositionOwner): string => `
  SELECT $2::xid8 >= pg_snapshot_xmax(pg_current_snapshot()) AS is_future, last.txid::text, last.seq::text
  FROM (VALUES (1)) AS one
  LEFT JOIN LATERAL (
    SELECT txid, seq FROM ${owner}.outbox
    WHERE tenant_id = $1
      AND (txid, seq) <= (coalesce($2::xid8, '${LAST_TXID}'::xid8), coalesce($3::bigint, ${LAST_SEQ}))
    ORDER BY txid DESC, seq DESC LIMIT 1
  ) AS last ON true`;

/**
 * Finds the last event of a tenant up to a position in the outbox of a service.
 *
 * @param database database of the service
 * @param position null for the latest position
 */
export async function findLastEvent(
  database: Pick<Database, 'inTransaction'>,
  tenantId: string,
  owner: PositionOwner,
  position: OutboxPosition | null,
): Promise<LastEvent> {
  const [row] = await database.inTransaction(tenantId, (tx) =>
    tx.query<{ is_future: boolean | null; txid: string | null; seq: string | null }>(
      lastEventSql(owner),
      [tenantId, position?.txid ?? null, position?.seq ?? null],
      `last-event-${owner}`,
    ),
  );
  const { is_future: isFuture, txid, seq } = row!;
  return { isFuture: isFuture === true, last: txid === null || seq === null ? null : { txid, seq } };
}
