import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { MAX_BULK_EXAMPLE, exportStates, restoreStates, sorted } from '../memory-states.fixture.ts';
import type { State } from '../memory-states.fixture.ts';
import type { Caller } from '@loci/core';
import { createMetrics } from '@loci/runtime';
import { testCaller } from '@loci/testing';
import { startMemoryService, storeMemory } from '../memory-service.fixture.ts';
import type { ApiResponse, MemoryFixture } from '../memory-service.fixture.ts';

let fixture: MemoryFixture;
beforeAll(async () => {
  fixture = await startMemoryService();
});
afterAll(() => fixture.close());

const put = (as: Caller, id: string, body: object) => fixture.as(as).put(`/api/v2/memories/${id}`).send(body);
const get = async (as: Caller, path: string): Promise<ApiResponse> =>
  (await fixture.as(as).get(`/api/v2/${path}`)) as ApiResponse;

/** Stores memories with changes, versions, tags, bounds, a conversation, a checkpoint and an expiry. */
async function createContent(as: Caller): Promise<{ changed: string; evolved: string; next: string }> {
  const { id: changed } = await storeMemory(fixture, as, {
    tags: ['tea', 'drinks'],
    metadata: { nested: { list: [1, 'two', null] }, conversation_id: 'c1' },
    occurred_at: '2020-01-02T03:04:05.000Z',
    valid_from: '2019-01-01',
    pinned: true,
  });
  await put(as, changed, { content: 'Ada prefers green tea.', tags: ['tea'] });
  await put({ ...as, userId: randomUUID() }, changed, { importance: 0.25 });
  const { id: evolved } = await storeMemory(fixture, as, { expires_at: '2999-01-01T00:00:00Z' });
  const response = (await fixture
    .as(as)
    .post(`/api/v2/memories/${evolved}/evolve`)
    .send({ new_content: 'Ada lives in Ockham.', evolution_type: 'correction' })) as ApiResponse;
  await storeMemory(fixture, as, { memory_type: 'checkpoint', metadata: { name: 'friday' } });
  await get(as, `memories/${changed}`);
  await fixture.runJob('flush-accesses');
  return { changed, evolved, next: response.body.data['new_memory_id'] as string };
}

describe('GET /api/v2/memory-states', () => {
  test('lists all states of all memories by ID, newest first', async () => {
    const caller = testCaller();
    const { changed } = await createContent(caller);
    const states = await exportStates(fixture, caller);
    expect(states).toHaveLength(7);
    expect(states.filter(({ id }) => id === changed).map(({ revision }) => revision)).toEqual([3, 2, 1]);
    expect(states).toEqual(
      states.toSorted((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : b.revision - a.revision)),
    );
  });

  test('continues with a cursor within the states of a memory', async () => {
    const caller = testCaller();
    await createContent(caller);
    const all = await exportStates(fixture, caller);
    expect(await exportStates(fixture, caller, 2)).toEqual(all);
  });

  test('omits protected memories, deleted memories and memories of other tenants', async () => {
    const caller = testCaller();
    const { id } = await storeMemory(fixture, caller);
    await put(caller, id, { importance: 1 });
    expect(await exportStates(fixture, caller)).toHaveLength(2);
    await fixture.as(caller).delete(`/api/v2/memories/${id}`);
    await fixture.client.createProtected({
      tenant_id: caller.tenantId,
      user_id: caller.userId,
      memory_type: 'personality_trait',
      content: 'Answer briefly.',
      metadata: {},
    });
    await storeMemory(fixture, testCaller());
    expect(await exportStates(fixture, caller)).toEqual([]);
  });
});

