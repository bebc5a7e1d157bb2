import type { Database } from '@loci/postgres';
import type { Metrics, Secret } from '@loci/runtime';
import type { Job } from '@loci/service-hosting';
import { countKeysWithOtherPepper } from '../api-keys/api-key.repository.ts';
import { pepperIdOf } from '../api-keys/api-key.ts';

const INTERVAL_MS = 60_000;
const INITIAL_DELAY_MS = 10_000;

/** Operators need to know whether keys remain, not exactly how many. */
const COUNT_LIMIT = 10_000;

export type KeyHashMetrics = Pick<Metrics, 'outdatedKeyHashes'>;

/**
 * Sets the metric of API keys that need the secondary value of API_KEY_PEPPER.
 *
 * @see docs/distributed.md#rotate-a-secret
 */
export const measureKeyHashes = (
  deps: { database: Pick<Database, 'inSystemTransaction'>; now(): Date },
  pepper: Secret,
  metrics: KeyHashMetrics,
): Job => ({
  name: 'measure-key-hashes',
  initialDelayMs: INITIAL_DELAY_MS,
  intervalMs: INTERVAL_MS,
  run: async () => {
    const query = { pepperId: pepperIdOf(pepper), limit: COUNT_LIMIT, now: deps.now() };
    metrics.outdatedKeyHashes.set(
      await deps.database.inSystemTransaction((tx) => countKeysWithOtherPepper(tx, query)),
    );
  },
});
