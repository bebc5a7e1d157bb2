import { expect, test } from '@jest/globals';
import { purgeTombstonesJob } from './purge-tombstones-job.ts';

const NOW = new Date('2026-05-08T12:00:00Z');
const WEEK_AGO = new Date('2026-05-01T12:00:00Z');

/** Creates a function that deletes `counts[i]` tombstones in call `i`. */
function batches(...counts: number[]) {
  const queries: unknown[] = [];
  const deleteBatch = async (query: unknown) => {
    queries.push(query);
    return counts.shift() ?? 0;
  };
  return { queries, deleteBatch };
}

test('the job purge-tombstones deletes batches of each kind of tombstone until none is left', async () => {
  const [first, second] = [batches(1_000, 3), batches(1_000)];
  const job = purgeTombstonesJob({
    deleteBatches: [first.deleteBatch, second.deleteBatch],
    now: () => NOW,
  });
  await job.run(new AbortController().signal);
  const query = { recordedBefore: WEEK_AGO, limit: 1_000 };
  expect(first.queries).toEqual([query, query, query]);
  expect(second.queries).toEqual([query, query]);
});

test('the job purge-tombstones deletes no further batch after the process begins to shut down', async () => {
  const stopping = new AbortController();
  const { queries, deleteBatch } = batches(1_000, 1_000);
  const job = purgeTombstonesJob({
    deleteBatches: [
      async (query) => {
        stopping.abort();
        return deleteBatch(query);
      },
      deleteBatch,
    ],
    now: () => NOW,
  });
  await job.run(stopping.signal);
  expect(queries).toHaveLength(1);
});
