import type { Logger } from '@loci/runtime';
import type { Job } from '@loci/service-hosting';
import { reencryptSecrets } from '../webhooks/reencrypt-secrets.ts';
import type { ReencryptSecretsDeps } from '../webhooks/reencrypt-secrets.ts';

/** A process that still has the previous key can store secrets that it encrypted, so the job repeats. */
const INTERVAL_MS = 60_000;

/** Job that encrypts the signing secrets with the new key during a rotation of WEBHOOK_ENCRYPTION_KEY. */
export const reencryptSecretsJob = (deps: ReencryptSecretsDeps & { log: Logger }): Job => ({
  name: 'reencrypt-webhook-secrets',
  intervalMs: INTERVAL_MS,
  run: async (signal) => {
    const count = await reencryptSecrets(deps, signal);
    if (count > 0) deps.log.info({ count }, 'Encrypted webhook secrets with the new WEBHOOK_ENCRYPTION_KEY');
  },
});
