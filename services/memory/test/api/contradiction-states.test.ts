import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Caller } from '@loci/core';
import { testCaller } from '@loci/testing';
import { contradictionsOf, report, resolve, storeContradiction } from '../contradiction-requests.fixture.ts';
import { startMemoryService, storeMemory } from '../memory-service.fixture.ts';
import type { MemoryFixture } from '../memory-service.fixture.ts';
import { MAX_BULK_EXAMPLE, exportStates, restoreStates, sorted } from '../memory-states.fixture.ts';
import type { State } from '../memory-states.fixture.ts';

let fixture: MemoryFixture;
beforeAll(async () => {
  fixture = await startMemoryService();
});
afterAll(() => fixture.close());

const list = (as: Caller, perPage?: number): Promise<State[]> =>
  exportStates(fixture, as, perPage, 'contradiction');
const restore = (as: Caller, states: readonly object[]) =>
  restoreStates(fixture, as, states, 'contradiction');

/** Restores the memories of a tenant to a new tenant, and returns its owner. */
async function copyMemories(source: Caller): Promise<Caller> {
  const target = testCaller();
  await restoreStates(fixture, target, await exportStates(fixture, source));
  return target;
}

/** Stores an open contradiction, an accepted one, one with a rejected memory, and one with a merged memory. */
async function createContent(as: Caller): Promise<{ open: Awaited<ReturnType<typeof storeContradiction>> }> {
  const open = await storeContradiction(fixture, as, { confidence: 0.35, metadata: { page: 3 } });
  const accepted = await storeContradiction(fixture, as);
  await resolve(fixture, as, accepted.id, { resolution: 'keep_both', reason: 'Both are true.' });
  const rejected = await storeContradiction(fixture, as, { contradiction_type: 'partial' });
  await resolve(fixture, { ...as, userId: randomUUID() }, rejected.id, { resolution: 'choose_memory_1' });
  const merged = await storeContradiction(fixture, as);
  await resolve(fixture, as, merged.id, { resolution: 'create_new', new_content: 'Tea and coffee.' });
  return { open };
}

describe('GET /api/v2/contradiction-states', () => {
  test('lists all contradictions by ID, with their resolution and reason', async () => {
    const caller = testCaller();
    await createContent(caller);
    const states = await list(caller);
    expect(states.map(({ id }) => id)).toEqual(states.map(({ id }) => id).sort());
    expect(states.map(({ resolution }) => resolution).sort()).toEqual([
      'choose_memory_1',
      'create_new',
      'keep_both',
      null,
    ]);
    expect(states.find(({ resolution }) => resolution === 'keep_both')).toMatchObject({
      resolution_status: 'accepted',
      revision: 2,
      reason: 'Both are true.',
      resolved_by: caller.userId,
    });
    expect(await list(caller, 2)).toEqual(states);
  });

  test('omits contradictions of other tenants and of deleted memories', async () => {
    const caller = testCaller();
    const { source } = await storeContradiction(fixture, caller);
    expect(await list(testCaller())).toEqual([]);
    await fixture.as(caller).delete(`/api/v2/memories/${source}`);
    expect(await list(caller)).toEqual([]);
  });
});

