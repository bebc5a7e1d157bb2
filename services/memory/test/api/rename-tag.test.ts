import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Caller } from '@loci/core';
import { blockUntilLocked, testCaller } from '@loci/testing';
import { memoryRepository } from '../../src/memories/memory.repository.ts';
import { waitForOtherBulkUpdates } from '../../src/memories/update-memories.ts';
import { MAX_RENAMED } from '../../src/tags/rename-tag.ts';
import { tagRepository } from '../../src/tags/tag.repository.ts';
import { UNAUTHORIZED_CALLERS, startMemoryService, storeMemory } from '../memory-service.fixture.ts';
import type { ApiResponse, MemoryFixture } from '../memory-service.fixture.ts';

interface Renamed {
  name: string;
  changed: number;
  remaining: number;
}

let fixture: MemoryFixture;
beforeAll(async () => {
  fixture = await startMemoryService();
});
afterAll(() => fixture.close());

const rename = async (as: Caller, tag: string, body: object): Promise<ApiResponse<Renamed>> =>
  (await fixture
    .as(as)
    .patch(`/api/v2/tags/${encodeURIComponent(tag)}`)
    .send(body)) as ApiResponse<Renamed>;
const tagsOf = async (as: Caller, id: string): Promise<string[]> =>
  ((await fixture.as(as).get(`/api/v2/memories/${id}/tags`)) as ApiResponse<string[]>).body.data;
const usage = async (as: Caller): Promise<Record<string, number>> => {
  const { body } = (await fixture.as(as).get('/api/v2/tags')) as ApiResponse<{
    items: { name: string; usage_count: number }[];
  }>;
  return Object.fromEntries(body.data.items.map(({ name, usage_count: count }) => [name, count]));
};

