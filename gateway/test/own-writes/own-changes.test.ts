import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { unavailable } from '@loci/core';
import type { Positions } from '@loci/core';
import type { ReadModel } from '@loci/http';
import { createTestDatabase, testCaller } from '@loci/testing';
import { GATEWAY_MIGRATIONS } from '../../src/migrations.ts';
import { createOwnChanges } from '../../src/own-writes/own-changes.ts';
import { createInMemoryOwnPositions } from '../../src/own-writes/own-positions.ts';
import { createPostgresOwnPositions } from '../../src/own-writes/postgres-own-positions.ts';
import { id } from '../search/search-clients.fixture.ts';

const caller = testCaller();
const otherUser = { ...caller, userId: id(9) };
const otherTenant = { ...caller, tenantId: id(9) };
const at = (txid: string, seq = '1') => ({ txid, seq });
const silentLog = { warn: () => undefined };

const testDatabase = await createTestDatabase({ gateway: GATEWAY_MIGRATIONS });
const database = testDatabase.open('gateway');
afterAll(() => testDatabase.close());
beforeEach(() => database.statement('DELETE FROM own_positions', [], 'clear'));

describe.each([
  ['in memory', () => createInMemoryOwnPositions()],
  ['in PostgreSQL', () => createPostgresOwnPositions({ database, log: silentLog })],
])('own positions %s', (_where, create) => {
  test('contain the later position of each service', async () => {
    const own = create();
    await own.record(caller, { memory: at('7', '3'), graph: at('2') });
    await own.record(caller, { memory: at('7', '10') });
    await own.record(caller, { memory: at('6', '20'), document: at('1') });
    expect(await own.last(caller)).toEqual({ memory: at('7', '10'), graph: at('2'), document: at('1') });
  });

  test('belong to one user of one tenant', async () => {
    const own = create();
    await own.record(caller, { memory: at('7') });
    expect([await own.last(otherUser), await own.last(otherTenant)]).toEqual([{}, {}]);
  });
});

describe('own positions in PostgreSQL', () => {
  const open = () => createPostgresOwnPositions({ database, log: silentLog });

  test('are shared by all gateway processes', async () => {
    await open().record(caller, { memory: at('7') });
    expect(await open().last(caller)).toEqual({ memory: at('7') });
  });

  test('contain only the changes of this process while the database does not respond', async () => {
    const own = createPostgresOwnPositions({
      database: { statement: () => Promise.reject(unavailable('PostgreSQL')) },
      log: silentLog,
    });
    await own.record(caller, { memory: at('7') });
    expect(await own.last(caller)).toEqual({ memory: at('7') });
  });

  test('are deleted one day after the last change', async () => {
    const own = open();
    await own.record(caller, { memory: at('7') });
    await own.record(otherUser, { memory: at('8') });
    await database.statement(
      `UPDATE own_positions SET written_at = now() - interval '25 hours' WHERE txid = '7'`,
      [],
      'age',
    );
    await own.pruneJob.run(new AbortController().signal);
    expect([await open().last(caller), await open().last(otherUser)]).toEqual([{}, { memory: at('8') }]);
  });
});

describe('own changes', () => {
  let behind: ReadModel[];
  let waits: { positions: Positions; reads: readonly ReadModel[]; timeoutMs: number }[];
  const create = () =>
    createOwnChanges(createInMemoryOwnPositions(), async ({ positions, reads, timeoutMs }) => {
      waits.push({ positions, reads, timeoutMs });
      return reads.filter((read) => behind.includes(read));
    });
  beforeEach(() => {
    behind = [];
    waits = [];
  });

  test('are included without a wait if the user has changed nothing', async () => {
    expect(await create().areIncluded(caller, ['search'])).toBe(true);
    expect(waits).toEqual([]);
  });

  test('are waited for at most one second', async () => {
    const changes = create();
    await changes.record(caller, { memory: at('7') });
    expect(await changes.areIncluded(caller, ['search', 'graph'])).toBe(true);
    expect(waits).toEqual([{ positions: { memory: at('7') }, reads: ['search', 'graph'], timeoutMs: 1_000 }]);
  });

  test('are waited for again only after a further change', async () => {
    const changes = create();
    await changes.record(caller, { memory: at('7') });
    await changes.areIncluded(caller, ['search']);
    await changes.areIncluded(caller, ['search']);
    expect(waits).toHaveLength(1);
    await changes.record(caller, { memory: at('8') });
    await changes.areIncluded(caller, ['search']);
    expect(waits).toHaveLength(2);
  });

  test('are not included while a read model is behind', async () => {
    const changes = create();
    await changes.record(caller, { memory: at('7') });
    behind = ['search'];
    expect(await changes.areIncluded(caller, ['search'])).toBe(false);
    expect(await changes.areIncluded(caller, ['graph'])).toBe(true);
    behind = [];
    expect(await changes.areIncluded(caller, ['search'])).toBe(true);
  });

  test('are not included if the wait fails', async () => {
    const changes = createOwnChanges(createInMemoryOwnPositions(), () =>
      Promise.reject(unavailable('Memory')),
    );
    await changes.record(caller, { memory: at('7') });
    expect(await changes.areIncluded(caller, ['search'])).toBe(false);
  });
});
