import type { Job } from '@loci/service-hosting';
import type { SigningKeyRing } from '../signing-keys/signing-key-ring.ts';

const HOUR_MS = 3_600_000;

/** Deletes superseded signing keys when their last token has expired. */
export const removeRetiredSigningKeys = (keyRing: SigningKeyRing): Job => ({
  name: 'remove-retired-signing-keys',
  intervalMs: HOUR_MS,
  run: () => keyRing.removeRetired(),
});