describe('POST /api/v2/memory-states/restore', () => {
  test('restores an export, so that the export of the other tenant has the same bytes', async () => {
    const source = testCaller();
    await createContent(source);
    const exported = await exportStates(fixture, source);
    const target = testCaller();
    const { data } = (await restoreStates(fixture, target, exported)).body;
    expect(data).toEqual({ restored: 7, existing: 0, failed: 0, errors: [] });
    expect(sorted(await exportStates(fixture, target))).toEqual(sorted(exported));
  });

  test('restores nothing twice', async () => {
    const source = testCaller();
    await createContent(source);
    const exported = await exportStates(fixture, source);
    const target = testCaller();
    await restoreStates(fixture, target, exported);
    const events = await fixture.events(target);
    const repeated = await restoreStates(fixture, target, exported);
    expect(repeated.body.data).toEqual({ restored: 0, existing: 7, failed: 0, errors: [] });
    expect(await fixture.events(target)).toHaveLength(events.length);
    expect(sorted(await exportStates(fixture, target))).toEqual(sorted(exported));
  });

  test('publishes an event for each memory in its current state', async () => {
    const source = testCaller();
    const { changed } = await createContent(source);
    const target = testCaller();
    await restoreStates(fixture, target, await exportStates(fixture, source));
    const events = await fixture.events(target);
    expect(events.map(({ type }) => type)).toEqual(Array(4).fill('memory.created'));
    expect(events.find(({ aggregate_id: id }) => id === changed)).toMatchObject({
      tenant_id: target.tenantId,
      revision: 3,
      data: { content: 'Ada prefers green tea.', importance: 0.25, user_id: target.userId },
    });
  });

  test('answers questions about the past like the source', async () => {
    const source = testCaller();
    const { changed, next } = await createContent(source);
    const states = await exportStates(fixture, source);
    const target = testCaller();
    await restoreStates(fixture, target, states);
    const first = states.find(({ id, revision }) => id === changed && revision === 1)!;
    const path = `memories/${changed}?known_at=${first.updated_at}`;
    const { user_id: _, ...expected } = (await get(source, path)).body.data;
    expect(expected['content']).toBe('Ada prefers tea.');
    expect((await get(target, path)).body.data).toMatchObject(expected);
    const history = async (as: Caller) =>
      ((await get(as, `memories/${next}/history`)).body.data['history'] as State[]).map(({ id, version }) => [
        id,
        version,
      ]);
    expect(await history(target)).toEqual(await history(source));
  });

  test('makes the caller the author, and keeps the exported authors for the next export after a change', async () => {
    const source = testCaller();
    const { changed } = await createContent(source);
    const target = testCaller();
    await restoreStates(fixture, target, await exportStates(fixture, source));
    expect((await get(target, `memories/${changed}`)).body.data['user_id']).toBe(target.userId);
    await put(target, changed, { content: 'Ada prefers coffee.' });
    const authors = (await exportStates(fixture, target))
      .filter(({ id }) => id === changed)
      .map((state) => [state.revision, state.user_id, state.recorded_by]);
    const editor = (await exportStates(fixture, source)).find(
      ({ id, revision }) => id === changed && revision === 3,
    )!;
    expect(authors).toEqual([
      [4, source.userId, target.userId],
      [3, source.userId, editor.recorded_by],
      [2, source.userId, source.userId],
      [1, source.userId, source.userId],
    ]);
  });

  test('counts restored memories, tags and bytes', async () => {
    const source = testCaller();
    await createContent(source);
    const target = testCaller();
    await restoreStates(fixture, target, await exportStates(fixture, source));
    const counted = async (as: Caller) => [
      (await get(as, 'memories?include=superseded,expired,future')).body.data['pagination'],
      ((await get(as, 'tags')).body.data['items'] as { name: string; usage_count: number }[])
        .filter(({ usage_count: count }) => count > 0)
        .map(({ name, usage_count: count }) => [name, count]),
      (await get(as, 'usage/memories')).body.data['used_bytes'],
    ];
    expect(await counted(target)).toEqual(await counted(source));
  });

  test('does not change a memory that was not restored', async () => {
    const caller = testCaller();
    const { changed, evolved } = await createContent(caller);
    const before = await exportStates(fixture, caller);
    const template = before.find(({ id, revision }) => id === changed && revision === 1)!;
    const forged = { ...template, revision: 2, content: 'forged' };
    // Without the guard, the state could take the place of a missing one.
    await fixture.database.inSystemTransaction((tx) =>
      tx.query('DELETE FROM memory_revisions WHERE id = $1 AND revision = 2', [changed]),
    );
    const first = before.find(({ id }) => id === evolved)!;
    const version = { ...first, id: randomUUID(), version: 9, chain_id: evolved };
    const { data } = (await restoreStates(fixture, caller, [forged, version])).body;
    expect(data).toMatchObject({
      restored: 0,
      failed: 2,
      errors: [
        { index: 0, code: 'RES_NOT_FOUND' },
        {
          index: 1,
          code: 'RES_ALREADY_EXISTS',
          message: `The memory ${evolved} was not restored, so versions cannot be added to it.`,
        },
      ],
    });
  });

  test('rejects a memory that was deleted in the tenant', async () => {
    const caller = testCaller();
    const { id } = await storeMemory(fixture, caller);
    const states = await exportStates(fixture, caller);
    await fixture.as(caller).delete(`/api/v2/memories/${id}`);
    expect((await restoreStates(fixture, caller, states)).body.data).toMatchObject({
      restored: 0,
      errors: [
        { index: 0, message: `The memory ${id} was deleted in this tenant. Its ID cannot be used again.` },
      ],
    });
  });

  test('requires the role of an owner', async () => {
    const source = testCaller();
    await storeMemory(fixture, source);
    const states = await exportStates(fixture, source);
    const member = testCaller({ role: 'member' });
    const response = await restoreStates(fixture, member, states);
    expect([response.status, response.body.error.code]).toEqual([403, 'AUTH_FORBIDDEN']);
    expect(response.body.error.details).toEqual({ required_role: 'owner', current_role: 'member' });
    expect(await exportStates(fixture, member)).toEqual([]);
  });

  test('returns the error of each state that cannot be restored, and restores the others', async () => {
    const source = testCaller();
    await storeMemory(fixture, source);
    const [state] = (await exportStates(fixture, source)) as [State];
    const refused = [
      { memory_type: 'personality_trait' },
      { expires_at: '2020-01-01T00:00:00Z' },
      { updated_at: new Date(Date.now() + 3_600_000).toISOString() },
      { memory_type: 'checkpoint' },
    ].map((fields) => ({ ...state, ...fields }));
    const { data } = (await restoreStates(fixture, testCaller(), [...refused, state])).body;
    expect(data).toMatchObject({ restored: 1, existing: 0, failed: refused.length });
    expect(
      (data['errors'] as { index: number; code: string }[]).map(({ index, code }) => [index, code]),
    ).toEqual([
      [0, 'AUTH_FORBIDDEN'],
      [1, 'VAL_FIELD_INVALID'],
      [2, 'VAL_VALIDATION_FAILED'],
      [3, 'VAL_FIELD_REQUIRED'],
    ]);
  });

  test.each([
    ['updated_at', { created_at: '2999-01-01T00:00:00Z' }],
    ['recorded_until', { recorded_until: '2000-01-01T00:00:00Z' }],
    ['content_revision', { content_revision: 2 }],
    ['chain_id', { version: 2 }],
    ['superseded_by', { superseded_by: randomUUID() }],
    ['valid_until', { valid_from: '2021-01-01', valid_until: '2020-01-01' }],
    ['tags', { tags: ['tea', 'tea'] }],
    ['tags.0', { tags: ['Not Normalized'] }],
  ])('rejects a request with a state whose %s is invalid, and restores nothing', async (field, fields) => {
    const source = testCaller();
    await storeMemory(fixture, source);
    const [state] = (await exportStates(fixture, source)) as [State];
    const target = testCaller();
    const { status, body } = await restoreStates(fixture, target, [state, { ...state, ...fields }]);
    expect([status, Object.keys(body.error.field_errors ?? {})]).toEqual([422, [`states.1.${field}`]]);
    expect(await exportStates(fixture, target)).toEqual([]);
  });

  test('rejects a second checkpoint with the same name', async () => {
    const source = testCaller();
    const checkpoint = { memory_type: 'checkpoint', metadata: { name: 'friday' } };
    await storeMemory(fixture, source, checkpoint);
    const target = testCaller();
    await storeMemory(fixture, target, checkpoint);
    const { data } = (await restoreStates(fixture, target, await exportStates(fixture, source))).body;
    expect(data).toMatchObject({
      restored: 0,
      errors: [{ index: 0, code: 'RES_ALREADY_EXISTS', message: 'The checkpoint friday already exists.' }],
    });
  });

  test.each([[0], [MAX_BULK_EXAMPLE]])('rejects %d states', async (count) => {
    const source = testCaller();
    await storeMemory(fixture, source);
    const [state] = (await exportStates(fixture, source)) as [State];
    const { status, body } = await restoreStates(fixture, testCaller(), Array<object>(count).fill(state));
    expect([status, Object.keys(body.error.field_errors ?? {})]).toEqual([422, ['states']]);
  });
});

describe('the storage quota of a restore', () => {
  test('rejects new memories that exceed it, and accepts existing ones', async () => {
    const limited = await startMemoryService({ maxBytes: 100, metrics: createMetrics('memory') });
    try {
      const source = testCaller();
      await storeMemory(fixture, source, { content: 'x'.repeat(60) });
      const states = await exportStates(fixture, source);
      const target = testCaller();
      expect((await restoreStates(limited, target, states)).body.data).toMatchObject({ restored: 1 });
      expect((await restoreStates(limited, target, states)).body.data).toMatchObject({ existing: 1 });
      const other = states
        .map((state) => ({ ...state, id: randomUUID() }))
        .map((state) => ({ ...state, chain_id: state.id }));
      const response = await restoreStates(limited, target, other);
      expect(response.body.error.code).toBe('BIZ_QUOTA_EXCEEDED');
    } finally {
      await limited.close();
    }
  });
});
