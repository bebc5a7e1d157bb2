import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { GATEWAY_MIGRATIONS } from '@loci/gateway';
import { MEMORY_MIGRATIONS } from '@loci/memory-service';
import { openDatabase } from '@loci/postgres';
import type { Database } from '@loci/postgres';
import { createTestDatabase } from '@loci/testing';
import type { TestDatabase } from '@loci/testing';
import { deleteKafkaOffsets, renumberRestoredEvents } from './event-positions.ts';

/** Transaction number that the test server does not reach. */
const OF_ANOTHER_SERVER = '4000000000000';

let testDatabase: TestDatabase;
let database: Database;
beforeAll(async () => {
  testDatabase = await createTestDatabase({ memory: MEMORY_MIGRATIONS, gateway: GATEWAY_MIGRATIONS });
  database = openDatabase({
    ...testDatabase.admin,
    applicationName: 'event-positions-test',
    maxConnections: 2,
  });
});
afterAll(async () => {
  await database.close();
  await testDatabase.close();
});

const query = <Row>(sql: string, values: unknown[] = []): Promise<Row[]> =>
  database.inSystemTransaction((tx) => tx.query<Row>(sql, values));

const addEvent = (label: string, txid: string | null): Promise<unknown> =>
  query(
    `INSERT INTO memory.outbox (txid, tenant_id, topic, aggregate_id, envelope)
     VALUES (coalesce($2::xid8, pg_current_xact_id()), $3, 'memory', $3, $1)`,
    [label, txid, randomUUID()],
  );

/**
 * Returns the labels of the events that a relay would publish, in its order. Waits until there are `count` events: a relay
 * waits for earlier transactions of the server, and other tests use the same server.
 */
async function readSettled(count: number): Promise<string[]> {
  for (const end = performance.now() + 15_000; ; await pause(20)) {
    const rows = await query<{ envelope: string }>(
      `SELECT envelope FROM memory.outbox o WHERE txid < pg_snapshot_xmin(pg_current_snapshot())
       ORDER BY o.txid, o.seq`,
    );
    if (rows.length >= count || performance.now() > end) return rows.map(({ envelope }) => envelope);
  }
}

describe('renumberRestoredEvents', () => {
  test('lets relays publish events of another server, in their order and before later events', async () => {
    await addEvent('settled', null);
    await addEvent('restored first', OF_ANOTHER_SERVER);
    await addEvent('restored second', `${OF_ANOTHER_SERVER}7`);
    expect(await readSettled(1)).toEqual(['settled']);
    expect(await renumberRestoredEvents(testDatabase.admin)).toBe(2);
    await addEvent('later', null);
    expect(await readSettled(4)).toEqual(['settled', 'restored first', 'restored second', 'later']);
  });

  test('does not change events of this server', async () => {
    const read = (): Promise<unknown> => query('SELECT txid::text, seq FROM memory.outbox ORDER BY seq');
    const before = await read();
    expect(await renumberRestoredEvents(testDatabase.admin)).toBe(0);
    expect(await read()).toEqual(before);
  });

  test('deletes only the positions of users that this server has not reached', async () => {
    await query(
      `INSERT INTO gateway.own_positions (principal, owner, txid, seq)
       VALUES ('old', 'memory', $1::xid8, 1), ('current', 'memory', pg_current_xact_id(), 1)`,
      [OF_ANOTHER_SERVER],
    );
    await renumberRestoredEvents(testDatabase.admin);
    expect(await query('SELECT principal FROM gateway.own_positions')).toEqual([{ principal: 'current' }]);
  });
});

describe('deleteKafkaOffsets', () => {
  test('deletes the offsets of relays and consumers, and the events of dead-letter topics', async () => {
    await query(`INSERT INTO memory.relay_offsets VALUES ('memory', 0, 7)`);
    await query(`INSERT INTO memory.consumer_progress VALUES ('memory-embeddings', 'embedding', 0, 7)`);
    await query('INSERT INTO memory.unapplied_events VALUES ($1, $2, $1)', [
      randomUUID(),
      'memory-embeddings',
    ]);
    await deleteKafkaOffsets(testDatabase.admin);
    const [counts] = await query(
      `SELECT (SELECT count(*)::int FROM memory.relay_offsets) + (SELECT count(*)::int FROM memory.consumer_progress)
         + (SELECT count(*)::int FROM memory.unapplied_events) AS rows`,
    );
    expect(counts).toEqual({ rows: 0 });
  });
});
