import type { Database } from '@loci/postgres';
import type { Metrics } from '@loci/runtime';
import type { Job } from '@loci/service-hosting';
import { measureErasures } from '../erasures/measure-erasures.ts';

const INTERVAL_MS = 60_000;
const INITIAL_DELAY_MS = 10_000;

export type ErasureMetrics = Pick<Metrics, 'unfinishedErasures' | 'oldestUnfinishedErasure'>;

/** Creates the job that sets the metrics of unfinished erasures and deletions. @see docs/operations.md#monitor-metrics */
export const measureErasuresJob = (
  deps: { database: Pick<Database, 'inSystemTransaction'>; now(): Date },
  metrics: ErasureMetrics,
): Job => ({
  name: 'measure-erasures',
  initialDelayMs: INITIAL_DELAY_MS,
  intervalMs: INTERVAL_MS,
  run: async () => {
    for (const { kind, count, oldestSeconds } of await measureErasures(deps)) {
      metrics.unfinishedErasures.set({ kind }, count);
      metrics.oldestUnfinishedErasure.set({ kind }, oldestSeconds);
    }
  },
});
