import { expect, test } from '@jest/globals';
import { leaderJobs, localJobs } from './assign-jobs.ts';
import type { Job } from './job.ts';

const runs: string[] = [];
const createJob = (name: string, overrides: Partial<Job> = {}): Job => ({
  name,
  intervalMs: 1,
  run: () => Promise.resolve(void runs.push(name)),
  ...overrides,
});
const jobs = [
  createJob('reconcile'),
  createJob('flush', { runsInEveryProcess: true }),
  createJob('send', { runsInEveryProcess: 'with-consumers' }),
];

test('localJobs returns the jobs that run in every process', () => {
  expect(localJobs(jobs, { runsConsumers: false }).map(({ name }) => name)).toEqual(['flush']);
});

test('localJobs returns the jobs that run with consumers for a process that runs consumers', () => {
  expect(localJobs(jobs, { runsConsumers: true }).map(({ name }) => name)).toEqual(['flush', 'send']);
});

test('leaderJobs returns the jobs that run only while the process is the leader', async () => {
  let isLeader = false;
  const [reconcile, ...others] = leaderJobs(jobs, { isLeader: () => isLeader });
  expect(others).toEqual([]);
  const { signal } = new AbortController();
  await reconcile!.run(signal);
  expect(runs).toEqual([]);
  isLeader = true;
  await reconcile!.run(signal);
  expect(runs).toEqual(['reconcile']);
});
