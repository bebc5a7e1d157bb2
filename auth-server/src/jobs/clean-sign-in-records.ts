import type { Database } from '@loci/postgres';
import type { Job } from '@loci/service-hosting';
import { deleteOldCounters } from '../login-throttle/attempt-counter.repository.ts';
import { deleteExpiredInvitations } from '../invitations/invitation.repository.ts';
import { deleteExpiredRecords } from '../oauth/oidc-record.repository.ts';
import { deleteExpiredDpopJtis } from '../dpop/dpop-jti.repository.ts';
import { deleteOldFailures } from '../sign-in/sign-in-failure.repository.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Time after which an unused OAuth client without a grant is deleted. */
const CLIENT_UNUSED_MS = 90 * DAY_MS;

/**
 * Deletes expired OAuth provider records, invitations, DPoP proof ids, attempt counters and sign-in failures.
 */
export const cleanSignInRecords = (deps: {
  database: Pick<Database, 'inSystemTransaction'>;
  now(): Date;
}): Job => ({
  name: 'clean-sign-in-records',
  intervalMs: 15 * MINUTE_MS,
  run: () =>
    deps.database.inSystemTransaction(async (tx) => {
      const now = deps.now();
      const ago = (ms: number): Date => new Date(now.getTime() - ms);
      await deleteExpiredRecords(tx, now, ago(CLIENT_UNUSED_MS));
      await deleteExpiredInvitations(tx, now);
      await deleteExpiredDpopJtis(tx, now);
      await deleteOldCounters(tx, ago(DAY_MS));
      await deleteOldFailures(tx, ago(DAY_MS));
    }),
});
