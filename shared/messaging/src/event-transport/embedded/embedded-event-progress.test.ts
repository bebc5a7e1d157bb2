import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { currentPositions, runInRequestScope } from '@loci/core';
import type { OutboxPosition } from '@loci/core';
import type { Database } from '@loci/postgres';
import { createTestDatabase } from '@loci/testing';
import type { TestDatabase } from '@loci/testing';
import { EVENTS_MIGRATIONS } from '../../migrations.ts';
import { readLatestPositions } from '../../latest-positions.ts';
import { createOutbox } from '../../outbox.ts';
import type { DomainEvent } from '../../outbox.ts';
import type { Consumer } from '../event-transport.ts';
import type { FoundCheckpoint } from '../event-progress.ts';
import { createEmbeddedEventProgress } from './embedded-event-progress.ts';
import { createEmbeddedEventTransport } from './embedded-event-transport.ts';
import type { EmbeddedEventTransport } from './embedded-event-transport.ts';

const PRODUCER_MIGRATIONS = new URL('../../../test/producer-migrations/', import.meta.url);
const { signal } = new AbortController();
const outbox = createOutbox({ service: 'memory', onCommitted: () => undefined });

let testDatabase: TestDatabase;
let memory: Database;
let transport: EmbeddedEventTransport;
let tenantId: string;
/** Resolves when the consumer of the group "paused" may handle its events. */
let resumed: PromiseWithResolvers<void>;
let failing: boolean;

beforeEach(async () => {
  tenantId = randomUUID();
  resumed = Promise.withResolvers();
  failing = false;
  testDatabase = await createTestDatabase({ memory: PRODUCER_MIGRATIONS, events: EVENTS_MIGRATIONS });
  memory = testDatabase.open('memory');
  transport = createEmbeddedEventTransport({
    database: testDatabase.open('events'),
    owners: { memory: 'memory' },
    log: { warn: () => undefined, error: () => undefined },
    lingerMs: 1,
    pollMs: 2,
  });
  const consumer = (group: string, handle: Consumer['handle'], batchSize?: number): void =>
    transport.subscribe({ group, topics: ['memory'], handle, ...(batchSize && { batchSize }) });
  consumer('running', async () => {
    if (failing) throw new Error('The event cannot be handled.');
  });
  consumer('paused', () => resumed.promise);
  let handled = 0;
  consumer('slow', () => (handled++ === 0 ? Promise.resolve() : resumed.promise), 2);
  await transport.start();
});
afterEach(async () => {
  resumed.resolve();
  await transport.close();
  await testDatabase.close();
});

const event = (tenant: string): DomainEvent => ({
  type: 'memory.updated',
  topic: 'memory',
  tenantId: tenant,
  aggregateId: randomUUID(),
  revision: 1,
  occurredAt: new Date(),
  data: {},
});
/** Stores events and returns the position of the write. */
const write = async (count = 1, tenant = tenantId): Promise<OutboxPosition> => {
  const { result } = await runInRequestScope(null, async () => {
    const events = Array.from({ length: count }, () => event(tenant));
    await memory.inTransaction(tenant, (tx) => outbox.append(tx, ...events));
    return currentPositions();
  });
  return result.memory!;
};
const find = (position: OutboxPosition | null, tenant = tenantId): Promise<FoundCheckpoint> =>
  transport.progress.findCheckpoint(memory, {
    tenantId: tenant,
    owner: 'memory',
    position,
    timeoutMs: 0,
    signal,
  });
const findBehind = async (
  position: OutboxPosition,
  groups: string[],
  timeoutMs = 20_000,
): Promise<string[]> => {
  const { checkpoint } = await find(position);
  const checkpoints = checkpoint ? [checkpoint] : [];
  return transport.progress.findBehind({ tenantId, groups, checkpoints, timeoutMs, signal });
};

