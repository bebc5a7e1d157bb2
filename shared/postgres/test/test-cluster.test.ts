import { expect, test } from '@jest/globals';
import pg from 'pg';
import { testCluster } from './test-cluster.fixture.ts';

test('testCluster returns the same PostgreSQL 18 server for all tests of a run', async () => {
  const [first, second] = await Promise.all([testCluster(), testCluster()]);
  expect(second).toEqual(first);
  const client = new pg.Client(first);
  await client.connect();
  try {
    const { rows } = await client.query<{ server_version: string }>('SHOW server_version');
    expect(rows[0]!.server_version).toMatch(/^18\./);
  } finally {
    await client.end();
  }
});
