import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createSuggestionClient } from '@loci/contracts';
import type { ResolveSuggestionRequest, SuggestionClient, SuggestionResource } from '@loci/contracts';
import type { Caller } from '@loci/core';
import { inProcessClient } from '@loci/http';
import { testCaller } from '@loci/testing';
import { event, startMemoryService, storeMemory } from '../memory-service.fixture.ts';
import type { ApiResponse, MemoryFixture } from '../memory-service.fixture.ts';

let fixture: MemoryFixture;
let client: SuggestionClient;
beforeAll(async () => {
  fixture = await startMemoryService();
  client = createSuggestionClient(inProcessClient(fixture.service.routes, 'throw'));
});
afterAll(() => fixture.close());

type Pair = readonly [older: string, newer: string];
type Page = ApiResponse<{ items: SuggestionResource[]; next_cursor: string | null }>;

const store = async (caller: Caller, content: string, fields = {}): Promise<string> =>
  (await storeMemory(fixture, caller, { content, ...fields })).id;

/** Stores two memories, the older one first. */
const storePair = async (caller: Caller): Promise<Pair> => [
  await store(caller, 'Ada lives in London.', { tags: ['home'], importance: 0.9 }),
  await store(caller, 'Ada lives in Lisbon.'),
];

/** Delivers the event by which the search service reports that a memory is similar to another one. */
const report = (
  caller: Caller,
  id: string,
  similarId: string | null,
  { contentRevision = 1, kind = 'contradiction' } = {},
): Promise<void> =>
  fixture.consume(
    'memory-embeddings',
    event('embedding', 'embedding.completed', caller.tenantId, contentRevision, {
      id,
      kind: 'memory',
      document_id: null,
      embedding_status: 'completed',
      content_revision: contentRevision,
      surprise_score: 0.1,
      ...(similarId !== null && {
        similar: [
          {
            memory_id: similarId,
            kind,
            score: 0.87,
            evidence: {
              cosine: 0.9,
              shared_terms: 2,
              difference: kind === 'duplicate' ? null : 'value',
            },
          },
        ],
      }),
    }),
  );

const list = async (caller: Caller, query: Record<string, string> = {}): Promise<Page['body']['data']> => {
  const response = (await fixture.as(caller).get('/api/v2/suggestions').query(query)) as unknown as Page;
  if (response.status !== 200) throw new Error(JSON.stringify(response.body));
  return response.body.data;
};

const suggest = async (caller: Caller): Promise<{ id: string; older: string; newer: string }> => {
  const [older, newer] = await storePair(caller);
  await report(caller, newer, older);
  const { items } = await list(caller, { memory_id: newer });
  return { id: items[0]!.id, older, newer };
};

const resolve = (
  caller: Caller,
  suggestion_id: string,
  request: Omit<ResolveSuggestionRequest, 'suggestion_id'>,
): Promise<SuggestionResource> => client.resolve(caller, { suggestion_id, ...request });

const read = async (caller: Caller, id: string): Promise<Record<string, unknown>> =>
  ((await fixture.as(caller).get(`/api/v2/memories/${id}?include_inactive=true`)) as unknown as ApiResponse)
    .body.data;

const update = (caller: Caller, id: string, content: string) =>
  fixture.as(caller).put(`/api/v2/memories/${id}`).send({ content });

