import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { EVENTS_MIGRATIONS } from '@loci/outbox';
import { createTestDatabase } from './test-database.ts';
import type { TestDatabase } from './test-database.ts';

describe('createTestDatabase', () => {
  let first: TestDatabase;
  let second: TestDatabase;

  beforeAll(async () => {
    [first, second] = await Promise.all([
      createTestDatabase({ events: EVENTS_MIGRATIONS }),
      createTestDatabase({ events: EVENTS_MIGRATIONS }),
    ]);
  });
  afterAll(() => Promise.all([first.close(), second.close()]));

  test('two databases made at once are migrated and know nothing of each other', async () => {
    const insert = `INSERT INTO positions (consumer_group, owner, txid, seq) VALUES ('g', 'o', '1', 1)`;
    const count = 'SELECT count(*)::int AS n FROM positions';
    await first.open('events').inSystemTransaction((tx) => tx.query(insert));
    expect(await first.open('events').inSystemTransaction((tx) => tx.query(count))).toEqual([{ n: 1 }]);
    expect(await second.open('events').inSystemTransaction((tx) => tx.query(count))).toEqual([{ n: 0 }]);
  });
});
