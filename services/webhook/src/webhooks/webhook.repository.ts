import type { Transaction } from '@loci/postgres';
import type { DisabledReason, Webhook } from './webhook.ts';

interface WebhookRow {
  tenant_id: string;
  id: string;
  url: string;
  description: string;
  event_types: string[];
  secret: Buffer;
  previous_secret: Buffer | null;
  previous_secret_expires_at: Date | null;
  disabled_at: Date | null;
  disabled_reason: DisabledReason | null;
  failing_since: Date | null;
  created_by: string;
  created_at: Date;
  updated_at: Date;
}

const COLUMNS =
  'tenant_id, id, url, description, event_types, secret, previous_secret, previous_secret_expires_at, disabled_at, ' +
  'disabled_reason, failing_since, created_by, created_at, updated_at';

const toWebhook = (row: WebhookRow): Webhook => ({
  tenantId: row.tenant_id,
  id: row.id,
  url: row.url,
  description: row.description,
  eventTypes: row.event_types,
  secrets: {
    current: row.secret,
    previous: row.previous_secret,
    previousExpiresAt: row.previous_secret_expires_at,
  },
  disabledAt: row.disabled_at,
  disabledReason: row.disabled_reason,
  failingSince: row.failing_since,
  createdBy: row.created_by,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

/** Serializes the creation of webhooks of a tenant, so that concurrent requests cannot exceed the maximum. */
export async function lockCreation(tx: Transaction, tenantId: string): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`webhooks:${tenantId}`]);
}

export async function insertWebhook(tx: Transaction, webhook: Webhook): Promise<void> {
  await tx.query(
    `INSERT INTO webhooks (tenant_id, id, url, description, event_types, secret, created_by, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      webhook.tenantId,
      webhook.id,
      webhook.url,
      webhook.description,
      webhook.eventTypes,
      webhook.secrets.current,
      webhook.createdBy,
      webhook.createdAt,
      webhook.updatedAt,
    ],
  );
}

/** Lists the webhooks of a tenant, newest first. There are at most `MAX_WEBHOOKS`. */
export async function listWebhooks(tx: Transaction, tenantId: string): Promise<Webhook[]> {
  const rows = await tx.query<WebhookRow>(
    `SELECT ${COLUMNS} FROM webhooks WHERE tenant_id = $1 ORDER BY created_at DESC, id DESC`,
    [tenantId],
    'list-webhooks',
  );
  return rows.map(toWebhook);
}

/**
 * Finds a webhook.
 * @param lock true to lock it until the end of the transaction
 */
export async function findWebhook(
  tx: Transaction,
  tenantId: string,
  id: string,
  { lock = false } = {},
): Promise<Webhook | null> {
  const [row] = await tx.query<WebhookRow>(
    `SELECT ${COLUMNS} FROM webhooks WHERE tenant_id = $1 AND id = $2${lock ? ' FOR UPDATE' : ''}`,
    [tenantId, id],
  );
  return row ? toWebhook(row) : null;
}

/** Stores all fields of a webhook that can change. The caller must have locked the webhook. */
export async function updateWebhook(tx: Transaction, webhook: Webhook): Promise<void> {
  await tx.query(
    `UPDATE webhooks SET url = $3, description = $4, event_types = $5, secret = $6, previous_secret = $7,
       previous_secret_expires_at = $8, disabled_at = $9, disabled_reason = $10, failing_since = $11, updated_at = $12
     WHERE tenant_id = $1 AND id = $2`,
    [
      webhook.tenantId,
      webhook.id,
      webhook.url,
      webhook.description,
      webhook.eventTypes,
      webhook.secrets.current,
      webhook.secrets.previous,
      webhook.secrets.previousExpiresAt,
      webhook.disabledAt,
      webhook.disabledReason,
      webhook.failingSince,
      webhook.updatedAt,
    ],
  );
}

/** Lists webhooks of all tenants after a webhook, by tenant and ID, and locks them until the end of the transaction. */
export async function lockWebhooksAfter(
  tx: Transaction,
  after: Pick<Webhook, 'tenantId' | 'id'> | null,
  limit: number,
): Promise<Webhook[]> {
  const rows = await tx.query<WebhookRow>(
    `SELECT ${COLUMNS} FROM webhooks WHERE $1::uuid IS NULL OR (tenant_id, id) > ($1, $2)
     ORDER BY tenant_id, id LIMIT $3 FOR UPDATE`,
    [after?.tenantId ?? null, after?.id ?? null, limit],
  );
  return rows.map(toWebhook);
}

/** Deletes a webhook. A job deletes its messages. @returns false for an unknown webhook */
export async function deleteWebhook(tx: Transaction, tenantId: string, id: string): Promise<boolean> {
  const rows = await tx.query('DELETE FROM webhooks WHERE tenant_id = $1 AND id = $2 RETURNING 1', [
    tenantId,
    id,
  ]);
  return rows.length > 0;
}
