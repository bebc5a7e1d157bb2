import type { Database } from '@loci/postgres';
import type { Job } from '@loci/service-hosting';
import { deleteExpiredGrants, removeBrowsersBefore } from '../grants/grant.repository.ts';
import { SESSION_SECONDS } from '../oauth/oauth-provider.ts';

const HOUR_MS = 3_600_000;

/** Deletes expired grants and refresh tokens, and the browsers of expired portal sessions. */
export const cleanExpiredGrants = (deps: {
  database: Pick<Database, 'inSystemTransaction'>;
  now(): Date;
}): Job => ({
  name: 'clean-expired-grants',
  intervalMs: HOUR_MS,
  run: () =>
    deps.database.inSystemTransaction(async (tx) => {
      const now = deps.now();
      await deleteExpiredGrants(tx, now);
      await removeBrowsersBefore(tx, new Date(now.getTime() - SESSION_SECONDS * 1_000));
    }),
});
