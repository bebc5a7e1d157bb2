import type { Job } from '@loci/service-hosting';
import type { AccessCounter } from '../memories/access-counter.ts';

export const flushAccesses = (accesses: Pick<AccessCounter, 'flush'>): Job => ({
  name: 'flush-accesses',
  intervalMs: 5_000,
  runsInEveryProcess: true,
  run: () => accesses.flush(),
});
