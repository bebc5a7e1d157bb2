import type { Job } from '@loci/service-hosting';
import { RECORD_INTERVAL_MS } from '../vector-index/model-usage.ts';
import type { ModelUsage } from '../vector-index/model-usage.ts';

/** Records which embedding model this process is configured with, so that no other process deletes or replaces it. */
export const recordModelUsageJob = ({ modelUsage }: { modelUsage: ModelUsage }): Job => ({
  name: 'record-model-usage',
  initialDelayMs: 0,
  intervalMs: RECORD_INTERVAL_MS,
  runsInEveryProcess: true,
  run: () => modelUsage.record(),
});
