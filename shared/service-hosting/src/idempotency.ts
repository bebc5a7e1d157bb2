import { AsyncLocalStorage } from 'node:async_hooks';
import { AppError, isAppError } from '@loci/core';
import type { IdempotencyStore, KeyedRequest, StoredReply } from '@loci/http';
import {
  claimIdempotencyKey,
  findStoredResponse,
  isKeyNotClaimed,
  purgeIdempotencyKeys,
  storeResponse,
} from '@loci/postgres';
import type { Database, IdempotencyKey, JoinableDatabase, StoredResponse, Transaction } from '@loci/postgres';
import type { Metrics } from '@loci/runtime';
import type { Job } from './job.ts';

const PURGE_INTERVAL_MS = 600_000;

/** Metrics of requests with an idempotency key. */
export type IdempotencyMetrics = Pick<Metrics, 'idempotencyRequests'>;

/** Store with an operation for services that forward their idempotency keys to this service. */
export interface ReadableIdempotencyStore extends IdempotencyStore {
  /**
   * Returns the stored response of an earlier request with the same key, or null if there is none.
   *
   * @throws VAL_IDEMPOTENCY_KEY_REUSED if the earlier request was different; BIZ_REQUEST_IN_PROGRESS if it is still
   *   running; RES_NOT_FOUND if an object of its response was deleted
   */
  find(request: KeyedRequest): Promise<StoredReply | null>;
}

/**
 * Creates the store of a service. The transactions of a request join one transaction, which claims the key first and
 * stores the response last. The changes and the response are therefore committed together.
 *
 * The handler starts before the claim is confirmed, which saves a round trip. If the claim fails, PostgreSQL rejects all
 * statements of the handler. A handler must therefore have no effects outside its transactions before their commit.
 *
 * @param joinsAllTenants true for a service whose operations also use transactions of all tenants
 * @see docs/decisions/0013-store-responses-of-keyed-requests.md
 */
export function createIdempotencyStore(
  database: JoinableDatabase,
  metrics: IdempotencyMetrics | undefined,
  { joinsAllTenants = false } = {},
): ReadableIdempotencyStore {
  const begin = <T>(tenantId: string, work: (tx: Transaction) => Promise<T>): Promise<T> =>
    joinsAllTenants ? database.inSystemTransaction(work) : database.inTransaction(tenantId, work);

  /** Returns the response of the request that has claimed the key. @throws BIZ_REQUEST_IN_PROGRESS; the errors of `replay` */
  async function replayOther(id: IdempotencyKey, hash: Buffer): Promise<Replay> {
    const stored = await begin(id.tenantId, (tx) => findStoredResponse(tx, id));
    if (stored) return replay(stored, hash, metrics);
    metrics?.idempotencyRequests.inc({ outcome: 'in_progress' });
    throw stillRunning();
  }

  return {
    find: async (request) => {
      const { id, hash } = parse(request);
      try {
        await begin(id.tenantId, (tx) => claimIdempotencyKey(tx, id));
        return null;
      } catch (error) {
        if (!isKeyNotClaimed(error)) throw error;
        return (await replayOther(id, hash)).reply;
      }
    },
    run: async (request, handle) => {
      const { id, hash, toStored } = parse(request);
      try {
        const reply = await begin(id.tenantId, async (tx) => {
          const [claimed, handled] = await Promise.allSettled([
            claimIdempotencyKey(tx, id),
            database.join(tx, joinsAllTenants ? null : id.tenantId, handle),
          ]);
          // After a failed claim, the error of the handler has no meaning.
          if (claimed.status === 'rejected') throw claimed.reason;
          if (handled.status === 'rejected') throw handled.reason;
          storeResponse(tx, id, {
            fingerprint: hash,
            response: JSON.stringify(toStored(handled.value)),
          });
          return handled.value;
        });
        metrics?.idempotencyRequests.inc({ outcome: 'stored' });
        return { reply, isReplayed: false };
      } catch (error) {
        if (!isKeyNotClaimed(error)) throw error;
        return replayOther(id, hash);
      }
    },
  };
}

