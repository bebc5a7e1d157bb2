import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { memoryStateSchema } from '@loci/events';
import { testCaller } from '@loci/testing';
import { startMemoryService, storeMemory } from '../memory-service.fixture.ts';
import type { ApiResponse, MemoryFixture } from '../memory-service.fixture.ts';

const caller = testCaller();
const { tenantId } = caller;
let fixture: MemoryFixture;
beforeAll(async () => {
  fixture = await startMemoryService();
});
afterAll(() => fixture.close());

const trait = (content: string, metadata: Record<string, unknown> = {}, as = caller) =>
  fixture.client.createProtected({
    tenant_id: as.tenantId,
    user_id: as.userId,
    memory_type: 'personality_trait',
    content,
    metadata,
  });

test('internal operations do not exist for callers, whatever their token', async () => {
  for (const path of ['existing', 'many', 'revisions', 'protected/create', 'protected/replace']) {
    for (const as of [caller, null]) {
      const { status, body } = (await fixture
        .as(as)
        .post(`/internal/memory/${path}`)
        .send({})) as ApiResponse;
      expect([status, body.error.code]).toEqual([404, 'RES_NOT_FOUND']);
    }
  }
});

describe('reads for other services', () => {
  test('existing: those of the ids that are memories of the tenant', async () => {
    const [mine, foreign] = [await storeMemory(fixture, caller), await storeMemory(fixture, testCaller())];
    expect(await fixture.client.filterExisting(tenantId, [mine.id, foreign.id, randomUUID()])).toEqual([
      mine.id,
    ]);
    expect(await fixture.client.filterExisting(tenantId, [])).toEqual([]);
  });

  test('many: in the order of the ids, absent ones left out, counting no access', async () => {
    const [a, b] = [await storeMemory(fixture, caller), await storeMemory(fixture, caller, { tags: ['x'] })];
    const foreign = await storeMemory(fixture, testCaller());
    expect(await fixture.client.getMany(tenantId, [b.id, foreign.id, a.id, randomUUID()])).toEqual([b, a]);
    await fixture.runJob('flush-accesses');
    expect((await fixture.client.getMany(tenantId, [a.id]))[0]).toMatchObject({ access_count: 0 });
  });

  test('revisions and states: pages in id order hold every memory once, with its revision and state', async () => {
    const as = testCaller();
    const stored = [
      await storeMemory(fixture, as),
      await storeMemory(fixture, as),
      await storeMemory(fixture, as),
    ];
    await fixture.as(as).put(`/api/v2/memories/${stored[1]!.id}`).send({ content: 'changed' });
    const first = await fixture.inventory.revisions(as.tenantId, null, 2);
    const rest = await fixture.inventory.revisions(as.tenantId, first[1]!.id, 2);
    expect([...first, ...rest]).toEqual(
      stored.map(({ id }, i) => ({ id, revision: i === 1 ? 2 : 1, searchable: true })),
    );
    const states = await fixture.inventory.states(as.tenantId, [stored[1]!.id, randomUUID()]);
    expect(states.map(({ revision, state }) => [revision, memoryStateSchema.parse(state).content])).toEqual([
      [2, 'changed'],
    ]);
  });

  test('tenants: those with memories, in order, after a given one', async () => {
    const owners = [testCaller(), testCaller()];
    for (const as of owners) await storeMemory(fixture, as);
    const [low, high] = owners.map((as) => as.tenantId).sort();
    const all = await fixture.inventory.tenants(null, 1_000);
    expect(all).toEqual([...all].sort());
    expect(all).toEqual(expect.arrayContaining([low, high]));
    expect(await fixture.inventory.tenants(low!, 1_000)).not.toContain(low);
  });

  test('accesses: counted reads of all tenants, in the order of the last one', async () => {
    const as = testCaller();
    const [a, b] = [await storeMemory(fixture, as), await storeMemory(fixture, as)];
    const since = new Date(Date.now() - 60_000).toISOString();
    for (const id of [a.id, b.id, a.id]) await fixture.as(as).get(`/api/v2/memories/${id}`);
    await fixture.runJob('flush-accesses');
    const items = await fixture.inventory.accesses({ since, after: null, limit: 5_000 });
    const mine = items.filter((item) => item.tenant_id === as.tenantId);
    expect(mine.map((item) => [item.id, item.access_count]).sort()).toEqual(
      [
        [a.id, 2],
        [b.id, 1],
      ].sort(),
    );
    const page = await fixture.inventory.accesses({ since, after: items[0]!, limit: 5_000 });
    expect(page).toEqual(items.slice(1));
  });
});

