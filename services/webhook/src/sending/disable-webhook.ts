import { newId } from '@loci/core';
import { recordSystemAudit } from '@loci/postgres';
import type { Transaction } from '@loci/postgres';
import type { Metrics } from '@loci/runtime';
import type { Subscriptions } from '../consumers/subscriptions.ts';
import { insertDeliveries } from '../deliveries/delivery.repository.ts';
import { DISABLED_EVENT, subscribesTo } from '../messages/event-type.ts';
import { toPayload } from '../messages/message.ts';
import type { DisabledReason } from '../webhooks/webhook.ts';

export interface DisableWebhookDeps {
  subscriptions: Pick<Subscriptions, 'invalidate'>;
  metrics: Pick<Metrics, 'webhooksDisabled'>;
  /** Called after messages became due. */
  wakeSender(): void;
  now(): Date;
}

export type AutomaticReason = Exclude<DisabledReason, 'user'>;

/**
 * Disables a webhook, and sends `webhook.disabled` to the other webhooks of the tenant that subscribe to it. Does nothing
 * if the webhook is already disabled.
 */
export async function disableWebhook(
  { subscriptions, metrics, wakeSender, now }: DisableWebhookDeps,
  tx: Transaction,
  { tenantId, webhookId }: { tenantId: string; webhookId: string },
  reason: AutomaticReason,
): Promise<void> {
  const disabledAt = now();
  const disabled = await tx.query(
    `UPDATE webhooks SET disabled_at = $3, disabled_reason = $4, updated_at = $3
     WHERE tenant_id = $1 AND id = $2 AND disabled_at IS NULL RETURNING 1`,
    [tenantId, webhookId, disabledAt, reason],
  );
  if (disabled.length === 0) return;
  await recordSystemAudit(tx, 'job disable-webhook', {
    tenantId,
    action: 'update',
    objectType: 'webhook',
    objectIds: [webhookId],
  });
  const others = await tx.query<{ id: string; event_types: string[] }>(
    'SELECT id, event_types FROM webhooks WHERE tenant_id = $1 AND id <> $2 AND disabled_at IS NULL',
    [tenantId, webhookId],
  );
  const message = {
    tenantId,
    eventId: newId(),
    eventType: DISABLED_EVENT,
    objectId: webhookId,
    payload: toPayload(DISABLED_EVENT, disabledAt.toISOString(), {
      id: webhookId,
      tenant_id: tenantId,
      disabled_reason: reason,
    }),
  };
  await insertDeliveries(
    tx,
    others
      .filter(({ event_types: types }) => subscribesTo(types, DISABLED_EVENT))
      .map(({ id }) => ({ webhookId: id, message })),
    disabledAt,
  );
  tx.afterCommit(() => {
    subscriptions.invalidate(tenantId);
    metrics.webhooksDisabled.inc({ reason });
    wakeSender();
  });
}