describe('the consumer of embedding events', () => {
  test('stores a suggestion for a similar memory', async () => {
    const caller = testCaller();
    const [older, newer] = await storePair(caller);
    await report(caller, newer, older);
    expect((await list(caller)).items).toEqual([
      {
        id: expect.any(String),
        kind: 'contradiction',
        score: 0.87,
        evidence: { cosine: 0.9, shared_terms: 2, difference: 'value' },
        status: 'open',
        detected_at: expect.any(String),
        memory: { id: newer, content: 'Ada lives in Lisbon.', created_at: expect.any(String) },
        other: { id: older, content: 'Ada lives in London.', created_at: expect.any(String) },
        resolution: null,
      },
    ]);
  });

  test('stores one suggestion if the event is repeated or the pair is found in the other direction', async () => {
    const caller = testCaller();
    const { id, older, newer } = await suggest(caller);
    await report(caller, newer, older);
    await report(caller, older, newer);
    expect((await list(caller)).items.map((item) => item.id)).toEqual([id]);
  });

  test('stores no suggestion for a content that has changed since', async () => {
    const caller = testCaller();
    const [older, newer] = await storePair(caller);
    await update(caller, newer, 'Ada plays chess.');
    await report(caller, newer, older);
    expect((await list(caller)).items).toEqual([]);
  });

  test('stores no suggestion for memories that are inactive, deleted or of another tenant', async () => {
    const caller = testCaller();
    const [older, newer] = await storePair(caller);
    const foreign = await store(testCaller(), 'Ada lives in Rome.');
    await fixture
      .as(caller)
      .post(`/api/v2/memories/${older}/evolve`)
      .send({ new_content: 'Ada lives in Paris.', evolution_type: 'update' });
    for (const similar of [older, foreign, randomUUID()]) await report(caller, newer, similar);
    expect((await list(caller)).items).toEqual([]);
  });

  test('stores no suggestion for checkpoints, and removes it from lists and counts if a memory becomes one', async () => {
    const caller = testCaller();
    const count = async (): Promise<number> =>
      (
        (await fixture.as(caller).get('/api/v2/overview')) as ApiResponse<{
          open_suggestions: { total: number };
        }>
      ).body.data.open_suggestions.total;
    const save = (name: string) =>
      store(caller, `Context of ${name}.`, { memory_type: 'checkpoint', metadata: { name } });
    await report(caller, await save('Monday'), await save('Tuesday'));
    expect([(await list(caller)).items, await count()]).toEqual([[], 0]);
    const { newer } = await suggest(caller);
    expect([(await list(caller)).items.length, await count()]).toEqual([1, 1]);
    await fixture
      .as(caller)
      .put(`/api/v2/memories/${newer}`)
      .send({ memory_type: 'checkpoint', metadata: { name: 'Home' } })
      .expect(200);
    expect([(await list(caller)).items, await count()]).toEqual([[], 0]);
    await fixture.runJob('prune-suggestions');
    const rows = await fixture.database.inTransaction(caller.tenantId, (tx) =>
      tx.query('SELECT FROM suggestions WHERE tenant_id = $1', [caller.tenantId]),
    );
    expect(rows).toEqual([]);
  });

  test('deletes the open suggestions on an earlier content of either memory', async () => {
    const caller = testCaller();
    const first = await suggest(caller);
    await update(caller, first.older, 'Ada plays chess.');
    await report(caller, first.older, null, { contentRevision: 2 });
    expect((await list(caller)).items).toEqual([]);
    const second = await suggest(caller);
    await update(caller, second.newer, 'Ada plays tennis.');
    await report(caller, second.newer, null, { contentRevision: 2 });
    expect((await list(caller)).items).toEqual([]);
  });

  test('keeps suggestions on the current content if an event of an earlier content is repeated', async () => {
    const caller = testCaller();
    const [older, newer] = await storePair(caller);
    await update(caller, newer, 'Ada lives in Oslo.');
    await report(caller, newer, older, { contentRevision: 2 });
    await report(caller, newer, null);
    expect((await list(caller)).items).toHaveLength(1);
  });

  test('stores no more than 10,000 open suggestions of a tenant', async () => {
    const caller = testCaller();
    const { tenantId } = caller;
    const [older, newer] = await storePair(caller);
    await fillSuggestions(tenantId, older, 9_999);
    const third = await store(caller, 'Ada lives in Rome.');
    await report(caller, newer, older);
    await report(caller, third, older);
    expect((await list(caller, { memory_id: newer })).items).toHaveLength(1);
    expect((await list(caller, { memory_id: third })).items).toEqual([]);
  });
});

