import type { Database, Transaction } from '@loci/postgres';
import type { Job } from '@loci/service-hosting';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const INITIAL_DELAY_MS = 10 * 60_000;
const BATCH_SIZE = 1_000;

/** Time after which delivered and failed messages are deleted. */
export const DELIVERY_RETENTION_MS = 30 * DAY_MS;
/** Time for which a disabled webhook keeps its pending messages. */
export const DISABLED_RETENTION_MS = 7 * DAY_MS;

/** Changes up to `BATCH_SIZE` rows. @returns their number */
type Batch = (tx: Transaction, now: Date) => Promise<number>;

const deleteOldDeliveries: Batch = async (tx, now) => {
  const rows = await tx.query(
    `DELETE FROM deliveries WHERE ctid = ANY(ARRAY(
       SELECT ctid FROM deliveries WHERE created_at < $1 AND state <> 'pending' LIMIT ${BATCH_SIZE}))
     RETURNING 1`,
    [new Date(now.getTime() - DELIVERY_RETENTION_MS)],
  );
  return rows.length;
};

const failPendingOfDisabledWebhooks: Batch = async (tx, now) => {
  const rows = await tx.query(
    `UPDATE deliveries SET state = 'failed' WHERE ctid = ANY(ARRAY(
       SELECT d.ctid FROM webhooks w
       JOIN deliveries d ON d.tenant_id = w.tenant_id AND d.webhook_id = w.id AND d.state = 'pending'
       WHERE w.disabled_at < $1 LIMIT ${BATCH_SIZE}))
     RETURNING 1`,
    [new Date(now.getTime() - DISABLED_RETENTION_MS)],
  );
  return rows.length;
};

/** Deletes the messages of a deleted webhook. Finds the webhooks with messages with one index entry per webhook. */
const deleteOrphans: Batch = async (tx) => {
  const rows = await tx.query(
    `WITH RECURSIVE known AS (
       (SELECT tenant_id, webhook_id FROM deliveries ORDER BY tenant_id, webhook_id LIMIT 1)
       UNION ALL
       SELECT n.* FROM known k CROSS JOIN LATERAL (
         SELECT tenant_id, webhook_id FROM deliveries WHERE (tenant_id, webhook_id) > (k.tenant_id, k.webhook_id)
         ORDER BY tenant_id, webhook_id LIMIT 1) n),
     orphaned AS (
       SELECT k.tenant_id, k.webhook_id FROM known k
       WHERE NOT EXISTS (SELECT 1 FROM webhooks w WHERE w.tenant_id = k.tenant_id AND w.id = k.webhook_id) LIMIT 1)
     DELETE FROM deliveries WHERE ctid = ANY(ARRAY(
       SELECT d.ctid FROM orphaned o JOIN deliveries d ON d.tenant_id = o.tenant_id AND d.webhook_id = o.webhook_id
       LIMIT ${BATCH_SIZE}))
     RETURNING 1`,
  );
  return rows.length;
};

/**
 * Job that deletes old messages and the messages of deleted webhooks, and gives up on the pending messages of webhooks
 * that were disabled for long.
 *
 * @see docs/reference/webhooks.md#retention
 */
export const purgeDeliveriesJob = ({
  database,
  now,
}: {
  database: Pick<Database, 'inSystemTransaction'>;
  now(): Date;
}): Job => ({
  name: 'purge-deliveries',
  intervalMs: HOUR_MS,
  initialDelayMs: INITIAL_DELAY_MS,
  run: async (signal) => {
    for (const batch of [failPendingOfDisabledWebhooks, deleteOldDeliveries, deleteOrphans]) {
      while (!signal.aborted && (await database.inSystemTransaction((tx) => batch(tx, now()))) > 0);
    }
  },
});