describe('POST /api/v2/contradiction-states/restore', () => {
  test('restores an export, so that the export of the other tenant has the same bytes', async () => {
    const source = testCaller();
    await createContent(source);
    const exported = await list(source);
    const target = await copyMemories(source);
    const { data } = (await restore(target, exported)).body;
    expect(data).toEqual({ restored: 4, existing: 0, failed: 0, errors: [] });
    expect(sorted(await list(target))).toEqual(sorted(exported));
  });

  test('restores nothing twice, and publishes no events', async () => {
    const source = testCaller();
    await createContent(source);
    const exported = await list(source);
    const target = await copyMemories(source);
    const events = await fixture.events(target);
    await restore(target, exported);
    expect((await restore(target, exported)).body.data).toEqual({
      restored: 0,
      existing: 4,
      failed: 0,
      errors: [],
    });
    expect(await fixture.events(target)).toHaveLength(events.length);
    expect(sorted(await list(target))).toEqual(sorted(exported));
  });

  test('makes the caller the author, and keeps the exported users for the next export after a resolution', async () => {
    const source = testCaller();
    const { open } = await createContent(source);
    const target = await copyMemories(source);
    await restore(target, await list(source));
    const resolved = await resolve(fixture, target, open.id, { resolution: 'keep_both' });
    expect(resolved.body.data).toMatchObject({
      detected_by: target.userId,
      metadata: { page: 3 },
    });
    expect((await list(target)).find(({ id }) => id === open.id)).toMatchObject({
      revision: 2,
      detected_by: source.userId,
      resolved_by: target.userId,
    });
    expect((await contradictionsOf(fixture, target, open.source)).body.data.contradictions).toMatchObject([
      { id: open.id, resolution_status: 'accepted' },
    ]);
  });

  test('requires the role of an owner', async () => {
    const source = testCaller();
    await storeContradiction(fixture, source);
    const states = await list(source);
    const member = { ...(await copyMemories(source)), role: 'member' as const };
    const response = await restore(member, states);
    expect([response.status, response.body.error.code]).toEqual([403, 'AUTH_FORBIDDEN']);
    expect(response.body.error.details).toEqual({ required_role: 'owner', current_role: 'member' });
    expect(await list(member)).toEqual([]);
  });

  test('returns the error of each contradiction that cannot be restored, and restores the others', async () => {
    const source = testCaller();
    await storeContradiction(fixture, source);
    const [state] = (await list(source)) as [State];
    const target = await copyMemories(source);
    const { id: third } = await storeMemory(fixture, target);
    await report(fixture, target, {
      source_memory_id: state['target_memory_id'],
      target_memory_id: third,
    });
    const future = new Date(Date.now() + 3_600_000).toISOString();
    const resolution = { resolution: 'keep_both', resolution_status: 'accepted', resolved_by: 'ada' };
    const refused = [
      { source_memory_id: randomUUID() },
      { detected_at: future },
      { ...resolution, resolved_at: future },
      { source_memory_id: third },
    ].map((fields) => ({ ...state, id: randomUUID(), ...fields }));
    const { data } = (await restore(target, [...refused, state, { ...state, confidence: 0 }])).body;
    expect(data).toMatchObject({ restored: 1, existing: 1, failed: refused.length });
    expect(
      (data['errors'] as { index: number; code: string }[]).map(({ index, code }) => [index, code]),
    ).toEqual([
      [0, 'RES_NOT_FOUND'],
      [1, 'VAL_VALIDATION_FAILED'],
      [2, 'VAL_VALIDATION_FAILED'],
      [3, 'RES_ALREADY_EXISTS'],
    ]);
  });

  test('does not restore a contradiction of a protected memory', async () => {
    const source = testCaller();
    await storeContradiction(fixture, source);
    const [state] = (await list(source)) as [State];
    const target = await copyMemories(source);
    const { id } = await fixture.client.createProtected({
      tenant_id: target.tenantId,
      user_id: target.userId,
      memory_type: 'personality_trait',
      content: 'Answer briefly.',
      metadata: {},
    });
    const { data } = (await restore(target, [{ ...state, source_memory_id: id }])).body;
    expect(data).toMatchObject({ restored: 0, errors: [{ index: 0, code: 'AUTH_FORBIDDEN' }] });
  });

  const at = '2026-01-01T00:00:00Z';
  test.each([
    ['target_memory_id', (state: State) => ({ target_memory_id: state['source_memory_id'] })],
    ['resolution', () => ({ resolution_status: 'resolved', resolved_at: at, resolved_by: 'ada' })],
    ['resolved_at', () => ({ resolved_at: at })],
    ['resolved_by', () => ({ resolved_by: 'ada' })],
    [
      'resolution',
      () => ({
        resolution: 'keep_both',
        resolution_status: 'resolved',
        resolved_at: at,
        resolved_by: 'ada',
      }),
    ],
    ['new_memory_id', () => ({ new_memory_id: randomUUID() })],
    ['reason', () => ({ reason: 'No decision.' })],
  ])('rejects a request with an invalid %s, and restores nothing', async (field, fieldsOf) => {
    const source = testCaller();
    await storeContradiction(fixture, source);
    const [state] = (await list(source)) as [State];
    const target = await copyMemories(source);
    const { status, body } = await restore(target, [state, { ...state, ...fieldsOf(state) }]);
    expect([status, Object.keys(body.error.field_errors ?? {})]).toEqual([422, [`states.1.${field}`]]);
    expect(await list(target)).toEqual([]);
  });

  test.each([[0], [MAX_BULK_EXAMPLE]])('rejects %d contradictions', async (count) => {
    const source = testCaller();
    await storeContradiction(fixture, source);
    const [state] = (await list(source)) as [State];
    const { status, body } = await restore(testCaller(), Array<object>(count).fill(state));
    expect([status, Object.keys(body.error.field_errors ?? {})]).toEqual([422, ['states']]);
  });
});
