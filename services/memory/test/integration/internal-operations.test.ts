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

const createTrait = (content: string, metadata: Record<string, unknown> = {}, as = caller) =>
  fixture.client.createProtected({
    tenant_id: as.tenantId,
    user_id: as.userId,
    memory_type: 'personality_trait',
    content,
    metadata,
  });

test.each([
  'existing',
  'many',
  'revisions',
  'create-classified',
  'checkpoints/save',
  'protected/create',
  'protected/replace',
])(
  'the memory service returns 404 for the internal operation %s to callers other than services',
  async (path) => {
    for (const as of [caller, null]) {
      const { status, body } = (await fixture
        .as(as)
        .post(`/internal/memory/${path}`)
        .send({})) as ApiResponse;
      expect([status, body.error.code]).toEqual([404, 'RES_NOT_FOUND']);
    }
  },
);

describe('the internal operations for reading memories', () => {
  test('getVersions returns version, state and successor of the memories of the tenant', async () => {
    const [mine, foreign] = [await storeMemory(fixture, caller), await storeMemory(fixture, testCaller())];
    const evolution = { new_content: 'new', evolution_type: 'update' };
    const { body } = await fixture.as(caller).post(`/api/v2/memories/${mine.id}/evolve`).send(evolution);
    const next: string = body.data.new_memory_id;
    const versions = await fixture.client.getVersions(tenantId, [mine.id, foreign.id, next, randomUUID()]);
    expect(versions.sort((a, b) => a.version - b.version)).toEqual([
      { id: mine.id, version: 1, is_active: false, superseded_by: next },
      { id: next, version: 2, is_active: true, superseded_by: null },
    ]);
  });

  test('getDeletedVersions returns the successors of deleted versions for 7 days', async () => {
    const evolve = async (id: string): Promise<string> => {
      const evolution = { new_content: `new ${id}`, evolution_type: 'update' };
      const { body } = await fixture.as(caller).post(`/api/v2/memories/${id}/evolve`).send(evolution);
      return body.data.new_memory_id;
    };
    const first = (await storeMemory(fixture, caller)).id;
    const second = await evolve(first);
    const third = await evolve(second);
    for (const id of [second, third])
      expect((await fixture.as(caller).delete(`/api/v2/memories/${id}`)).status).toBe(200);
    const ids = [first, second, third];
    const find = (tenant = tenantId) => fixture.client.getDeletedVersions(tenant, ids);
    expect(await find()).toEqual([{ id: second, superseded_by: third }]);
    expect(await find(testCaller().tenantId)).toEqual([]);
    const at = (days: number) => new Date(Date.now() + days * 86_400_000);
    try {
      fixture.clock.now = at(6.9);
      await fixture.runJob('purge-tombstones');
      expect(await find()).toHaveLength(1);
      fixture.clock.now = at(7.1);
      await fixture.runJob('purge-tombstones');
      expect(await find()).toEqual([]);
    } finally {
      fixture.clock.now = null;
    }
  });

  test('getVersions returns an empty list for an empty list of ids', async () => {
    expect(await fixture.client.getVersions(tenantId, [])).toEqual([]);
  });

  test('getting memories returns existing memories in the order of the ids', async () => {
    const [a, b] = [await storeMemory(fixture, caller), await storeMemory(fixture, caller, { tags: ['x'] })];
    const foreign = await storeMemory(fixture, testCaller());
    const ids = [b.id, foreign.id, a.id, randomUUID()];
    expect(await fixture.client.getMany(tenantId, ids)).toEqual([b, a]);
  });

  test('getting memories does not count accesses', async () => {
    const { id } = await storeMemory(fixture, caller);
    await fixture.client.getMany(tenantId, [id]);
    await fixture.runJob('flush-accesses');
    expect((await fixture.client.getMany(tenantId, [id]))[0]).toMatchObject({ access_count: 0 });
  });

  test('listing revisions returns every memory once in pages in the order of ids', async () => {
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
      stored.map(({ id }, i) => ({ id, revision: i === 1 ? 2 : 1, searchable: true, superseded: false })),
    );
  });

  test('getting states returns the revision and state of existing memories', async () => {
    const { id } = await storeMemory(fixture, caller);
    await fixture.as(caller).put(`/api/v2/memories/${id}`).send({ content: 'changed' });
    const states = await fixture.inventory.states(tenantId, [id, randomUUID()]);
    expect(states.map(({ revision, state }) => [revision, memoryStateSchema.parse(state).content])).toEqual([
      [2, 'changed'],
    ]);
  });

  test('listing tenants returns the tenants that have memories in ascending order, starting after a given tenant', async () => {
    const owners = [testCaller(), testCaller()];
    for (const as of owners) await storeMemory(fixture, as);
    const [low, high] = owners.map((as) => as.tenantId).sort();
    const all = await fixture.inventory.tenants(null, 1_000);
    expect(all).toEqual([...all].sort());
    expect(all).toEqual(expect.arrayContaining([low, high]));
    expect(await fixture.inventory.tenants(low!, 1_000)).not.toContain(low);
  });

  test('listing accesses returns access counts in pages that start after a given item', async () => {
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

describe('the internal operations for protected memories', () => {
  test('list memories by type, user and metadata, newest first', async () => {
    const as = testCaller();
    const first = await createTrait('Be brief.', { category: 'style', org: true }, as);
    const second = await createTrait('Be kind.', { category: 'tone' }, as);
    await createTrait('Another tenant.', {}, testCaller());
    const list = (filter: object) => fixture.client.listProtected({ tenant_id: as.tenantId, ...filter });
    expect(await list({})).toEqual([second, first]);
    expect(await list({ memory_type: 'identity_core' })).toEqual([]);
    expect(await list({ user_id: as.userId, metadata: { category: 'style' } })).toEqual([first]);
    expect(await list({ user_id: 'someone' })).toEqual([]);
    expect(first).toMatchObject({ content: 'Be brief.', user_id: as.userId, is_active: true });
  });

  test.each<[string, object]>([
    ['another user', { user_id: 'someone-else' }],
    ['another type', { memory_type: 'identity_core' }],
    ['other metadata', { metadata: { category: 'd' } }],
    ['another tenant', { tenant_id: randomUUID() }],
  ])('do not find a memory by id if the filter names %s', async (_what, filter) => {
    const as = testCaller();
    const { id } = await createTrait('old', { category: 'c' }, as);
    const request = { tenant_id: as.tenantId, id, ...filter };
    const update = fixture.client.updateProtected({ ...request, change: { content: 'x' } });
    await expect(update).rejects.toMatchObject({ code: 'RES_NOT_FOUND' });
    await expect(fixture.client.deleteProtected(request)).rejects.toMatchObject({ code: 'RES_NOT_FOUND' });
  });

  test('update a memory that matches the filter', async () => {
    const as = testCaller();
    const { id } = await createTrait('old', { category: 'c' }, as);
    const request = { tenant_id: as.tenantId, id, user_id: as.userId, change: { content: 'new' } };
    expect(await fixture.client.updateProtected(request)).toMatchObject({
      id,
      content: 'new',
      metadata: { category: 'c' },
    });
  });

  test('publish an event for each change', async () => {
    const as = testCaller();
    const { id } = await createTrait('old', {}, as);
    await fixture.client.updateProtected({ tenant_id: as.tenantId, id, change: { content: 'new' } });
    await fixture.client.deleteProtected({ tenant_id: as.tenantId, id, memory_type: 'personality_trait' });
    expect((await fixture.events(as)).map((e) => [e.type, e.revision])).toEqual([
      ['memory.created', 1],
      ['memory.updated', 2],
      ['memory.deleted', 3],
    ]);
  });

  test('do not find unprotected memories', async () => {
    const { id } = await storeMemory(fixture, caller);
    const deletion = fixture.client.deleteProtected({ tenant_id: tenantId, id });
    await expect(deletion).rejects.toMatchObject({ code: 'RES_NOT_FOUND' });
    const update = fixture.client.updateProtected({ tenant_id: tenantId, id, change: { content: 'x' } });
    await expect(update).rejects.toMatchObject({ code: 'RES_NOT_FOUND' });
  });

  test('keep one active memory after 10 concurrent replacements of memories that match a filter', async () => {
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

  test('store memories that can be read by id, but are not counted, searched or tagged', async () => {
    const as = testCaller();
    const { id } = await createTrait('c', {}, as);
    expect(await fixture.inventory.count(as.tenantId)).toEqual({ total: 0, embedded: 0 });
    expect(await fixture.inventory.revisions(as.tenantId, null, 10)).toEqual([
      { id, revision: 1, searchable: false, superseded: false },
    ]);
    expect((await fixture.as(as).get(`/api/v2/memories/${id}`)).status).toBe(200);
    const { body } = (await fixture.as(as).get('/api/v2/tags')) as ApiResponse<{ items: unknown[] }>;
    expect(body.data.items).toEqual([]);
  });
});
