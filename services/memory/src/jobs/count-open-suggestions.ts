import type { Database } from '@loci/postgres';
import type { Metrics } from '@loci/runtime';
import type { Job } from '@loci/service-hosting';
import type { SuggestionRepository } from '../suggestions/suggestion.repository.ts';

const INTERVAL_MS = 300_000;
const INITIAL_DELAY_MS = 10_000;

export type SuggestionMetrics = Pick<Metrics, 'openSuggestions'>;

/** Creates the job that sets the metric of open suggestions. @see docs/operations.md#monitor-metrics */
export const countOpenSuggestionsJob = (
  database: Pick<Database, 'inSystemTransaction'>,
  suggestions: Pick<SuggestionRepository, 'countOpen'>,
  metrics: SuggestionMetrics,
): Job => ({
  name: 'count-open-suggestions',
  initialDelayMs: INITIAL_DELAY_MS,
  intervalMs: INTERVAL_MS,
  run: async () => {
    metrics.openSuggestions.set(await database.inSystemTransaction((tx) => suggestions.countOpen(tx)));
  },
});
