import { notFound } from '@loci/core';
import type { Caller } from '@loci/core';
import type { Database, Transaction } from '@loci/postgres';
import { findWebhook, listWebhooks } from './webhook.repository.ts';
import { requireOwner } from './webhook.ts';
import type { Webhook } from './webhook.ts';

export interface ReadWebhooksDeps {
  database: Pick<Database, 'inTransaction'>;
}

/** Lists the webhooks of the tenant, newest first. @throws AUTH_FORBIDDEN if the caller is not an owner */
export function readWebhooks({ database }: ReadWebhooksDeps, caller: Caller): Promise<Webhook[]> {
  requireOwner(caller);
  return database.inTransaction(caller.tenantId, (tx) => listWebhooks(tx, caller.tenantId));
}

/** @throws AUTH_FORBIDDEN if the caller is not an owner; RES_NOT_FOUND for an unknown webhook */
export function readWebhook({ database }: ReadWebhooksDeps, caller: Caller, id: string): Promise<Webhook> {
  requireOwner(caller);
  return database.inTransaction(caller.tenantId, (tx) => requireWebhook(tx, caller.tenantId, id));
}

/**
 * Returns a webhook.
 * @throws RES_NOT_FOUND for an unknown webhook
 */
export async function requireWebhook(
  tx: Transaction,
  tenantId: string,
  id: string,
  options?: { lock: boolean },
): Promise<Webhook> {
  const webhook = await findWebhook(tx, tenantId, id, options);
  if (webhook === null) throw notFound('webhook', id);
  return webhook;
}
