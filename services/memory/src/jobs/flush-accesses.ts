import type { Job } from '@loci/service-hosting';
import type { AccessCounter } from '../memories/access-counter.ts';

const INTERVAL_MS = 5_000;

/** Creates the job that writes the access counts of this process to the database. */
export const flushAccesses = (accesses: Pick<AccessCounter, 'flush'>): Job => ({
  name: 'flush-accesses',
  intervalMs: INTERVAL_MS,
  runsInEveryProcess: true,
  run: () => accesses.flush(),
});
