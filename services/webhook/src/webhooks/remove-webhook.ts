import { notFound } from '@loci/core';
import type { Caller } from '@loci/core';
import { recordAudit } from '@loci/postgres';
import type { Database } from '@loci/postgres';
import type { Subscriptions } from '../consumers/subscriptions.ts';
import { deleteWebhook } from './webhook.repository.ts';
import { requireOwner } from './webhook.ts';

export interface RemoveWebhookDeps {
  database: Pick<Database, 'inTransaction'>;
  subscriptions: Pick<Subscriptions, 'invalidate'>;
}

/**
 * Deletes a webhook. Its pending messages are not sent. A job deletes its messages later.
 *
 * @throws AUTH_FORBIDDEN if the caller is not an owner; RES_NOT_FOUND for an unknown webhook
 */
export async function removeWebhook(deps: RemoveWebhookDeps, caller: Caller, id: string): Promise<void> {
  requireOwner(caller);
  const { tenantId } = caller;
  await deps.database.inTransaction(tenantId, async (tx) => {
    tx.afterCommit(() => deps.subscriptions.invalidate(tenantId));
    if (!(await deleteWebhook(tx, tenantId, id))) throw notFound('webhook', id);
    await recordAudit(tx, { tenantId, action: 'delete', objectType: 'webhook', objectIds: [id] });
  });
}
