import { AppError } from '@loci/core';
import type { IdempotencyStore, StoredReply } from '@loci/http';
import { claimIdempotencyKey, purgeIdempotencyKeys, storeResponse } from '@loci/postgres';
import type { Database, JoinableDatabase } from '@loci/postgres';
import type { Metrics } from '@loci/runtime';
import type { Job } from './job.ts';

const PURGE_INTERVAL_MS = 600_000;

/** Metrics of requests with an idempotency key. */
export type IdempotencyMetrics = Pick<Metrics, 'idempotencyRequests'>;

/**
 * Creates the store of a service. The transactions of a request join one transaction, which claims the key first and
 * stores the response last. The changes and the response are therefore committed together.
 *
 * @see docs/decisions/0013-store-responses-of-keyed-requests.md
 */
export function createIdempotencyStore(
  database: JoinableDatabase,
  metrics: IdempotencyMetrics | undefined,
): IdempotencyStore {
  const count = (outcome: string): void => metrics?.idempotencyRequests.inc({ outcome });
  return {
    run: async ({ tenantId, userId, key, fingerprint }, handle) => {
      const id = { tenantId, userId, key };
      const hash = Buffer.from(fingerprint, 'hex');
      const outcome = await database.inTransaction(tenantId, async (tx) => {
        const claim = await claimIdempotencyKey(tx, id);
        if (claim.kind !== 'claimed') return claim;
        const reply = await database.join(tx, tenantId, handle);
        await storeResponse(tx, id, { fingerprint: hash, response: JSON.stringify(reply) });
        return { kind: 'handled' as const, reply };
      });
      if (outcome.kind === 'handled') {
        count('stored');
        return { reply: outcome.reply, isReplayed: false };
      }
      if (outcome.kind === 'running') {
        count('in_progress');
        throw stillRunning();
      }
      const { stored } = outcome;
      if (!stored.fingerprint.equals(hash)) {
        count('reused');
        throw usedForAnotherRequest(stored.createdAt);
      }
      count('replayed');
      return { reply: JSON.parse(stored.response) as StoredReply, isReplayed: true };
    },
  };
}

const stillRunning = (): AppError =>
  new AppError(
    'BIZ_REQUEST_IN_PROGRESS',
    'The first request with this idempotency key is still running. Retry in a second.',
  );

const usedForAnotherRequest = (firstUsedAt: Date): AppError =>
  new AppError(
    'VAL_IDEMPOTENCY_KEY_REUSED',
    'The idempotency key was used for another request. Use a new key for each request.',
    { details: { first_used_at: firstUsedAt.toISOString() } },
  );

/** Job that deletes stored responses after 24 hours. */
export const purgeIdempotencyKeysJob = (database: Pick<Database, 'inSystemTransaction'>): Job => ({
  name: 'purge-idempotency-keys',
  intervalMs: PURGE_INTERVAL_MS,
  run: (signal) => purgeIdempotencyKeys(database, signal),
});
