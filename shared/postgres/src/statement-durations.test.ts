import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createTestDatabase } from '../test/test-database.fixture.ts';
import type { TestDatabase } from '../test/test-database.fixture.ts';
import type { Database } from './database.ts';

const MIGRATIONS = new URL('../test/notes-migrations/', import.meta.url);

let testDatabase: TestDatabase;
let database: Database;
const observed: [operation: string, errorType: string | null][] = [];
beforeAll(async () => {
  testDatabase = await createTestDatabase({ sample: MIGRATIONS });
  database = testDatabase.open('sample', {
    onStatement: (operation, seconds, errorType) => {
      expect(seconds).toBeGreaterThan(0);
      observed.push([operation, errorType]);
    },
  });
});
afterAll(() => testDatabase.close());
beforeEach(() => void observed.splice(0));

describe('onStatement', () => {
  test('receives the command of each statement of a transaction', async () => {
    await database.inSystemTransaction(async (tx) => {
      await tx.query('WITH numbers AS (SELECT 1) SELECT * FROM numbers');
      await tx.query('CREATE TEMPORARY TABLE numbers (number int)');
      await tx.query('INSERT INTO numbers VALUES ($1)', [1], 'test-insert');
    });
    expect(observed).toEqual([
      ['SELECT', null],
      ['CREATE', null],
      ['INSERT', null],
    ]);
  });

  test('receives a statement without a transaction', async () => {
    await database.statement('SELECT $1::int', [1], 'test-select');
    expect(observed).toEqual([['SELECT', null]]);
  });

  test('receives the first keyword and the error code of a failed statement', async () => {
    const failed = database.inSystemTransaction((tx) => tx.query('\n  select 1 / 0'));
    await expect(failed).rejects.toThrow();
    await expect(database.statement('SELECT 1 / $1::int', [0], 'test-divide')).rejects.toThrow();
    expect(observed).toEqual([
      ['SELECT', '22012'],
      ['SELECT', '22012'],
    ]);
  });
});
