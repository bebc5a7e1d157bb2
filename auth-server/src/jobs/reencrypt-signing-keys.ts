import type { Logger } from '@loci/runtime';
import type { Job } from '@loci/service-hosting';
import type { SigningKeyRing } from '../signing-keys/signing-key-ring.ts';

/** A process that still has the previous value can encrypt the keys with it again, so the job repeats. */
const INTERVAL_MS = 60_000;

/**
 * Encrypts the signing keys with the first value of SIGNING_KEY_SECRET during a rotation.
 *
 * @see docs/distributed.md#rotate-a-secret
 */
export const reencryptSigningKeys = (keyRing: Pick<SigningKeyRing, 'reencrypt'>, log: Logger): Job => ({
  name: 'reencrypt-signing-keys',
  intervalMs: INTERVAL_MS,
  run: async () => {
    const count = await keyRing.reencrypt();
    if (count > 0) log.info({ count }, 'Encrypted signing keys with the new value of SIGNING_KEY_SECRET');
  },
});
