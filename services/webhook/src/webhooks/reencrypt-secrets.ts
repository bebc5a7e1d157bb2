import type { Database } from '@loci/postgres';
import type { SecretCipher } from '../signing/signing-secret.ts';
import { lockWebhooksAfter, updateWebhook } from './webhook.repository.ts';
import type { Webhook } from './webhook.ts';

const BATCH_SIZE = 200;

export interface ReencryptSecretsDeps {
  database: Pick<Database, 'inSystemTransaction'>;
  cipher: Pick<SecretCipher, 'reencrypt'>;
}

/**
 * Encrypts the signing secrets of the webhooks of all tenants with the first value of WEBHOOK_ENCRYPTION_KEY. Keeps secrets
 * that no value can decrypt.
 *
 * @returns the number of changed webhooks
 * @see docs/distributed.md#rotate-a-secret
 */
export async function reencryptSecrets(
  { database, cipher }: ReencryptSecretsDeps,
  signal: AbortSignal,
): Promise<number> {
  let count = 0;
  let last: Webhook | null = null;
  do {
    const webhooks: Webhook[] = await database.inSystemTransaction(async (tx) => {
      const batch = await lockWebhooksAfter(tx, last, BATCH_SIZE);
      const changed = batch.flatMap((webhook) => withNewSecrets(webhook, cipher) ?? []);
      for (const webhook of changed) await updateWebhook(tx, webhook);
      count += changed.length;
      return batch;
    });
    last = webhooks.length < BATCH_SIZE ? null : webhooks.at(-1)!;
  } while (last !== null && !signal.aborted);
  return count;
}

/** Returns the webhook with newly encrypted secrets, or null if no secret changes. */
function withNewSecrets(webhook: Webhook, cipher: Pick<SecretCipher, 'reencrypt'>): Webhook | null {
  const { current, previous, previousExpiresAt } = webhook.secrets;
  const newCurrent = cipher.reencrypt(current, webhook.id);
  const newPrevious = previous === null ? null : cipher.reencrypt(previous, webhook.id);
  if (newCurrent === null && newPrevious === null) return null;
  const secrets = { current: newCurrent ?? current, previous: newPrevious ?? previous, previousExpiresAt };
  return { ...webhook, secrets };
}
