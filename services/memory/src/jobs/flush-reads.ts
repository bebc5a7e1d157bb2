import type { Job } from '@loci/service-hosting';
import type { ReadRecorder } from '../readers/read-recorder.ts';

const INTERVAL_MS = 5_000;

/** Creates the job that writes the reads that this process recorded to the database. */
export const flushReads = (reads: Pick<ReadRecorder, 'flush'>): Job => ({
  name: 'flush-reads',
  intervalMs: INTERVAL_MS,
  runsInEveryProcess: true,
  run: () => reads.flush(),
});