export interface LastTransactions {
  store: IdempotencyStore;
  /**
   * Runs the transaction after which an operation has succeeded. If the request has an idempotency key, stores its
   * response in this transaction.
   *
   * @param toOutcome returns the result of the route handler
   */
  inLastTransaction<T>(
    tenantId: string,
    work: (tx: Transaction) => Promise<T>,
    toOutcome: (result: T) => unknown,
  ): Promise<T>;
}

/** A keyed request that is running. */
interface RunningRequest {
  id: IdempotencyKey;
  hash: Buffer;
  /** Converts the result of the handler to the response that is stored. */
  toStored: (outcome: unknown) => StoredReply;
  isStored: boolean;
}

/**
 * Creates the store of a service whose operations write to an object store between two transactions. The response is
 * stored in the last transaction of the operation, so that no connection is held while the operation waits for the object
 * store. Concurrent requests with one key can run at the same time, but only the last transaction of one of them succeeds.
 *
 * @see docs/decisions/0013-store-responses-of-keyed-requests.md
 */
export function createLastTransactions(
  database: Pick<Database, 'inTransaction'>,
  metrics: IdempotencyMetrics | undefined,
): LastTransactions {
  const storage = new AsyncLocalStorage<RunningRequest>();
  // Does not claim the key, because even a short claim could make the last transaction of a concurrent request fail. All
  // concurrent requests could then fail.
  const find = (id: IdempotencyKey): Promise<StoredResponse | null> =>
    database.inTransaction(id.tenantId, (tx) => findStoredResponse(tx, id));
  return {
    store: {
      run: async (request, handle, toReply) => {
        const { id, hash, toStored } = parse(request);
        const before = await find(id);
        if (before) return replay(before, hash, metrics);
        const running: RunningRequest = {
          id,
          hash,
          toStored: (outcome) => toStored(toReply(outcome)),
          isStored: false,
        };
        try {
          const reply = await storage.run(running, handle);
          if (!running.isStored)
            throw new AppError('SYS_INTERNAL_ERROR', 'The operation did not store its response.');
          metrics?.idempotencyRequests.inc({ outcome: 'stored' });
          return { reply, isReplayed: false };
        } catch (error) {
          // A concurrent request with the key can have succeeded and caused the error, for example a conflict.
          const after = running.isStored ? null : await find(id);
          if (after) return replay(after, hash, metrics);
          if (isAppError(error) && error.code === 'BIZ_REQUEST_IN_PROGRESS')
            metrics?.idempotencyRequests.inc({ outcome: 'in_progress' });
          throw error;
        }
      },
    },
    inLastTransaction: async (tenantId, work, toOutcome) => {
      const running = storage.getStore();
      if (running === undefined) return database.inTransaction(tenantId, work);
      const { id, hash, toStored } = running;
      const result = await database.inTransaction(tenantId, async (tx) => {
        await claimIdempotencyKey(tx, id).catch((error: unknown) => {
          throw isKeyNotClaimed(error) ? stillRunning() : error;
        });
        const worked = await work(tx);
        const response = JSON.stringify(toStored(toOutcome(worked)));
        storeResponse(tx, id, { fingerprint: hash, response });
        return worked;
      });
      running.isStored = true;
      return result;
    },
  };
}

const parse = ({ tenantId, userId, key, fingerprint, toStored = (reply) => reply }: KeyedRequest) => ({
  id: { tenantId, userId, key },
  toStored,
  hash: Buffer.from(fingerprint, 'hex'),
});

interface Replay {
  reply: StoredReply;
  isReplayed: true;
}

/** Returns a stored response. @throws VAL_IDEMPOTENCY_KEY_REUSED; RES_NOT_FOUND if an object in it was deleted */
function replay(
  { fingerprint, createdAt, response }: StoredResponse,
  hash: Buffer,
  metrics: IdempotencyMetrics | undefined,
): Replay {
  const count = (outcome: string): void => metrics?.idempotencyRequests.inc({ outcome });
  if (!fingerprint.equals(hash)) {
    count('reused');
    throw usedForAnotherRequest(createdAt);
  }
  if (response === '') {
    count('deleted');
    throw new AppError(
      'RES_NOT_FOUND',
      'The object of the first request with this idempotency key was deleted.',
    );
  }
  count('replayed');
  return { reply: JSON.parse(response) as StoredReply, isReplayed: true };
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
