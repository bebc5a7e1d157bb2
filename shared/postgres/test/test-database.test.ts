import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createTestDatabase } from './test-database.fixture.ts';
import type { TestDatabase } from './test-database.fixture.ts';

const NOTES_MIGRATIONS = new URL('./notes-migrations/', import.meta.url);
let first: TestDatabase;
let second: TestDatabase;

beforeAll(async () => {
  [first, second] = await Promise.all([
    createTestDatabase({ notes: NOTES_MIGRATIONS }),
    createTestDatabase({ notes: NOTES_MIGRATIONS }),
  ]);
});
afterAll(() => Promise.all([first.close(), second.close()]));

describe('createTestDatabase', () => {
  test('creates isolated databases when it is called concurrently', async () => {
    const count = 'SELECT count(*)::int AS n FROM notes';
    await first.open('notes').inSystemTransaction((tx) => tx.query(`INSERT INTO notes VALUES ('x')`));
    expect(await first.open('notes').inSystemTransaction((tx) => tx.query(count))).toEqual([{ n: 1 }]);
    expect(await second.open('notes').inSystemTransaction((tx) => tx.query(count))).toEqual([{ n: 0 }]);
  });
});
