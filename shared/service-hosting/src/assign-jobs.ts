import type { LeaderElection } from '@loci/postgres';
import type { Job } from '@loci/service-hosting';

/** Jobs of which one process of a service does the work for all: in this one they wait until it leads. */
export const leaderJobs = (jobs: readonly Job[], leadership: Pick<LeaderElection, 'isLeader'>): Job[] =>
  jobs
    .filter((job) => !job.runsInEveryProcess)
    .map((job) => ({
      ...job,
      run: (signal) => (leadership.isLeader() ? job.run(signal) : Promise.resolve()),
    }));

/** Jobs on what this very process holds. */
export const localJobs = (jobs: readonly Job[]): Job[] => jobs.filter((job) => job.runsInEveryProcess);
