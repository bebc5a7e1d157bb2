import { newId } from '@loci/core';
import type { Caller } from '@loci/core';
import { recordAudit } from '@loci/postgres';
import { TEST_EVENT } from '../messages/event-type.ts';
import { toPayload } from '../messages/message.ts';
import { requireWebhook } from '../webhooks/read-webhooks.ts';
import { requireOwner } from '../webhooks/webhook.ts';
import { findDelivery, insertDeliveries } from './delivery.repository.ts';
import type { Delivery } from './delivery.ts';
import type { ReplayDeps } from './replay-deliveries.ts';

/**
 * Sends a message of the type `webhook.test`, to which no webhook has to subscribe.
 *
 * @throws AUTH_FORBIDDEN if the caller is not an owner; RES_NOT_FOUND for an unknown webhook
 */
export function sendTestMessage(deps: ReplayDeps, caller: Caller, webhookId: string): Promise<Delivery> {
  requireOwner(caller);
  const { tenantId } = caller;
  return deps.database.inTransaction(tenantId, async (tx) => {
    await requireWebhook(tx, tenantId, webhookId);
    const now = deps.now();
    const message = {
      tenantId,
      eventId: newId(),
      eventType: TEST_EVENT,
      objectId: webhookId,
      payload: toPayload(TEST_EVENT, now.toISOString(), { id: webhookId, tenant_id: tenantId }),
    };
    await insertDeliveries(tx, [{ webhookId, message }], now);
    const objectIds = [webhookId, message.eventId];
    await recordAudit(tx, { tenantId, action: 'update', objectType: 'webhook', objectIds });
    tx.afterCommit(() => deps.wakeSender());
    const delivery = await findDelivery(tx, { tenantId, webhookId, eventId: message.eventId });
    return delivery!;
  });
}