/** Inserts open suggestions between one memory and copies of it. */
const fillSuggestions = (tenantId: string, memoryId: string, count: number): Promise<unknown> =>
  fixture.database.inTransaction(tenantId, async (tx) => {
    const columns = (
      await tx.query<{ name: string }>(
        `SELECT attname AS name FROM pg_attribute
         WHERE attrelid = 'memories'::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
      )
    ).map(({ name }) => name);
    const values = columns.map((name) =>
      name === 'id' || name === 'chain_id' ? `copied ${name}` : `m.${name}`,
    );
    await tx.query(
      `INSERT INTO memories (${columns.join(', ')})
       SELECT ${values.join(', ').replaceAll(/copied (id|chain_id)/g, 'md5($3 || n)::uuid')}
       FROM memories m, generate_series(1, $4::int) n WHERE m.tenant_id = $1 AND m.id = $2`,
      [tenantId, memoryId, memoryId, count],
    );
    await tx.query(
      `INSERT INTO suggestions (tenant_id, id, kind, memory_id, other_id, memory_content_revision,
         other_content_revision, score, evidence, detected_at)
       SELECT $1, gen_random_uuid(), 'duplicate', $2, md5($3 || n)::uuid, 1, 1, 0.5, '{}', now()
       FROM generate_series(1, $4::int) n`,
      [tenantId, memoryId, memoryId, count],
    );
  });

describe('GET /api/v2/suggestions', () => {
  test('lists the newest first, in pages without repetition', async () => {
    const caller = testCaller();
    const ids: string[] = [];
    for (let i = 0; i < 5; i++) ids.unshift((await suggest(caller)).id);
    const listed: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Page['body']['data'] = await list(caller, {
        limit: '2',
        ...(cursor !== null && { cursor }),
      });
      listed.push(...page.items.map(({ id }) => id));
      cursor = page.next_cursor;
    } while (cursor !== null);
    expect(listed).toEqual(ids);
  });

  test('filters by status, kind and memory', async () => {
    const caller = testCaller();
    const contradiction = await suggest(caller);
    const [older, newer] = await storePair(caller);
    await report(caller, newer, older, { kind: 'duplicate' });
    const idsOf = async (query: Record<string, string>): Promise<string[]> =>
      (await list(caller, query)).items.map(({ id }) => id);
    expect(await idsOf({ kind: 'contradiction' })).toEqual([contradiction.id]);
    expect(await idsOf({ memory_id: contradiction.older })).toEqual([contradiction.id]);
    await resolve(caller, contradiction.id, { action: 'dismiss' });
    expect(await idsOf({ kind: 'contradiction' })).toEqual([]);
    expect(await idsOf({ status: 'dismissed' })).toEqual([contradiction.id]);
    expect(await idsOf({ status: 'resolved' })).toEqual([]);
  });

  test('leaves out open suggestions on memories that were replaced', async () => {
    const caller = testCaller();
    const { older } = await suggest(caller);
    await fixture
      .as(caller)
      .post(`/api/v2/memories/${older}/evolve`)
      .send({ new_content: 'Ada lives in Paris.', evolution_type: 'update' });
    expect((await list(caller)).items).toEqual([]);
  });

  test('returns no suggestions of another tenant', async () => {
    await suggest(testCaller());
    expect((await list(testCaller())).items).toEqual([]);
  });

  test.each([
    ['an unknown status', { status: 'closed' }, 'VAL_ENUM_INVALID'],
    ['an unknown kind', { kind: 'other' }, 'VAL_ENUM_INVALID'],
    ['a limit of 0', { limit: '0' }, 'VAL_FIELD_INVALID'],
    ['a limit of 101', { limit: '101' }, 'VAL_FIELD_INVALID'],
    ['a memory ID that is not a UUID', { memory_id: 'x' }, 'VAL_UUID_INVALID'],
    ['a cursor that is not a cursor', { cursor: 'x' }, 'VAL_FIELD_INVALID'],
  ])('rejects %s with 422', async (_what, query, code) => {
    const response = (await fixture
      .as(testCaller())
      .get('/api/v2/suggestions')
      .query(query)) as unknown as ApiResponse;
    expect([response.status, response.body.error.code]).toEqual([422, code]);
  });
});

describe('the resolution of a suggestion', () => {
  test('merges both memories into a new version of the older one with the content of the newer one', async () => {
    const caller = testCaller();
    const { id, older, newer } = await suggest(caller);
    const resolved = await resolve(caller, id, { action: 'merge' });
    expect(resolved).toMatchObject({
      status: 'resolved',
      resolution: { action: 'merge', resolved_by: caller.userId },
    });
    const merged = await read(caller, resolved.resolution!.result_id!);
    expect(merged).toMatchObject({
      content: 'Ada lives in Lisbon.',
      version: 2,
      is_active: true,
      tags: ['home'],
      importance: 0.9,
    });
    for (const replaced of [older, newer])
      expect(await read(caller, replaced)).toMatchObject({ is_active: false, lifecycle_state: 'evolved' });
  });

  test('merges with the given content and the versions of the given memory', async () => {
    const caller = testCaller();
    const { id, newer } = await suggest(caller);
    const resolved = await resolve(caller, id, {
      action: 'merge',
      keep_id: newer,
      content: 'Ada moved from London to Lisbon.',
    });
    const history = (
      (await fixture.as(caller).get(`/api/v2/memories/${newer}/history`)) as unknown as ApiResponse
    ).body.data;
    expect(JSON.stringify(history)).toContain('Ada moved from London to Lisbon.');
    expect(await read(caller, resolved.resolution!.result_id!)).toMatchObject({ tags: [], version: 2 });
  });

  test('supersedes the other memory, which becomes deprecated with a successor', async () => {
    const caller = testCaller();
    const { id, older, newer } = await suggest(caller);
    const resolved = await resolve(caller, id, { action: 'supersede', keep_id: newer });
    expect(resolved.resolution).toMatchObject({ action: 'supersede', result_id: newer });
    expect(await read(caller, newer)).toMatchObject({ is_active: true, version: 1 });
    expect(await read(caller, older)).toMatchObject({ is_active: false, lifecycle_state: 'deprecated' });
    const last = (await fixture.events(caller)).at(-1)!;
    expect(last).toMatchObject({
      type: 'memory.updated',
      aggregate_id: older,
      data: { is_active: false, superseded_by: newer },
    });
  });

  test('dismisses a pair, which is not suggested again after an update of its content', async () => {
    const caller = testCaller();
    const { id, older, newer } = await suggest(caller);
    expect(await resolve(caller, id, { action: 'dismiss' })).toMatchObject({ status: 'dismissed' });
    await update(caller, newer, 'Ada lives in Oslo.');
    await report(caller, newer, older, { contentRevision: 2 });
    expect((await list(caller)).items).toEqual([]);
    expect(await read(caller, older)).toMatchObject({ is_active: true });
  });

  test('stores the relationship of the action relate', async () => {
    const caller = testCaller();
    const { id } = await suggest(caller);
    const relationship_id = randomUUID();
    const resolved = await resolve(caller, id, { action: 'relate', relationship_id });
    expect(resolved.resolution).toMatchObject({ action: 'relate', result_id: relationship_id });
  });

  test('returns 409 for a suggestion that is already resolved', async () => {
    const caller = testCaller();
    const { id } = await suggest(caller);
    await resolve(caller, id, { action: 'dismiss' });
    await expect(resolve(caller, id, { action: 'merge' })).rejects.toMatchObject({
      code: 'RES_ALREADY_EXISTS',
      message: `The suggestion ${id} is already resolved.`,
      details: { action: 'dismiss' },
    });
  });

  test('resolves a suggestion once if several requests run concurrently', async () => {
    const caller = testCaller();
    const { id, newer } = await suggest(caller);
    const outcomes = await Promise.allSettled([
      resolve(caller, id, { action: 'merge' }),
      resolve(caller, id, { action: 'supersede', keep_id: newer }),
      resolve(caller, id, { action: 'dismiss' }),
    ]);
    const rejected = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(rejected).toEqual([
      expect.objectContaining({ code: 'RES_ALREADY_EXISTS' }),
      expect.objectContaining({ code: 'RES_ALREADY_EXISTS' }),
    ]);
  });

  test('returns 409 with the current version if a memory was replaced', async () => {
    const caller = testCaller();
    const { id, older } = await suggest(caller);
    const evolved = (await fixture
      .as(caller)
      .post(`/api/v2/memories/${older}/evolve`)
      .send({ new_content: 'Ada lives in Paris.', evolution_type: 'update' })) as unknown as ApiResponse;
    await expect(resolve(caller, id, { action: 'merge' })).rejects.toMatchObject({
      code: 'RES_ALREADY_EXISTS',
      details: { current_memory_id: evolved.body.data['id'] ?? evolved.body.data['new_memory_id'] },
    });
  });

  test('returns 422 if keep_id is not one of the two memories', async () => {
    const caller = testCaller();
    const { id } = await suggest(caller);
    await expect(resolve(caller, id, { action: 'supersede', keep_id: randomUUID() })).rejects.toMatchObject({
      code: 'VAL_FIELD_INVALID',
      fieldErrors: { keep_id: [expect.any(String)] },
    });
    expect((await list(caller)).items).toHaveLength(1);
  });

  test('returns 404 for an unknown suggestion and for a suggestion of another tenant', async () => {
    const { id } = await suggest(testCaller());
    for (const unknown of [id, randomUUID()])
      await expect(resolve(testCaller(), unknown, { action: 'dismiss' })).rejects.toMatchObject({
        code: 'RES_NOT_FOUND',
      });
  });

  test('requires the permission to write', async () => {
    const caller = testCaller();
    const { id } = await suggest(caller);
    const reader: Caller = { ...caller, via: 'key', scopes: ['read'], permissions: ['read'] };
    await expect(resolve(reader, id, { action: 'dismiss' })).rejects.toMatchObject({
      code: 'AUTH_FORBIDDEN',
    });
  });

  test('happens once for repeated calls with one idempotency key', async () => {
    const caller = testCaller();
    const { id } = await suggest(caller);
    const options = { idempotency: { key: randomUUID(), fingerprint: 'f'.repeat(64) } };
    const request = { suggestion_id: id, action: 'merge' as const };
    const first = await client.resolve(caller, request, options);
    expect(await client.resolve(caller, request, options)).toEqual(first);
  });

  test('records an audit entry with the ID of the suggestion', async () => {
    const caller = testCaller();
    const { id } = await suggest(caller);
    await resolve(caller, id, { action: 'dismiss' });
    const entries = await fixture.database.inTransaction(caller.tenantId, (tx) =>
      tx.query<{ object_type: string; action: string; object_ids: string[] }>(
        `SELECT object_type, action, object_ids FROM audit_log WHERE tenant_id = $1 AND object_type = 'suggestion'`,
        [caller.tenantId],
      ),
    );
    expect(entries).toEqual([{ object_type: 'suggestion', action: 'update', object_ids: [id] }]);
  });
});

describe('the removal of suggestions', () => {
  test('follows the deletion of either memory', async () => {
    const caller = testCaller();
    const first = await suggest(caller);
    const second = await suggest(caller);
    await fixture.as(caller).delete(`/api/v2/memories/${first.older}`);
    await fixture.as(caller).delete(`/api/v2/memories/${second.newer}`);
    expect((await list(caller)).items).toEqual([]);
    expect(await client.get(caller.tenantId, first.id)).toBeNull();
  });

  test('by the job covers open suggestions on replaced memories, and resolved ones after 90 days', async () => {
    const caller = testCaller();
    const merged = await suggest(caller);
    const dismissed = await suggest(caller);
    await resolve(caller, merged.id, { action: 'merge' });
    await resolve(caller, dismissed.id, { action: 'dismiss' });
    const outdated = await suggest(caller);
    await fixture
      .as(caller)
      .post(`/api/v2/memories/${outdated.older}/evolve`)
      .send({ new_content: 'Ada lives in Paris.', evolution_type: 'update' });
    const remaining = async (): Promise<string[]> => {
      const found = await Promise.all(
        [merged, dismissed, outdated].map(({ id }) => client.get(caller.tenantId, id)),
      );
      return found.flatMap((suggestion) => (suggestion ? [suggestion.id] : []));
    };
    await fixture.runJob('prune-suggestions');
    expect(await remaining()).toEqual([merged.id, dismissed.id]);
    fixture.clock.now = new Date(Date.now() + 91 * 86_400_000);
    await fixture.runJob('prune-suggestions');
    fixture.clock.now = null;
    expect(await remaining()).toEqual([dismissed.id]);
  });
});

test('the job count-open-suggestions sets the metric to the open suggestions of all tenants', async () => {
  const open = async (): Promise<number> => {
    await fixture.runJob('count-open-suggestions');
    return (await fixture.metrics.openSuggestions.get()).values[0]!.value;
  };
  const before = await open();
  const caller = testCaller();
  const { id } = await suggest(caller);
  await suggest(caller);
  await suggest(testCaller());
  expect(await open()).toBe(before + 3);
  await resolve(caller, id, { action: 'dismiss' });
  expect(await open()).toBe(before + 2);
});
