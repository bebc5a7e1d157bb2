import type { Caller } from '@loci/core';
import { recordAudit } from '@loci/postgres';
import type { LastTransactions } from '@loci/service-hosting';
import { generateSigningSecret } from '../signing/signing-secret.ts';
import type { SecretCipher } from '../signing/signing-secret.ts';
import { requireWebhook } from './read-webhooks.ts';
import { updateWebhook } from './webhook.repository.ts';
import { SECRET_OVERLAP_MS, requireOwner } from './webhook.ts';
import type { Webhook } from './webhook.ts';

export interface RotateSecretDeps {
  inLastTransaction: LastTransactions['inLastTransaction'];
  cipher: SecretCipher;
  now(): Date;
}

/**
 * Replaces the signing secret of a webhook. For 24 hours, messages are also signed with the previous secret.
 *
 * @param toOutcome returns the response, which is stored for the idempotency key of the request
 * @returns the webhook and its new signing secret, which cannot be retrieved again
 * @throws AUTH_FORBIDDEN if the caller is not an owner; RES_NOT_FOUND for an unknown webhook
 */
export function rotateSecret(
  deps: RotateSecretDeps,
  caller: Caller,
  id: string,
  toOutcome: (rotated: { webhook: Webhook; secret: string }) => unknown,
): Promise<{ webhook: Webhook; secret: string }> {
  requireOwner(caller);
  const { tenantId } = caller;
  return deps.inLastTransaction(
    tenantId,
    async (tx) => {
      const webhook = await requireWebhook(tx, tenantId, id, { lock: true });
      const now = deps.now();
      const secret = generateSigningSecret();
      const changed: Webhook = {
        ...webhook,
        secrets: {
          current: deps.cipher.encrypt(secret, id),
          previous: webhook.secrets.current,
          previousExpiresAt: new Date(now.getTime() + SECRET_OVERLAP_MS),
        },
        updatedAt: now,
      };
      await updateWebhook(tx, changed);
      await recordAudit(tx, { tenantId, action: 'update', objectType: 'webhook', objectIds: [id] });
      return { webhook: changed, secret };
    },
    toOutcome,
  );
}
