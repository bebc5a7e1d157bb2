import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { documentedCommands } from '../../../infra/documentation/src/documented-commands.ts';
import { currentPositions, newId, operatorActor, runInRequestScope, uncommittedItems } from '@loci/core';
import type { Actor } from '@loci/core';
import type { Database, Transaction } from '@loci/postgres';
import { startInMemoryTracing } from '@loci/telemetry/in-memory-tracing';
import { createTestDatabase, storedEvents } from '@loci/testing';
import type { TestDatabase } from '@loci/testing';
import { createOutbox } from './outbox.ts';
import type { DomainEvent } from './outbox.ts';

const PRODUCER_MIGRATIONS = new URL('../test/producer-migrations/', import.meta.url);
let testDatabase: TestDatabase;
let database: Database;
beforeAll(async () => {
  testDatabase = await createTestDatabase({ producer: PRODUCER_MIGRATIONS });
  database = testDatabase.open('producer');
});
afterAll(() => testDatabase.close());

const memoryUpdated = (tenantId: string, revision: number): DomainEvent => ({
  type: 'memory.updated',
  topic: 'memory',
  tenantId,
  aggregateId: randomUUID(),
  revision,
  occurredAt: new Date('2026-01-01T00:00:00Z'),
  data: { text: 'Grüße 😀' },
});
const silentOutbox = createOutbox({ onCommitted: () => undefined });