describe('PATCH /api/v2/tags/{tag}', () => {
  test('renames the tag of all memories of the tenant, and of no other tenant', async () => {
    const [as, other] = [testCaller(), testCaller()];
    const first = await storeMemory(fixture, as, { tags: ['plan', 'work'] });
    const second = await storeMemory(fixture, as, { tags: ['plan'] });
    const foreign = await storeMemory(fixture, other, { tags: ['plan'] });
    const { status, body } = await rename(as, 'Plan', { name: 'Project Plans' });
    expect([status, body.data]).toEqual([200, { name: 'project-plans', changed: 2, remaining: 0 }]);
    expect(await tagsOf(as, first.id)).toEqual(['project-plans', 'work']);
    expect(await tagsOf(as, second.id)).toEqual(['project-plans']);
    expect(await tagsOf(other, foreign.id)).toEqual(['plan']);
    expect(await usage(as)).toEqual({ 'project-plans': 2, work: 1, plan: 0 });
  });

  test('stores a revision and an event with the new tags of each changed memory', async () => {
    const as = testCaller();
    const { id } = await storeMemory(fixture, as, { tags: ['plan'] });
    await rename(as, 'plan', { name: 'plans' });
    const events = await fixture.events(as);
    expect(events.at(-1)).toMatchObject({ type: 'memory.updated', data: { id, tags: ['plans'] } });
    const { body } = (await fixture.as(as).get(`/api/v2/memories/${id}/revisions`)) as ApiResponse<{
      revisions: unknown[];
    }>;
    expect(body.data.revisions).toHaveLength(2);
  });

  test('rejects a name that memories have with 409 and their number, and changes nothing', async () => {
    const as = testCaller();
    const { id } = await storeMemory(fixture, as, { tags: ['plan'] });
    await storeMemory(fixture, as, { tags: ['plans'] });
    const { status, body } = await rename(as, 'plan', { name: 'plans' });
    expect([status, body.error.code, body.error.details]).toEqual([
      409,
      'RES_ALREADY_EXISTS',
      { resource_type: 'tag', identifier: 'plans', usage_count: 1 },
    ]);
    expect(await tagsOf(as, id)).toEqual(['plan']);
  });

  test('merges two tags, and gives a memory with both tags one of them', async () => {
    const as = testCaller();
    const { id: both } = await storeMemory(fixture, as, { tags: ['plan', 'plans'] });
    const { id: one } = await storeMemory(fixture, as, { tags: ['plan'] });
    await storeMemory(fixture, as, { tags: ['plans'] });
    const { body } = await rename(as, 'plan', { name: 'plans', merge: true });
    expect(body.data).toEqual({ name: 'plans', changed: 2, remaining: 0 });
    expect([await tagsOf(as, both), await tagsOf(as, one)]).toEqual([['plans'], ['plans']]);
    expect(await usage(as)).toEqual({ plans: 3, plan: 0 });
  });

  test('renames a tag to the name of an unused tag without merge', async () => {
    const as = testCaller();
    const { id } = await storeMemory(fixture, as, { tags: ['old'] });
    await rename(as, 'old', { name: 'new' });
    expect((await rename(as, 'new', { name: 'old' })).body.data).toMatchObject({ changed: 1 });
    expect(await tagsOf(as, id)).toEqual(['old']);
  });

  test('changes at most 250 memories per request, and continues with merge', async () => {
    const as = testCaller();
    for (const count of [MAX_RENAMED, 5]) {
      const memories = Array.from({ length: count }, (_, index) => ({ content: `${index}`, tags: ['many'] }));
      await fixture.as(as).post('/api/v2/memories/bulk').send({ memories });
    }
    const first = await rename(as, 'many', { name: 'all' });
    expect(first.body.data).toEqual({ name: 'all', changed: MAX_RENAMED, remaining: 5 });
    const second = await rename(as, 'many', { name: 'all', merge: true });
    expect(second.body.data).toEqual({ name: 'all', changed: 5, remaining: 0 });
    expect(await usage(as)).toEqual({ all: MAX_RENAMED + 5, many: 0 });
  });

  test('does not restore a tag that another request removes while the rename waits', async () => {
    const as = testCaller();
    const { id } = await storeMemory(fixture, as, { tags: ['removed'] });
    let response: ApiResponse<Renamed> | undefined;
    await blockUntilLocked(
      fixture,
      {
        hold: async (tx) => {
          const [memory] = await memoryRepository.lock(tx, as.tenantId, [id]);
          const next = { ...memory!, revision: memory!.revision + 1, tags: ['kept'] };
          await memoryRepository.update(tx, next);
          await tagRepository.replace(tx, memory!, next);
        },
      },
      async () => {
        response = await rename(as, 'removed', { name: 'renamed' });
      },
    );
    expect(response!.body.data).toEqual({ name: 'renamed', changed: 0, remaining: 0 });
    expect(await tagsOf(as, id)).toEqual(['kept']);
  });

  test('waits for a bulk update that is running', async () => {
    const as = testCaller();
    await storeMemory(fixture, as, { tags: ['a'] });
    const renamed = await fixture.database.inSystemTransaction(async (tx) => {
      await waitForOtherBulkUpdates(tx);
      const renaming = rename(as, 'a', { name: 'b' });
      expect(await Promise.race([renaming, wait(300, 'waiting')])).toBe('waiting');
      return { renaming };
    });
    expect((await renamed.renaming).body.data).toMatchObject({ changed: 1 });
  });

  test.each([
    ['a tag that does not exist', 'unknown', { name: 'x' }, 404, 'RES_NOT_FOUND'],
    ['a tag that cannot exist', '!!', { name: 'x' }, 404, 'RES_NOT_FOUND'],
    ['an invalid name', 'known', { name: '!!' }, 422, 'VAL_FIELD_INVALID'],
    ['the name of the tag', 'known', { name: 'Known' }, 422, 'VAL_FIELD_INVALID'],
    ['a missing name', 'known', {}, 422, 'VAL_FIELD_REQUIRED'],
    ['a long name', 'known', { name: 'x'.repeat(1_001) }, 422, 'VAL_FIELD_TOO_LONG'],
  ])('rejects %s', async (_, tag, body, status, code) => {
    const as = testCaller();
    await storeMemory(fixture, as, { tags: ['known'] });
    const response = await rename(as, tag, body);
    expect([response.status, response.body.error.code]).toEqual([status, code]);
  });

  test.each(UNAUTHORIZED_CALLERS.write)('rejects %s', async (_, code, caller) => {
    expect((await rename(caller, 'a', { name: 'b' })).body.error.code).toBe(code);
  });
});
