import type { Database } from '@loci/postgres';
import type { Job } from '@loci/service-hosting';
import type { SuggestionRepository } from '../suggestions/suggestion.repository.ts';

const INTERVAL_MS = 3_600_000;
const BATCH_SIZE = 1_000;
/** Time for which resolved suggestions on replaced memories stay in the list. */
const RESOLVED_RETENTION_MS = 90 * 86_400_000;

/** Creates the job that deletes suggestions on inactive memories. @see docs/reference/suggestions.md#retention */
export const pruneSuggestions = (
  database: Pick<Database, 'inSystemTransaction'>,
  suggestions: Pick<SuggestionRepository, 'prune'>,
  now: () => Date,
): Job => ({
  name: 'prune-suggestions',
  intervalMs: INTERVAL_MS,
  run: async (signal) => {
    const resolvedBefore = new Date(now().getTime() - RESOLVED_RETENTION_MS);
    for (let deleted = BATCH_SIZE; deleted === BATCH_SIZE && !signal.aborted;) {
      deleted = await database.inSystemTransaction((tx) => suggestions.prune(tx, resolvedBefore, BATCH_SIZE));
    }
  },
});
