import type { LeaderElection } from '@loci/postgres';
import type { Job } from './job.ts';

/** Returns the jobs that only the leader runs. Each run is skipped while this process is not the leader. */
export const leaderJobs = (jobs: readonly Job[], election: Pick<LeaderElection, 'isLeader'>): Job[] =>
  jobs
    .filter((job) => !job.runsInEveryProcess)
    .map((job) => ({
      ...job,
      run: (signal, log) => (election.isLeader() ? job.run(signal, log) : Promise.resolve()),
    }));

/** Returns the jobs that run in this process, whichever process is the leader. */
export const localJobs = (jobs: readonly Job[], { runsConsumers }: { runsConsumers: boolean }): Job[] =>
  jobs.filter(
    ({ runsInEveryProcess }) =>
      runsInEveryProcess === true || (runsInEveryProcess === 'with-consumers' && runsConsumers),
  );
