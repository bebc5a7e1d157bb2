import type { Database } from '@loci/postgres';
import type { Job } from '@loci/service-hosting';
import { deleteExpiredGrants } from '../grants/grant.repository.ts';

const HOUR_MS = 3_600_000;

/** Deletes expired grants and refresh tokens. */
export const cleanExpiredGrants = (deps: {
  database: Pick<Database, 'inSystemTransaction'>;
  now(): Date;
}): Job => ({
  name: 'clean-expired-grants',
  intervalMs: HOUR_MS,
  run: () => deps.database.inSystemTransaction((tx) => deleteExpiredGrants(tx, deps.now())),
});
