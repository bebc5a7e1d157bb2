import type { Metrics } from '@loci/runtime';
import type { RebuildProgress } from './rebuild-indexes.ts';

const STATES = ['running', 'completed', 'failed'] as const satisfies readonly RebuildProgress['state'][];

/** Returns a function that sets the metrics of the rebuild of this process. */
export const reportRebuild =
  (metrics: Pick<Metrics, 'indexRebuildItems' | 'indexRebuildState'>) =>
  ({ state, items }: RebuildProgress): void => {
    metrics.indexRebuildItems.set(items);
    for (const each of STATES) metrics.indexRebuildState.set({ state: each }, each === state ? 1 : 0);
  };
