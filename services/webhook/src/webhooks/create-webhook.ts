import { AppError } from '@loci/core';
import type { Caller } from '@loci/core';
import type { AddressPolicy } from '@loci/outbound';
import { recordAudit } from '@loci/postgres';
import type { LastTransactions } from '@loci/service-hosting';
import type { Subscriptions } from '../consumers/subscriptions.ts';
import { generateSigningSecret } from '../signing/signing-secret.ts';
import type { SecretCipher } from '../signing/signing-secret.ts';
import { checkUrl } from './check-url.ts';
import { insertWebhook, listWebhooks, lockCreation } from './webhook.repository.ts';
import { MAX_WEBHOOKS, requireOwner } from './webhook.ts';
import type { Webhook } from './webhook.ts';

export interface CreateWebhookDeps {
  inLastTransaction: LastTransactions['inLastTransaction'];
  subscriptions: Pick<Subscriptions, 'invalidate'>;
  addressPolicy: AddressPolicy;
  cipher: SecretCipher;
  newId(): string;
  now(): Date;
}

/**
 * Creates a webhook.
 *
 * @param toOutcome returns the response, which is stored for the idempotency key of the request
 * @returns the webhook and its signing secret, which cannot be retrieved again
 * @throws AUTH_FORBIDDEN if the caller is not an owner; the errors of `checkUrl`; BIZ_QUOTA_EXCEEDED if the tenant has
 *   the maximum number of webhooks
 */
export async function createWebhook(
  deps: CreateWebhookDeps,
  caller: Caller,
  input: Pick<Webhook, 'url' | 'eventTypes' | 'description'>,
  toOutcome: (created: { webhook: Webhook; secret: string }) => unknown,
): Promise<{ webhook: Webhook; secret: string }> {
  requireOwner(caller);
  const { tenantId } = caller;
  const url = await checkUrl(input.url, deps.addressPolicy);
  const secret = generateSigningSecret();
  const id = deps.newId();
  const now = deps.now();
  const webhook: Webhook = {
    ...input,
    tenantId,
    id,
    url,
    secrets: { current: deps.cipher.encrypt(secret, id), previous: null, previousExpiresAt: null },
    disabledAt: null,
    disabledReason: null,
    failingSince: null,
    createdBy: caller.userId,
    createdAt: now,
    updatedAt: now,
  };
  return deps.inLastTransaction(
    tenantId,
    async (tx) => {
      tx.afterCommit(() => deps.subscriptions.invalidate(tenantId));
      await lockCreation(tx, tenantId);
      if ((await listWebhooks(tx, tenantId)).length >= MAX_WEBHOOKS) {
        throw new AppError('BIZ_QUOTA_EXCEEDED', `A tenant can have at most ${MAX_WEBHOOKS} webhooks.`, {
          details: { resource_type: 'webhook', limit: MAX_WEBHOOKS },
        });
      }
      await insertWebhook(tx, webhook);
      await recordAudit(tx, { tenantId, action: 'create', objectType: 'webhook', objectIds: [id] });
      return { webhook, secret };
    },
    toOutcome,
  );
}
