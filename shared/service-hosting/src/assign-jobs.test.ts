import { expect, test } from '@jest/globals';
import type { Job } from '@loci/service-hosting';
import { leaderJobs, localJobs } from './assign-jobs.ts';

const ran: string[] = [];
const job = (name: string, more: Partial<Job> = {}): Job => ({
  name,
  intervalMs: 1,
  run: () => Promise.resolve(void ran.push(name)),
  ...more,
});
const jobs = [job('reconcile'), job('flush', { runsInEveryProcess: true })];

test('what a process holds in memory is its own to work on', () => {
  expect(localJobs(jobs).map(({ name }) => name)).toEqual(['flush']);
});

test('the rest is done by the process that leads, from the moment it does', async () => {
  let leads = false;
  const [reconcile, ...others] = leaderJobs(jobs, { isLeader: () => leads });
  expect(others).toEqual([]);
  const { signal } = new AbortController();
  await reconcile!.run(signal);
  expect(ran).toEqual([]);
  leads = true;
  await reconcile!.run(signal);
  expect(ran).toEqual(['reconcile']);
});
