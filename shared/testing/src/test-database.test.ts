import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createTestDatabase } from './test-database.ts';
import type { TestDatabase } from './test-database.ts';

const NOTES = new URL('./fixture-migrations/', import.meta.url);
let first: TestDatabase;
let second: TestDatabase;

beforeAll(async () => {
  [first, second] = await Promise.all([
    createTestDatabase({ notes: NOTES }),
    createTestDatabase({ notes: NOTES }),
  ]);
});
afterAll(() => Promise.all([first.close(), second.close()]));

test('two databases made at once are migrated and know nothing of each other', async () => {
  const count = 'SELECT count(*)::int AS n FROM notes';
  await first.open('notes').inSystemTransaction((tx) => tx.query(`INSERT INTO notes VALUES ('x')`));
  expect(await first.open('notes').inSystemTransaction((tx) => tx.query(count))).toEqual([{ n: 1 }]);
  expect(await second.open('notes').inSystemTransaction((tx) => tx.query(count))).toEqual([{ n: 0 }]);
});
