import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import type { AuditEntry } from '@loci/contracts';
import { AppError } from '@loci/core';
import { auditEntry } from './audit-entry.fixture.ts';
import { mergeEntries } from './merge-entries.ts';
import type { FetchEntries } from './merge-entries.ts';

const entry = (second: number, id: string = randomUUID()): AuditEntry =>
  auditEntry({ at: new Date(second * 1_000).toISOString(), id });

/** Serves entries in pages, as a service does. */
const serve =
  (entries: readonly AuditEntry[], pageSize: number): FetchEntries =>
  (after) => {
    const start = after === undefined ? 0 : entries.findIndex(({ id }) => id === after.id) + 1;
    return Promise.resolve(entries.slice(start, start + pageSize));
  };

async function collect(entries: AsyncIterable<AuditEntry>): Promise<AuditEntry[]> {
  const collected: AuditEntry[] = [];
  for await (const each of entries) collected.push(each);
  return collected;
}

test.each([1, 2, 3, 7, 100])('merges all entries in order with pages of %i entries', async (pageSize) => {
  const lists = [[9, 7, 7, 4, 3, 1], [8, 7, 2], []].map((seconds) =>
    seconds.map((second) => entry(second)).sort((a, b) => (`${a.at} ${a.id}` < `${b.at} ${b.id}` ? 1 : -1)),
  );
  const merged = await collect(
    mergeEntries(
      lists.map((entries) => serve(entries, pageSize)),
      pageSize,
    ),
  );
  const expected = lists.flat().map(({ at, id }) => `${at} ${id}`);
  expect(merged.map(({ at, id }) => `${at} ${id}`)).toEqual(expected.sort().toReversed());
});

test('ends with the error of a service that becomes unavailable', async () => {
  const unavailable = new AppError('SYS_SERVICE_UNAVAILABLE', 'Unavailable.');
  const failing: FetchEntries = (after) =>
    after === undefined ? Promise.resolve([entry(5)]) : Promise.reject(unavailable);
  const merged = mergeEntries([serve([entry(4), entry(3)], 1), failing], 1);
  await expect(collect(merged)).rejects.toBe(unavailable);
});
