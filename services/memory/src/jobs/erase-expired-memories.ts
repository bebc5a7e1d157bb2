import type { Metrics } from '@loci/runtime';
import type { Job } from '@loci/service-hosting';
import {
  ERASE_EXPIRED_JOB,
  eraseExpiredMemories,
  oldestExpiredSeconds,
} from '../erasure/erase-expired-memories.ts';
import type { EraseExpiredMemoriesDeps } from '../erasure/erase-expired-memories.ts';

const INTERVAL_MS = 60_000;
const INITIAL_DELAY_MS = 10_000;

export type ExpiryMetrics = Pick<Metrics, 'oldestExpiredMemory'>;

/** Creates the job that erases expired memories. @see docs/reference/time.md#expiry */
export const eraseExpiredMemoriesJob = (
  deps: EraseExpiredMemoriesDeps,
  metrics: ExpiryMetrics | undefined,
): Job => ({
  name: ERASE_EXPIRED_JOB,
  initialDelayMs: INITIAL_DELAY_MS,
  intervalMs: INTERVAL_MS,
  run: async (signal) => {
    // Measured before the erasure, so that a failing job is visible.
    if (metrics) metrics.oldestExpiredMemory.set(await oldestExpiredSeconds(deps.database));
    await eraseExpiredMemories(deps, signal);
  },
});
