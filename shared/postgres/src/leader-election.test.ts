import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createTestDatabase } from '@loci/testing';
import type { TestDatabase } from '@loci/testing';
import pg from 'pg';
import { electLeader } from './leader-election.ts';
import type { LeaderElection } from './leader-election.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({});
});
afterAll(() => database.close());

const seek = (name: string): LeaderElection =>
  electLeader({ ...database.admin, applicationName: 'test' }, name);

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 10));
}

test('one of several leads, another follows when it closes, other names are led apart', async () => {
  const first = seek('work');
  await until(() => first.isLeader());
  const [second, other] = [seek('work'), seek('other work')];
  await until(() => other.isLeader());
  expect(second.isLeader()).toBe(false);
  await first.close();
  expect(first.isLeader()).toBe(false);
  await until(() => second.isLeader());
  await Promise.all([second.close(), other.close()]);
});

test('who loses the connection leads no more, and may lead again', async () => {
  const leader = seek('fragile work');
  await until(() => leader.isLeader());
  const admin = new pg.Client(database.admin);
  await admin.connect();
  await admin.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE application_name = 'test-leader' AND datname = current_database()`,
  );
  await admin.end();
  await until(() => !leader.isLeader());
  await until(() => leader.isLeader());
  await leader.close();
});