describe('protected memories', () => {
  test('created, listed by type, user and metadata, newest first', async () => {
    const as = testCaller();
    const first = await trait('Be brief.', { category: 'style', org: true }, as);
    const second = await trait('Be kind.', { category: 'tone' }, as);
    await trait('Another tenant.', {}, testCaller());
    const list = (selection: object) =>
      fixture.client.listProtected({ tenant_id: as.tenantId, ...selection });
    expect(await list({})).toEqual([second, first]);
    expect(await list({ memory_type: 'identity_core' })).toEqual([]);
    expect(await list({ user_id: as.userId, metadata: { category: 'style' } })).toEqual([first]);
    expect(await list({ user_id: 'someone' })).toEqual([]);
    expect(first).toMatchObject({ content: 'Be brief.', user_id: as.userId, is_active: true });
  });

  test('updated and deleted within a selection only, with events', async () => {
    const as = testCaller();
    const { id } = await trait('old', { category: 'c' }, as);
    const one = { tenant_id: as.tenantId, id };
    const elsewhere = [
      { user_id: 'someone-else' },
      { memory_type: 'identity_core' as const },
      { metadata: { category: 'd' } },
      { tenant_id: randomUUID() },
    ];
    for (const other of elsewhere) {
      const update = fixture.client.updateProtected({ ...one, ...other, change: { content: 'x' } });
      await expect(update).rejects.toMatchObject({ code: 'RES_NOT_FOUND' });
      await expect(fixture.client.deleteProtected({ ...one, ...other })).rejects.toMatchObject({
        code: 'RES_NOT_FOUND',
      });
    }
    const updated = await fixture.client.updateProtected({
      ...one,
      user_id: as.userId,
      change: { content: 'new' },
    });
    expect(updated).toMatchObject({ id, content: 'new', metadata: { category: 'c' } });
    await fixture.client.deleteProtected({ ...one, memory_type: 'personality_trait' });
    expect((await fixture.events(as)).map((e) => [e.type, e.revision])).toEqual([
      ['memory.created', 1],
      ['memory.updated', 2],
      ['memory.deleted', 3],
    ]);
  });

  test('an ordinary memory is not reached', async () => {
    const { id } = await storeMemory(fixture, caller);
    const deletion = fixture.client.deleteProtected({ tenant_id: tenantId, id });
    await expect(deletion).rejects.toMatchObject({ code: 'RES_NOT_FOUND' });
    const update = fixture.client.updateProtected({ tenant_id: tenantId, id, change: { content: 'x' } });
    await expect(update).rejects.toMatchObject({ code: 'RES_NOT_FOUND' });
  });

  test('saving a new persona deactivates the previously saved one, of 10 at once one stays active', async () => {
    const as = testCaller();
    const select = (owner: string, name: string) =>
      fixture.client.replaceProtected({
        tenant_id: as.tenantId,
        user_id: as.userId,
        memory_type: 'identity_core',
        content: name,
        metadata: { owner },
        previous: [{ memory_type: 'identity_core', metadata: { owner } }],
      });
    await select('organization', 'teacher');
    await Promise.all(Array.from({ length: 10 }, (_, i) => select('ada', `persona-${i}`)));
    const list = (include_inactive: boolean, owner: string) =>
      fixture.client.listProtected({ tenant_id: as.tenantId, metadata: { owner }, include_inactive });
    expect(await list(false, 'ada')).toHaveLength(1);
    const all = await list(true, 'ada');
    expect(all.map((persona) => persona.lifecycle_state).sort()).toEqual([
      'active',
      ...Array(9).fill('deprecated'),
    ]);
    expect(await list(false, 'organization')).toHaveLength(1);
  });

  test('never in tag lists, counts or searchable revisions, but readable by id', async () => {
    const as = testCaller();
    const { id } = await trait('c', {}, as);
    expect(await fixture.inventory.count(as.tenantId)).toBe(0);
    expect(await fixture.inventory.revisions(as.tenantId, null, 10)).toEqual([
      { id, revision: 1, searchable: false },
    ]);
    expect((await fixture.as(as).get(`/api/v2/memories/${id}`)).status).toBe(200);
    const { body } = (await fixture.as(as).get('/api/v2/tags')) as ApiResponse<{ items: unknown[] }>;
    expect(body.data.items).toEqual([]);
  });
});
