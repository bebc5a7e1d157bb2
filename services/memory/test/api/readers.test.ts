import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { inProcessClient } from '@loci/http';
import { callUserData } from '@loci/contracts';
import type { Caller } from '@loci/core';
import { blockUntilLocked, testCaller } from '@loci/testing';
import { createReadRecorder } from '../../src/readers/read-recorder.ts';
import { readerRepository } from '../../src/readers/reader.repository.ts';
import { startMemoryService, storeMemory } from '../memory-service.fixture.ts';
import type { ApiResponse, MemoryFixture } from '../memory-service.fixture.ts';

interface Reader {
  user_id: string;
  client_id: string;
  key_id: string | null;
  opened: number;
  found: number;
  last_read_at: string;
  days: { date: string; opened: number; found: number }[];
}

const DAY_MS = 86_400_000;

let fixture: MemoryFixture;
beforeAll(async () => {
  fixture = await startMemoryService();
});
afterAll(() => fixture.close());

const open = (as: Caller, id: string) => fixture.as(as).get(`/api/v2/memories/${id}`);
const request = async (as: Caller, id: string) =>
  (await fixture.as(as).get(`/api/v2/memories/${id}/readers`)) as ApiResponse<{ items: Reader[] }>;
const readers = async (as: Caller, id: string): Promise<Reader[]> => {
  await fixture.runJob('flush-reads');
  return (await request(as, id)).body.data.items;
};
const find = (as: Caller, id: string, times: Date[] = [new Date()]) =>
  fixture.client.recordFound(
    times.map((time) => ({
      tenant_id: as.tenantId,
      memory_id: id,
      user_id: as.userId,
      client_id: as.clientId,
      key_id: as.keyId ?? null,
      count: 1,
      first_ms: time.getTime(),
      last_ms: time.getTime(),
    })),
  );
/** Another user of the tenant. */
const colleague = (of: Caller, part: Partial<Caller> = {}): Caller =>
  testCaller({ tenantId: of.tenantId, via: 'oauth', clientId: 'assistant', ...part });