describe('outbox', () => {
  test('is created with the statements of the README', () => {
    const migration = readFileSync(new URL('0001-create-outbox.sql', PRODUCER_MIGRATIONS), 'utf8');
    const test = 'shared/messaging/src/outbox.test.ts';
    expect(documentedCommands('shared/messaging/README.md', test, 'sql')).toEqual([migration]);
  });

  test('stores the whole envelope of an event', async () => {
    const { tracing, stop } = startInMemoryTracing();
    const span = tracing.startSpan({ name: 'POST', kind: 'server' });
    const tenantId = randomUUID();
    const event = memoryUpdated(tenantId, 3);
    const append = (tx: Transaction): Promise<void> => span.run(() => silentOutbox.append(tx, event));
    await database.inTransaction(tenantId, append).finally(stop);
    expect(await storedEvents(database, tenantId)).toEqual([
      {
        event_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        type: 'memory.updated',
        schema_version: 1,
        tenant_id: tenantId,
        aggregate_type: 'memory',
        aggregate_id: event.aggregateId,
        revision: 3,
        occurred_at: '2026-01-01T00:00:00.000Z',
        traceparent: span.traceparent,
        data: { text: 'Grüße 😀' },
      },
    ]);
  });

  test('calls onCommitted after the commit', async () => {
    const calls: string[] = [];
    const outbox = createOutbox({ onCommitted: () => calls.push('committed') });
    const tenantId = randomUUID();
    await database.inTransaction(tenantId, async (tx) => {
      await outbox.append(tx, memoryUpdated(tenantId, 1));
      calls.push('appended');
    });
    expect(calls).toEqual(['appended', 'committed']);
  });

  test('neither stores an event nor calls onCommitted if the transaction is rolled back', async () => {
    let calls = 0;
    const outbox = createOutbox({ onCommitted: () => calls++ });
    const tenantId = randomUUID();
    const failing = database.inTransaction(tenantId, async (tx) => {
      await outbox.append(tx, memoryUpdated(tenantId, 1), memoryUpdated(tenantId, 2));
      throw new Error('The transaction failed.');
    });
    await expect(failing).rejects.toThrow('The transaction failed.');
    expect([calls, await storedEvents(database, tenantId)]).toEqual([0, []]);
  });

  test('stores the events of several append calls in one transaction in call order', async () => {
    const tenantId = randomUUID();
    await database.inTransaction(tenantId, async (tx) => {
      await silentOutbox.append(tx, ...[1, 2, 3].map((revision) => memoryUpdated(tenantId, revision)));
      await silentOutbox.append(tx, memoryUpdated(tenantId, 4));
    });
    expect((await storedEvents(database, tenantId)).map((event) => event.revision)).toEqual([1, 2, 3, 4]);
  });

  test('stores nothing if append is called without events', async () => {
    const tenantId = randomUUID();
    await database.inTransaction(tenantId, (tx) => silentOutbox.append(tx));
    expect(await storedEvents(database, tenantId)).toEqual([]);
  });

  test('rejects an event of a tenant other than the tenant of the transaction', async () => {
    const [tenantId, otherTenantId] = [randomUUID(), randomUUID()];
    const forged = database.inTransaction(tenantId, (tx) =>
      silentOutbox.append(tx, memoryUpdated(otherTenantId, 1)),
    );
    await expect(forged).rejects.toMatchObject({ code: '42501' });
  });

  test('records the changed memories and the last chunk of each changed document after the commit', async () => {
    const tenantId = randomUUID();
    const memory = memoryUpdated(tenantId, 4);
    const chunks = [{ id: newId() }, { id: newId() }];
    const document = { ...memoryUpdated(tenantId, 1), topic: 'document' as const, data: { chunks } };
    const relationship = { ...memoryUpdated(tenantId, 1), topic: 'relationship' as const };
    const { written } = await runInRequestScope(null, () =>
      database.inTransaction(tenantId, (tx) => silentOutbox.append(tx, memory, document, relationship)),
    );
    expect(written).toEqual([
      { id: memory.aggregateId, revision: 4 },
      { id: chunks[1]!.id, revision: 1 },
    ]);
  });

  test('reports the changed memories of a running transaction as uncommitted', async () => {
    const tenantId = randomUUID();
    const memory = memoryUpdated(tenantId, 4);
    await runInRequestScope(null, () =>
      database.inTransaction(tenantId, async (tx) => {
        await silentOutbox.append(tx, memory);
        expect(uncommittedItems()).toEqual([{ id: memory.aggregateId, revision: 4 }]);
      }),
    );
    expect(uncommittedItems()).toEqual([]);
  });

  test('records no changed memories of a transaction that is rolled back', async () => {
    const tenantId = randomUUID();
    const { written } = await runInRequestScope(null, () =>
      database
        .inTransaction(tenantId, async (tx) => {
          await silentOutbox.append(tx, memoryUpdated(tenantId, 1));
          throw new Error('Rolled back.');
        })
        .catch(() => undefined),
    );
    expect(written).toEqual([]);
  });
});

describe('positions of the outbox', () => {
  const outbox = createOutbox({ service: 'memory', onCommitted: () => undefined });
  const storedPositions = (tenantId: string) =>
    database.inTransaction(tenantId, (tx) =>
      tx.query('SELECT txid::text, seq::text FROM outbox ORDER BY outbox.txid, outbox.seq'),
    );
  const positionsOf = async (tenantId: string, actor: Actor | null, ...batches: number[]) => {
    const { result } = await runInRequestScope(actor, async () => {
      await database.inTransaction(tenantId, async (tx) => {
        for (const count of batches) {
          const events = Array.from({ length: count }, (_, index) => memoryUpdated(tenantId, index + 1));
          await outbox.append(tx, ...events);
        }
      });
      return currentPositions();
    });
    return result;
  };

  test.each([
    ['one event', null, [1]],
    ['several events', null, [3]],
    ['several appends', null, [2, 1]],
    ['one audited event', operatorActor('request-1', 'POST /memories'), [1]],
    ['several audited events', operatorActor('request-1', 'POST /memories'), [3]],
  ])('a transaction with %s records the position of its last event', async (_what, actor, batches) => {
    const tenantId = randomUUID();
    const recorded = await positionsOf(tenantId, actor, ...batches);
    expect(recorded).toEqual({ memory: (await storedPositions(tenantId)).at(-1) });
  });

  test('an outbox of a service that clients cannot wait for records no position', async () => {
    const tenantId = randomUUID();
    const { result } = await runInRequestScope(null, async () => {
      await database.inTransaction(tenantId, (tx) => silentOutbox.append(tx, memoryUpdated(tenantId, 1)));
      return currentPositions();
    });
    expect(result).toEqual({});
  });
});

