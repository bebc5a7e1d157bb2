import type { Transaction } from '@loci/postgres';
import { DELIVERY_COLUMNS, toDelivery } from '../deliveries/delivery.repository.ts';
import type { DeliveryRow } from '../deliveries/delivery.repository.ts';
import type { Delivery } from '../deliveries/delivery.ts';
import type { StoredSecrets } from '../webhooks/webhook.ts';

/** An enabled webhook with pending messages. */
export interface BusyWebhook {
  tenantId: string;
  webhookId: string;
  /** Time of its next attempt. Earlier messages of the same object can delay the attempt. */
  nextAttemptAt: Date;
}

/** Maximum number of webhooks that one call returns, in random order, so that each webhook has its turn. */
const MAX_BUSY_WEBHOOKS = 1_000;

/**
 * Lists enabled webhooks with pending messages. Reads one index entry per webhook, however many messages are pending.
 */
export async function listBusyWebhooks(tx: Transaction): Promise<BusyWebhook[]> {
  const rows = await tx.query<{ tenant_id: string; webhook_id: string; next_attempt_at: Date }>(
    `WITH RECURSIVE busy AS (
       (SELECT tenant_id, webhook_id, next_attempt_at FROM deliveries WHERE state = 'pending'
        ORDER BY tenant_id, webhook_id, next_attempt_at LIMIT 1)
       UNION ALL
       SELECT n.* FROM busy b CROSS JOIN LATERAL (
         SELECT tenant_id, webhook_id, next_attempt_at FROM deliveries
         WHERE state = 'pending' AND (tenant_id, webhook_id) > (b.tenant_id, b.webhook_id)
         ORDER BY tenant_id, webhook_id, next_attempt_at LIMIT 1) n)
     SELECT b.tenant_id, b.webhook_id, b.next_attempt_at FROM busy b
     JOIN webhooks w ON w.tenant_id = b.tenant_id AND w.id = b.webhook_id AND w.disabled_at IS NULL
     ORDER BY random() LIMIT ${MAX_BUSY_WEBHOOKS}`,
    [],
    'list-busy-webhooks',
  );
  return rows.map((row) => ({
    tenantId: row.tenant_id,
    webhookId: row.webhook_id,
    nextAttemptAt: row.next_attempt_at,
  }));
}

/** A message for which this process has started an attempt, with the fields of its webhook that the attempt needs. */
export interface ClaimedDelivery extends Delivery {
  url: string;
  secrets: StoredSecrets;
  failingSince: Date | null;
}

export interface Claim {
  tenantId: string;
  webhookId: string;
  /** Maximum number of messages to claim. */
  limit: number;
}

/**
 * Claims due messages until `leaseUntil`. Claims only the first pending message of an object, so that the messages of an
 * object are delivered in order. Skips messages that another process is claiming. After `leaseUntil`, the message is due
 * again, unless the outcome of the attempt was recorded.
 */
export async function claimDeliveries(
  tx: Transaction,
  claims: readonly Claim[],
  { now, leaseUntil }: { now: Date; leaseUntil: Date },
): Promise<ClaimedDelivery[]> {
  const rows = await tx.query<
    DeliveryRow & {
      url: string;
      secret: Buffer;
      previous_secret: Buffer | null;
      previous_secret_expires_at: Date | null;
      failing_since: Date | null;
    }
  >(
    `WITH heads AS (
       SELECT h.* FROM unnest($1::uuid[], $2::uuid[], $3::int[]) c (tenant_id, webhook_id, slots)
       CROSS JOIN LATERAL (
         SELECT p.tenant_id, p.webhook_id, p.seq FROM deliveries p
         WHERE p.tenant_id = c.tenant_id AND p.webhook_id = c.webhook_id AND p.state = 'pending'
           AND p.next_attempt_at <= $4
           AND NOT EXISTS (SELECT 1 FROM deliveries e
             WHERE e.tenant_id = p.tenant_id AND e.webhook_id = p.webhook_id AND e.object_id = p.object_id
               AND e.state = 'pending' AND e.seq < p.seq)
         ORDER BY p.next_attempt_at, p.seq LIMIT c.slots FOR UPDATE OF p SKIP LOCKED) h)
     UPDATE deliveries d SET attempts = d.attempts + 1, next_attempt_at = $5
     FROM heads h JOIN webhooks w ON w.tenant_id = h.tenant_id AND w.id = h.webhook_id AND w.disabled_at IS NULL
     WHERE d.tenant_id = h.tenant_id AND d.webhook_id = h.webhook_id AND d.seq = h.seq
     RETURNING ${DELIVERY_COLUMNS}, w.url, w.secret, w.previous_secret, w.previous_secret_expires_at, w.failing_since`,
    [
      claims.map(({ tenantId }) => tenantId),
      claims.map(({ webhookId }) => webhookId),
      claims.map(({ limit }) => limit),
      now,
      leaseUntil,
    ],
    'claim-deliveries',
  );
  return rows.map((row) => ({
    ...toDelivery(row),
    url: row.url,
    secrets: {
      current: row.secret,
      previous: row.previous_secret,
      previousExpiresAt: row.previous_secret_expires_at,
    },
    failingSince: row.failing_since,
  }));
}