describe('the readers of a memory', () => {
  test('are counted per user, application and day, by ID and in results, latest read first', async () => {
    const ada = testCaller();
    const keyId = randomUUID();
    const script = colleague(ada, { via: 'key', clientId: 'api-key', keyId });
    const assistant = colleague(ada);
    const { id } = await storeMemory(fixture, ada);
    await find(assistant, id, [new Date(Date.now() - 2 * DAY_MS), new Date(Date.now() - DAY_MS)]);
    await open(script, id);
    await open(script, id);
    await readers(ada, id);
    await open(assistant, id);
    const found = await readers(ada, id);
    const day = (daysAgo: number) => new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 10);
    expect(found).toEqual([
      {
        user_id: assistant.userId,
        client_id: 'assistant',
        key_id: null,
        opened: 1,
        found: 2,
        last_read_at: expect.any(String),
        days: [
          { date: day(0), opened: 1, found: 0 },
          { date: day(1), opened: 0, found: 1 },
          { date: day(2), opened: 0, found: 1 },
        ],
      },
      expect.objectContaining({ user_id: script.userId, key_id: keyId, opened: 2, found: 0 }),
    ]);
    expect(Date.now() - Date.parse(found[0]!.last_read_at)).toBeLessThan(60_000);
  });

  test('add the reads of a day in several processes', async () => {
    const ada = testCaller();
    const { id } = await storeMemory(fixture, ada);
    await open(ada, id);
    const other = createReadRecorder(fixture.database, readerRepository);
    const now = new Date();
    other.record({
      tenantId: ada.tenantId,
      memoryId: id,
      userId: ada.userId,
      clientId: ada.clientId,
      keyId: ada.keyId ?? null,
      opened: 3,
      found: 1,
      firstReadAt: now,
      lastReadAt: now,
    });
    await Promise.all([other.flush(), fixture.runJob('flush-reads')]);
    expect(await readers(ada, id)).toMatchObject([{ opened: 4, found: 1 }]);
  });

  test('are only visible to owners of the tenant', async () => {
    const ada = testCaller();
    const { id } = await storeMemory(fixture, ada);
    for (const role of ['member', 'viewer'] as const) {
      const { status, body } = await request(colleague(ada, { role }), id);
      expect([status, body.error.code, body.error.details]).toEqual([
        403,
        'AUTH_FORBIDDEN',
        { required_role: 'owner', current_role: role },
      ]);
    }
  });

  test('threat 1: tenant crossing: are not visible to another tenant, and cannot be recorded for it', async () => {
    const [ada, bob] = [testCaller(), testCaller()];
    const { id } = await storeMemory(fixture, ada);
    await open(bob, id);
    await find(bob, id);
    expect((await request(bob, id)).status).toBe(404);
    expect(await readers(ada, id)).toEqual([]);
  });

  test('are limited to the latest 500 rows of a memory', async () => {
    const ada = testCaller();
    const { id } = await storeMemory(fixture, ada);
    const now = Date.now();
    await open(ada, id);
    const users = Array.from({ length: 510 }, () => colleague(ada));
    for (const user of users) await find(user, id, [new Date(now - DAY_MS)]);
    const found = await readers(ada, id);
    expect(found).toHaveLength(500);
    expect(found[0]).toMatchObject({ user_id: ada.userId, opened: 1 });
    const [stored] = await fixture.database.inTransaction(ada.tenantId, (tx) =>
      tx.query<{ rows: number }>('SELECT count(*)::int AS rows FROM memory_readers WHERE memory_id = $1', [
        id,
      ]),
    );
    expect(stored!.rows).toBe(500);
  });

  test('are not recorded while the tenant has turned the recording off', async () => {
    const [ada, bob] = [testCaller(), testCaller()];
    const { id } = await storeMemory(fixture, ada);
    const { id: other } = await storeMemory(fixture, bob);
    const set = (caller: Caller, recording: boolean) =>
      fixture.as(caller).put('/api/v2/settings/readers').send({ recording });
    await open(ada, id);
    await readers(ada, id);
    const { body } = await set(ada, false).expect(200);
    expect(body.data).toEqual({ recording: false });
    await open(ada, id);
    await find(ada, id);
    await open(bob, other);
    expect(await readers(ada, id)).toMatchObject([{ opened: 1, found: 0 }]);
    expect((await request(ada, id)).body.data).toMatchObject({ recording: false });
    expect(await readers(bob, other)).toMatchObject([{ opened: 1 }]);
    await set(ada, true).expect(200);
    await open(ada, id);
    expect(await readers(ada, id)).toMatchObject([{ opened: 2 }]);
    expect((await request(ada, id)).body.data).toMatchObject({ recording: true });
  });

  test('are turned on and off only by owners, with an entry in the audit log', async () => {
    const ada = testCaller();
    const set = (caller: Caller) =>
      fixture.as(caller).put('/api/v2/settings/readers').send({ recording: false });
    const { body } = await set(colleague(ada, { role: 'member' })).expect(403);
    expect(body.error.details).toEqual({ required_role: 'owner', current_role: 'member' });
    const { body: unchanged } = await fixture.as(ada).get('/api/v2/settings/readers');
    expect(unchanged.data).toEqual({ recording: true });
    await set(ada).expect(200);
    const entries = await fixture.database.inTransaction(ada.tenantId, (tx) =>
      tx.query("SELECT object_type, action FROM audit_log WHERE object_type = 'tenant'", []),
    );
    expect(entries).toEqual([{ object_type: 'tenant', action: 'update' }]);
  });

  test('are forgotten after 90 days', async () => {
    const ada = testCaller();
    const [old, recent] = [colleague(ada), colleague(ada)];
    const { id } = await storeMemory(fixture, ada);
    await find(old, id, [new Date(Date.now() - 90 * DAY_MS)]);
    await find(recent, id, [new Date(Date.now() - 89 * DAY_MS)]);
    expect((await readers(ada, id)).map((reader) => reader.user_id)).toEqual([recent.userId]);
    await fixture.runJob('prune-readers');
    const rows = await fixture.database.inTransaction(ada.tenantId, (tx) =>
      tx.query<{ user_id: string }>('SELECT user_id FROM memory_readers WHERE memory_id = $1', [id]),
    );
    expect(rows.map((row) => row.user_id)).toEqual([recent.userId]);
  });

  test('are deleted with the memory, and reads of a deleted memory are ignored', async () => {
    const ada = testCaller();
    const { id } = await storeMemory(fixture, ada);
    const { id: other } = await storeMemory(fixture, ada);
    await readers(ada, id);
    await open(ada, id);
    await open(ada, other);
    await fixture.as(ada).delete(`/api/v2/memories/${id}`);
    expect(await readers(ada, other)).toHaveLength(1);
    expect((await request(ada, id)).status).toBe(404);
    const rows = await fixture.database.inTransaction(ada.tenantId, (tx) =>
      tx.query('SELECT FROM memory_readers WHERE memory_id = $1', [id]),
    );
    expect(rows).toEqual([]);
  });

  test('are written for the other memories when a memory is deleted during the write', async () => {
    const ada = testCaller();
    const { id } = await storeMemory(fixture, ada);
    const { id: other } = await storeMemory(fixture, ada);
    await open(ada, id);
    await open(ada, other);
    await blockUntilLocked(
      fixture,
      { hold: (tx) => tx.query('DELETE FROM memories WHERE tenant_id = $1 AND id = $2', [ada.tenantId, id]) },
      () => fixture.runJob('flush-reads'),
    );
    expect(await readers(ada, other)).toHaveLength(1);
  });

  test('are erased with the user, without later reads of the same day', async () => {
    const ada = testCaller({ userId: randomUUID() });
    const bob = colleague(ada, { userId: randomUUID() });
    const { id } = await storeMemory(fixture, ada);
    await open(ada, id);
    await open(bob, id);
    await readers(ada, id);
    const service = inProcessClient(fixture.service.routes, 'throw');
    const { signal } = new AbortController();
    const erasure = {
      tenant_id: ada.tenantId,
      erasure_id: randomUUID(),
      user_id: bob.userId,
      pseudonym: 'erased:0123456789abcdef',
      until: new Date().toISOString(),
    };
    const found = async () => (await callUserData(service, 'find', erasure, signal)).found['memory_readers'];
    await callUserData(service, 'collect', erasure, signal);
    expect(await found()).toBe(1);
    await callUserData(service, 'erase', erasure, signal);
    expect(await found()).toBe(0);
    await open(bob, id);
    const later = await readers(ada, id);
    expect(later.map((reader) => [reader.user_id, reader.opened])).toEqual([
      [bob.userId, 1],
      [ada.userId, 1],
    ]);
    expect(await found()).toBe(0);
    await callUserData(service, 'end', erasure, signal);
  });

  test('are stored by the next flush if the database fails', async () => {
    const ada = testCaller();
    const { id } = await storeMemory(fixture, ada);
    let isDown = true;
    const recorder = createReadRecorder(
      {
        inSystemTransaction: (work) =>
          isDown ? Promise.reject(new Error('down')) : fixture.database.inSystemTransaction(work),
      },
      readerRepository,
    );
    const now = new Date();
    const reads = { opened: 1, found: 0, firstReadAt: now, lastReadAt: now };
    const { tenantId, userId, clientId } = ada;
    recorder.record({ tenantId, memoryId: id, userId, clientId, keyId: null, ...reads });
    await expect(recorder.flush()).rejects.toThrow('down');
    isDown = false;
    await recorder.flush();
    expect(await readers(ada, id)).toMatchObject([{ opened: 1 }]);
  });
});
