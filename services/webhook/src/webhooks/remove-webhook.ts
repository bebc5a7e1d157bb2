import { notFound } from '@loci/core';
import type { Caller } from '@loci/core';
import { blankResponses, recordAudit } from '@loci/postgres';
import type { LastTransactions } from '@loci/service-hosting';
import type { Subscriptions } from '../consumers/subscriptions.ts';
import { deleteWebhook } from './webhook.repository.ts';
import { requireOwner } from './webhook.ts';

export interface RemoveWebhookDeps {
  inLastTransaction: LastTransactions['inLastTransaction'];
  subscriptions: Pick<Subscriptions, 'invalidate'>;
}

/**
 * Deletes a webhook. Its pending messages are not sent. A job deletes its messages later.
 *
 * @param toOutcome returns the response, which is stored for the idempotency key of the request
 * @throws AUTH_FORBIDDEN if the caller is not an owner; RES_NOT_FOUND for an unknown webhook
 */
export async function removeWebhook(
  deps: RemoveWebhookDeps,
  caller: Caller,
  id: string,
  toOutcome: () => unknown,
): Promise<void> {
  requireOwner(caller);
  const { tenantId } = caller;
  await deps.inLastTransaction(
    tenantId,
    async (tx) => {
      tx.afterCommit(() => deps.subscriptions.invalidate(tenantId));
      if (!(await deleteWebhook(tx, tenantId, id))) throw notFound('webhook', id);
      await blankResponses(tx, tenantId, [id]);
      await recordAudit(tx, { tenantId, action: 'delete', objectType: 'webhook', objectIds: [id] });
    },
    toOutcome,
  );
}
