import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { createTestDatabase } from '../test/test-database.fixture.ts';
import type { TestDatabase } from '../test/test-database.fixture.ts';
import { electLeader } from './leader-election.ts';
import type { LeaderElection } from './leader-election.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({});
});
afterAll(() => database.close());

const elect = (name: string): LeaderElection =>
  electLeader({ ...database.admin, applicationName: 'test' }, name);

async function waitUntil(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 10));
}

describe('electLeader', () => {
  test('elects another candidate only after the leader closes its election', async () => {
    const first = elect('work');
    await waitUntil(() => first.isLeader());
    const second = elect('work');
    // This election starts later, so its result shows that the second candidate has polled.
    const marker = elect('marker');
    await waitUntil(() => marker.isLeader());
    expect(second.isLeader()).toBe(false);
    await first.close();
    expect(first.isLeader()).toBe(false);
    await waitUntil(() => second.isLeader());
    await Promise.all([second.close(), marker.close()]);
  });

  test('elects one leader per name', async () => {
    const [first, second] = [elect('one name'), elect('another name')];
    await waitUntil(() => first.isLeader() && second.isLeader());
    await Promise.all([first.close(), second.close()]);
  });

  test('a leader that resigned because its connection was lost can become leader again', async () => {
    const leader = elect('fragile work');
    await waitUntil(() => leader.isLeader());
    const admin = new pg.Client(database.admin);
    await admin.connect();
    await admin.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE application_name = 'test-leader' AND datname = current_database()`,
    );
    await admin.end();
    await waitUntil(() => !leader.isLeader());
    await waitUntil(() => leader.isLeader());
    await leader.close();
  });
});
