import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createLogger } from '@loci/runtime';
import { startInMemoryTracing } from '@loci/telemetry/in-memory-tracing';
import type { InMemoryTracing } from '@loci/telemetry/in-memory-tracing';
import { startJobs } from './job.ts';
import type { Job } from './job.ts';

let tracing: InMemoryTracing;
beforeEach(() => {
  tracing = startInMemoryTracing();
});
afterEach(() => tracing.stop());

/** Starts a job, and stops it after its first run. */
async function runOnce(job: Omit<Job, 'name' | 'initialDelayMs'>): Promise<void> {
  const ended = Promise.withResolvers<void>();
  const run = (signal: AbortSignal): Promise<void> => job.run(signal).finally(() => ended.resolve());
  const log = createLogger({ service: 'test', level: 'silent' });
  const jobs = startJobs([{ ...job, name: 'count', initialDelayMs: 0, run }], log);
  await ended.promise;
  await jobs.stop();
}

const read = (): Promise<void> =>
  tracing.tracing.inChildSpan({ name: 'read', kind: 'client' }, () => Promise.resolve());

test('a run of a job starts a trace, which contains the work of the run', async () => {
  await runOnce({ intervalMs: 60_000, run: read });
  const [child, run] = tracing.spans();
  expect(run).toMatchObject({ name: 'job count', parentId: undefined, hasFailed: false });
  expect(child).toMatchObject({ name: 'read', parentId: run!.spanId });
});

test('a run of a job that fails marks its span as failed', async () => {
  await runOnce({ intervalMs: 60_000, run: () => Promise.reject(new Error('Unavailable.')) });
  expect(tracing.spans()).toMatchObject([{ name: 'job count', hasFailed: true }]);
});

test('a job that runs more than once per minute has no spans', async () => {
  await runOnce({ intervalMs: 59_999, run: read });
  expect(tracing.spans()).toEqual([]);
});
