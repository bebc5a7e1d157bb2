import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Caller } from '@loci/core';
import { createMetrics } from '@loci/runtime';
import { repairCounters } from '@loci/postgres';
import { testCaller } from '@loci/testing';
import { memoryCounterSource } from '../../src/counters/memory-counters.ts';
import { startMemoryService, storeMemory } from '../memory-service.fixture.ts';
import type { MemoryFixture } from '../memory-service.fixture.ts';

const QUOTA = 1_000;
/** Bytes of the metadata `{}`. */
const METADATA_BYTES = 2;
const metrics = createMetrics('memory');

let fixture: MemoryFixture;
beforeAll(async () => {
  fixture = await startMemoryService({ maxBytes: QUOTA, metrics });
});
afterAll(() => fixture.close());

const usage = async (as: Caller) => (await fixture.as(as).get('/api/v2/usage/memories')).body.data;
const create = (as: Caller, bytes: number, rest: object = {}) =>
  fixture
    .as(as)
    .post('/api/v2/memories')
    .send({ content: 'x'.repeat(bytes - METADATA_BYTES), ...rest });

describe('a tenant that has used its storage quota for memories', () => {
  test('receives 409 BIZ_QUOTA_EXCEEDED for a memory that exceeds the quota', async () => {
    const as = testCaller();
    expect((await create(as, 600)).status).toBe(201);
    const { status, body } = await create(as, 401);
    expect(status).toBe(409);
    expect(body.error).toEqual({
      code: 'BIZ_QUOTA_EXCEEDED',
      message:
        'The storage quota for memories is 1000 bytes, of which 600 bytes are used. Delete memories, or ask the operator to increase the quota.',
      details: { resource_type: 'memory', quota_bytes: 1_000, used_bytes: 600 },
      field_errors: null,
    });
    expect(await usage(as)).toEqual({ used_bytes: 600, quota_bytes: 1_000 });
    expect(await fixture.events(as)).toHaveLength(1);
    expect((await create(as, 400)).status).toBe(201);
  });

  test('has stored exactly the quota, although most of its small memories were stored without a check', async () => {
    const as = testCaller();
    const statuses: number[] = [];
    for (let i = 0; i < 52; i++) statuses.push((await create(as, 20)).status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(50);
    expect(await usage(as)).toMatchObject({ used_bytes: 1_000 });
  });

  test('can store memories again after it has deleted memories', async () => {
    const as = testCaller();
    const { body } = await create(as, 1_000);
    expect((await create(as, 10)).status).toBe(409);
    await fixture.as(as).delete(`/api/v2/memories/${body.data.id}`);
    expect((await create(as, 1_000)).status).toBe(201);
  });

  test('can change and shrink its memories, but not grow them', async () => {
    const as = testCaller();
    const { body } = await create(as, 1_000);
    const put = (change: object) => fixture.as(as).put(`/api/v2/memories/${body.data.id}`).send(change);
    expect((await put({ importance: 0.9 })).status).toBe(200);
    expect((await put({ content: 'y'.repeat(1_000) })).status).toBe(409);
    expect((await put({ content: 'y'.repeat(500) })).status).toBe(200);
    expect(await usage(as)).toEqual({ used_bytes: 502, quota_bytes: 1_000 });
    expect((await put({ metadata: { note: 'z'.repeat(500) } })).status).toBe(409);
  });

  test('receives 409 for a bulk request whose memories together exceed the quota', async () => {
    const as = testCaller();
    const memories = [{ content: 'x'.repeat(600) }, { content: 'y'.repeat(600) }];
    for (const atomic of [true, false]) {
      const { status, body } = await fixture.as(as).post('/api/v2/memories/bulk').send({ atomic, memories });
      expect([status, body.error.code]).toEqual([409, 'BIZ_QUOTA_EXCEEDED']);
    }
    expect(await usage(as)).toMatchObject({ used_bytes: 0 });
  });

  test('receives 409 for a new version of a memory, because the previous version stays stored', async () => {
    const as = testCaller();
    const { body } = await create(as, 600);
    const evolved = await fixture
      .as(as)
      .post(`/api/v2/memories/${body.data.id}/evolve`)
      .send({ new_content: 'y'.repeat(600), evolution_type: 'update' });
    expect([evolved.status, evolved.body.error.code]).toEqual([409, 'BIZ_QUOTA_EXCEEDED']);
  });

  test('receives BIZ_QUOTA_EXCEEDED for a memory, a checkpoint, a trait or a persona that another service stores', async () => {
    const as = testCaller();
    const { client } = fixture;
    const content = 'x'.repeat(QUOTA);
    const trait = { tenant_id: as.tenantId, user_id: as.userId, memory_type: 'personality_trait' as const };
    const stored = await client.createProtected({ ...trait, content: 'Be brief.', metadata: {} });
    const writes = [
      client.createClassified(as, { content }),
      client.saveCheckpoint(as, { name: 'tea', description: content, phrase_hits: [] }),
      client.createProtected({ ...trait, content, metadata: {} }),
      client.updateProtected({ tenant_id: as.tenantId, id: stored.id, change: { content } }),
      client.replaceProtected({ ...trait, content, metadata: {}, previous: [] }),
    ];
    for (const { status, ...outcome } of await Promise.allSettled(writes)) {
      expect([status, outcome]).toMatchObject(['rejected', { reason: { code: 'BIZ_QUOTA_EXCEEDED' } }]);
    }
  });

  test('does not affect another tenant', async () => {
    await create(testCaller(), 1_000);
    expect((await create(testCaller(), 1_000)).status).toBe(201);
  });

  test('increases the metric loci_quota_rejections_total, which has no tenant label', async () => {
    const count = async () => (await metrics.quotaRejections.get()).values[0]!;
    const before = (await count()).value;
    await create(testCaller(), 1_001);
    expect(await count()).toEqual({ labels: { resource: 'memory' }, value: before + 1 });
  });
});

describe('the counted bytes of memories', () => {
  test('equal the stored bytes after every kind of change', async () => {
    const as = testCaller();
    const http = fixture.as(as);
    const { id } = await storeMemory(fixture, as, { content: 'Größe', metadata: { key: 'Wert' } });
    await http.put(`/api/v2/memories/${id}`).send({ content: 'größer', memory_type: 'task' });
    await http.post(`/api/v2/memories/${id}/evolve`).send({ new_content: 'v2', evolution_type: 'update' });
    await http.post('/api/v2/memories/bulk').send({ memories: [{ content: 'a' }, { content: 'b' }] });
    const { id: deleted } = await storeMemory(fixture, as);
    await http.delete(`/api/v2/memories/${deleted}`);
    const { used_bytes: used } = await usage(as);
    expect(used).toBe('größer'.length + 2 + '{"key": "Wert"}'.length * 2 + 2 + 1 + 1 + 2 * METADATA_BYTES);
    await fixture.runJob('fold-counters');
    expect(await usage(as)).toMatchObject({ used_bytes: used });
    const repairs = await fixture.database.inTransaction(as.tenantId, (tx) =>
      repairCounters(tx, as.tenantId, memoryCounterSource),
    );
    expect(repairs).toEqual([]);
  });

  test('include memories that were stored before the quota existed, after verify-counters has run', async () => {
    const as = testCaller();
    await create(as, 700);
    await fixture.database.inTransaction(as.tenantId, (tx) =>
      tx.query(`DELETE FROM counter_changes WHERE tenant_id = $1 AND counter = 'memory-bytes'`, [
        as.tenantId,
      ]),
    );
    expect(await usage(as)).toMatchObject({ used_bytes: 0 });
    await fixture.runJob('verify-counters');
    expect((await create(as, 400)).status).toBe(409);
  });

  test('do not make a store wait for an uncommitted store of the same tenant', async () => {
    const as = testCaller();
    await fixture.database.inTransaction(as.tenantId, async (tx) => {
      await tx.query(
        `INSERT INTO counter_changes (tenant_id, counter, change) VALUES ($1, 'memory-bytes', 100)`,
        [as.tenantId],
      );
      expect((await create(as, 1_000)).status).toBe(201);
    });
    expect((await create(as, 10)).status).toBe(409);
  });

  test('are checked with at most 256 changes, so that the cost of a store does not depend on the number of changes', async () => {
    const as = testCaller();
    const check = (quota: number) =>
      fixture.database.inTransaction(as.tenantId, async (tx) => {
        await tx.query(
          `INSERT INTO counter_changes (tenant_id, counter, change)
           SELECT $1, 'memory-bytes', 1 FROM generate_series(1, 5000)`,
          [as.tenantId],
        );
        await tx.query(`SELECT require_quota($1, 'memory-bytes', 1, $2)`, [as.tenantId, quota]);
      });
    await expect(check(256)).rejects.toMatchObject({ code: 'LQ001', detail: '256' });
    await expect(check(257)).resolves.toBeUndefined();
  });

  test('of all tenants are reported by the metric loci_stored_bytes', async () => {
    const measure = async (): Promise<number> => {
      await fixture.runJob('fold-counters');
      await fixture.runJob('measure-storage');
      const [{ labels, value }] = (await metrics.storedBytes.get()).values as [
        { labels: object; value: number },
      ];
      expect(labels).toEqual({ resource: 'memory' });
      return value;
    };
    const before = await measure();
    await create(testCaller(), 100);
    await create(testCaller(), 200);
    expect(await measure()).toBe(before + 300);
  });
});
