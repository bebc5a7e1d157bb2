import type { Caller } from '@loci/core';
import type { AddressPolicy } from '@loci/outbound';
import { recordAudit } from '@loci/postgres';
import type { LastTransactions } from '@loci/service-hosting';
import type { Subscriptions } from '../consumers/subscriptions.ts';
import { restartPendingDeliveries } from '../deliveries/delivery.repository.ts';
import { checkUrl } from './check-url.ts';
import { requireWebhook } from './read-webhooks.ts';
import { updateWebhook } from './webhook.repository.ts';
import { requireOwner } from './webhook.ts';
import type { Webhook } from './webhook.ts';

export interface ChangeWebhookDeps {
  inLastTransaction: LastTransactions['inLastTransaction'];
  subscriptions: Pick<Subscriptions, 'invalidate'>;
  addressPolicy: AddressPolicy;
  /** Called after messages became due. */
  wakeSender(): void;
  now(): Date;
}

export interface WebhookChange {
  url?: string | undefined;
  eventTypes?: string[] | undefined;
  description?: string | undefined;
  status?: 'enabled' | 'disabled' | undefined;
}

/**
 * Changes the given fields of a webhook. If the webhook is enabled again, its pending messages are sent with a new retry
 * schedule.
 *
 * @param toOutcome returns the response, which is stored for the idempotency key of the request
 * @throws AUTH_FORBIDDEN if the caller is not an owner; RES_NOT_FOUND for an unknown webhook; the errors of `checkUrl`
 */
export async function changeWebhook(
  deps: ChangeWebhookDeps,
  caller: Caller,
  id: string,
  change: WebhookChange,
  toOutcome: (changed: Webhook) => unknown,
): Promise<Webhook> {
  requireOwner(caller);
  const { tenantId } = caller;
  const url = change.url === undefined ? undefined : await checkUrl(change.url, deps.addressPolicy);
  return deps.inLastTransaction(
    tenantId,
    async (tx) => {
      const webhook = await requireWebhook(tx, tenantId, id, { lock: true });
      const now = deps.now();
      const changed: Webhook = {
        ...webhook,
        url: url ?? webhook.url,
        eventTypes: change.eventTypes ?? webhook.eventTypes,
        description: change.description ?? webhook.description,
        updatedAt: now,
      };
      const isDisabled = webhook.disabledAt !== null;
      if (change.status === 'disabled' && !isDisabled) {
        changed.disabledAt = now;
        changed.disabledReason = 'user';
      }
      if (change.status === 'enabled' && isDisabled) {
        changed.disabledAt = null;
        changed.disabledReason = null;
        changed.failingSince = null;
        await restartPendingDeliveries(tx, { tenantId, webhookId: id, now });
      }
      await updateWebhook(tx, changed);
      await recordAudit(tx, { tenantId, action: 'update', objectType: 'webhook', objectIds: [id] });
      tx.afterCommit(() => {
        deps.subscriptions.invalidate(tenantId);
        deps.wakeSender();
      });
      return changed;
    },
    toOutcome,
  );
}
