import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@loci/postgres';

const POLL_INTERVAL_MS = 200;

/**
 * Waits until the webhooks of tenants have no pending messages. Call it after all events were processed.
 *
 * @throws Error with the number of pending messages after `timeoutMs`
 */
export async function waitUntilDelivered(
  database: Database,
  tenantIds: readonly string[],
  timeoutMs: number,
): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const [row] = await database.inSystemTransaction((tx) =>
      tx.query<{ pending: number }>(
        `SELECT count(*)::int AS pending FROM webhook.deliveries WHERE tenant_id = ANY($1) AND state = 'pending'`,
        [tenantIds],
      ),
    );
    if (row!.pending === 0) return;
    if (performance.now() > deadline)
      throw new Error(
        `${row!.pending} webhook messages were not delivered within ${Math.round(timeoutMs / 1000)} s.`,
      );
    await delay(POLL_INTERVAL_MS);
  }
}