describe('audit entries of the outbox', () => {
  const actor = operatorActor('request-1', 'POST /memories');
  const append = (tenantId: string, ...batches: DomainEvent[][]): Promise<unknown> =>
    runInRequestScope(actor, () =>
      database.inTransaction(tenantId, (tx) =>
        Promise.all(batches.map((events) => silentOutbox.append(tx, ...events))),
      ),
    );
  const entriesOf = (tenantId: string) =>
    database.inTransaction(tenantId, (tx) =>
      tx.query('SELECT user_id, operation, action, object_type, object_ids FROM audit_log'),
    );

  test('one entry has the IDs of all events of an append', async () => {
    const tenantId = randomUUID();
    const created = { ...memoryUpdated(tenantId, 1), type: 'memory.created' };
    const updated = memoryUpdated(tenantId, 2);
    await append(tenantId, [updated, created]);
    expect(await storedEvents(database, tenantId)).toHaveLength(2);
    expect(await entriesOf(tenantId)).toEqual([
      {
        user_id: 'operator',
        operation: 'POST /memories',
        action: 'update',
        object_type: 'memory',
        object_ids: [updated.aggregateId, created.aggregateId],
      },
    ]);
  });

  test.each([
    ['memory.created', 'create'],
    ['memory.updated', 'update'],
    ['memory.deleted', 'delete'],
    ['contradiction.reported', 'create'],
    ['contradiction.resolved', 'update'],
    ['document.chunks_removed', 'update'],
  ])('an event of the type %s is recorded as %s', async (type, action) => {
    const tenantId = randomUUID();
    const topic = type.split('.')[0] as DomainEvent['topic'];
    await append(tenantId, [{ ...memoryUpdated(tenantId, 1), type, topic }]);
    expect(await entriesOf(tenantId)).toMatchObject([{ action, object_type: topic }]);
  });

  test('several appends of one object in a transaction add one entry', async () => {
    const tenantId = randomUUID();
    const created = { ...memoryUpdated(tenantId, 1), type: 'document.created', topic: 'document' as const };
    await append(tenantId, [created], [{ ...created, type: 'document.chunks_added' }]);
    expect(await storedEvents(database, tenantId)).toHaveLength(2);
    expect(await entriesOf(tenantId)).toMatchObject([
      { action: 'create', object_ids: [created.aggregateId] },
    ]);
  });

  test('an append of another object in the same transaction adds another entry', async () => {
    const tenantId = randomUUID();
    await append(tenantId, [memoryUpdated(tenantId, 1)], [memoryUpdated(tenantId, 1)]);
    expect(await entriesOf(tenantId)).toHaveLength(2);
  });

  test('a consumer without an actor adds no entry', async () => {
    const tenantId = randomUUID();
    await database.inTransaction(tenantId, (tx) => silentOutbox.append(tx, memoryUpdated(tenantId, 1)));
    expect(await storedEvents(database, tenantId)).toHaveLength(1);
    expect(await entriesOf(tenantId)).toEqual([]);
  });

  test('a transaction that is rolled back leaves no entry', async () => {
    const tenantId = randomUUID();
    const failing = runInRequestScope(actor, () =>
      database.inTransaction(tenantId, async (tx) => {
        await silentOutbox.append(tx, memoryUpdated(tenantId, 1));
        throw new Error('rolled back');
      }),
    );
    await expect(failing).rejects.toThrow('rolled back');
    expect(await entriesOf(tenantId)).toEqual([]);
  });
});