describe('embedded event progress', () => {
  test('waits until a group has handled the event at the position', async () => {
    expect(await findBehind(await write(), ['running'])).toEqual([]);
  });

  test('returns a group that has not handled the event when the timeout passes', async () => {
    const position = await write();
    expect(await findBehind(position, ['running'])).toEqual([]);
    expect(await findBehind(position, ['running', 'paused'], 100)).toEqual(['paused']);
  });

  test('ends the wait as soon as the group has handled the event', async () => {
    const position = await write();
    const waiting = findBehind(position, ['paused'], 60_000);
    resumed.resolve();
    expect(await waiting).toEqual([]);
  });

  test('expedites the events of the groups that are behind', async () => {
    const position = { txid: '5', seq: '7' };
    const expedited: string[] = [];
    const createReader = (group: string, ownPosition: OutboxPosition) => ({
      consumer: { group, topics: [], handle: () => Promise.resolve() },
      owner: 'memory',
      position: ownPosition,
      expedite: () => void expedited.push(group),
    });
    const progress = createEmbeddedEventProgress({
      database: testDatabase.open('events'),
      readers: [createReader('behind', { txid: '5', seq: '6' }), createReader('reached', position)],
    });
    const checkpoints = [{ kind: 'outbox' as const, owner: 'memory' as const, ...position }];
    const groups = ['behind', 'reached'];
    expect(await progress.findBehind({ tenantId, groups, checkpoints, timeoutMs: 0, signal })).toEqual([
      'behind',
    ]);
    expect(expedited).toEqual(['behind']);
  });

  test('waits until groups have handled the stored events of all tenants', async () => {
    await write(1, randomUUID());
    const { awaitStored } = transport.progress;
    expect(await awaitStored(['running'], 20_000, signal)).toBe(true);
    expect(await awaitStored(['running', 'paused'], 100, signal)).toBe(false);
    const waiting = awaitStored(['paused'], 20_000, signal);
    resumed.resolve();
    expect(await waiting).toBe(true);
  });

  test('does not wait for events that are stored after the call', async () => {
    const { awaitStored } = transport.progress;
    expect(await awaitStored(['paused'], 20_000, signal)).toBe(true);
    await write();
    expect(await awaitStored(['paused'], 100, signal)).toBe(false);
  });

  test('a transaction with several events is reached only after its last event', async () => {
    const position = await write(3);
    expect(await findBehind(position, ['slow'], 100)).toEqual(['slow']);
    resumed.resolve();
    expect(await findBehind(position, ['slow'])).toEqual([]);
  });

  test('a group of another process is behind', async () => {
    expect(await findBehind(await write(), ['unknown'], 0)).toEqual(['unknown']);
  });

  test('events of other tenants after the position are not waited for', async () => {
    const position = await write();
    resumed.resolve();
    await transport.drain();
    resumed = Promise.withResolvers();
    const later = await write(1, randomUUID());
    expect(await findBehind(position, ['paused'], 0)).toEqual([]);
    expect(await findBehind(later, ['paused'], 0)).toEqual([]);
  });

  test('a group with a dead letter of the tenant is behind until the dead letter is replayed', async () => {
    failing = true;
    const position = await write();
    expect(await findBehind(position, ['running'], 2_000)).toEqual(['running']);
    failing = false;
    expect(await findBehind(await write(), ['running'], 2_000)).toEqual(['running']);
    await transport.replayDeadLetters('running');
    expect(await findBehind(position, ['running'])).toEqual([]);
  });

  test('a dead letter does not affect other tenants and groups', async () => {
    failing = true;
    await write(1, randomUUID());
    failing = true;
    const position = await write(1, tenantId);
    resumed.resolve();
    expect(await findBehind(position, ['paused'])).toEqual([]);
  });

  test('finds the latest event of the tenant if there is no position', async () => {
    await write();
    const last = await write(2);
    await write(1, randomUUID());
    expect(await find(null)).toMatchObject({
      isFuture: false,
      checkpoint: { owner: 'memory', ...last },
    });
  });

  test('finds no event of a tenant without pending events', async () => {
    const position = await write();
    expect(await find(position, randomUUID())).toEqual({
      isFuture: false,
      isPublished: true,
      checkpoint: null,
    });
  });

  test('reports a position that the database has not assigned yet', async () => {
    const { txid, seq } = await write();
    const later = String(BigInt(txid) + 1_000_000n);
    expect(await find({ txid: later, seq })).toMatchObject({ isFuture: true });
  });

  test('the latest position includes all committed events and is not in the future', async () => {
    const last = await write();
    const latest = (await readLatestPositions('memory', memory)()).memory!;
    expect(await find(latest)).toMatchObject({
      isFuture: false,
      checkpoint: { owner: 'memory', ...last },
    });
  });
});
