import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { testCaller } from '@loci/testing';
import { contradictionsOf, report, resolve, storeContradiction } from '../contradiction-requests.fixture.ts';
import { UNAUTHORIZED_CALLERS, event, startMemoryService, storeMemory } from '../memory-service.fixture.ts';
import type { MemoryFixture } from '../memory-service.fixture.ts';

const caller = testCaller();
let fixture: MemoryFixture;
beforeAll(async () => {
  fixture = await startMemoryService();
});
afterAll(() => fixture.close());

const pair = async (as = caller) => {
  const [source, target] = [await storeMemory(fixture, as), await storeMemory(fixture, as)];
  return { source_memory_id: source.id, target_memory_id: target.id };
};

describe('POST /api/v2/memories/contradictions', () => {
  test('creates an unresolved contradiction with a default confidence of 0.8', async () => {
    const ends = await pair();
    const { status, body } = await report(fixture, caller, ends);
    expect(status).toBe(201);
    expect(body.data).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      ...ends,
      contradiction_type: 'direct',
      resolution_status: 'unresolved',
      confidence: 0.8,
      metadata: {},
      detected_at: expect.any(String),
      detected_by: caller.userId,
    });
  });

  test.each(['direct', 'partial', 'contextual'])(
    'accepts the contradiction type %s',
    async (contradiction_type) => {
      const { status, body } = await report(fixture, caller, { ...(await pair()), contradiction_type });
      expect([status, body.data.contradiction_type]).toEqual([201, contradiction_type]);
    },
  );

  test('stores a contradiction.reported event with the id of the contradicts relationship to create', async () => {
    const as = testCaller();
    const ends = await pair(as);
    const { body } = await report(fixture, as, {
      ...ends,
      contradiction_type: 'partial',
      confidence: 0.3,
      metadata: { description: 'd' },
    });
    expect((await fixture.events(as)).at(-1)).toMatchObject({
      type: 'contradiction.reported',
      aggregate_type: 'contradiction',
      aggregate_id: body.data.id,
      revision: 1,
      data: {
        ...body.data,
        relationship_id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
        resolution: null,
        new_memory_id: null,
      },
    });
  });

  test('accepts a second report after the first contradiction was resolved', async () => {
    const { id, source, target } = await storeContradiction(fixture, caller);
    await resolve(fixture, caller, id, { resolution: 'keep_both' });
    const again = await report(fixture, caller, { source_memory_id: target, target_memory_id: source });
    expect(again.status).toBe(201);
  });
});

describe('POST /api/v2/memories/contradictions errors', () => {
  test.each(['the same', 'the other'])(
    'rejects a second report in %s direction with 409 while the first is unresolved',
    async (direction) => {
      const { id, source, target } = await storeContradiction(fixture, caller);
      const [source_memory_id, target_memory_id] =
        direction === 'the same' ? [source, target] : [target, source];
      const { status, body } = await report(fixture, caller, { source_memory_id, target_memory_id });
      expect([status, body.error.code]).toEqual([409, 'RES_ALREADY_EXISTS']);
      expect(body.error.details).toEqual({ resource_type: 'contradiction', identifier: id });
    },
  );

  test('accepts exactly one of 20 concurrent reports in both directions', async () => {
    const { source_memory_id: a, target_memory_id: b } = await pair();
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        report(fixture, caller, {
          source_memory_id: i % 2 ? a : b,
          target_memory_id: i % 2 ? b : a,
        }),
      ),
    );
    expect(responses.map((response) => response.status).sort()).toEqual([201, ...Array(19).fill(409)]);
  });

  test.each([
    ['an unknown memory', async () => randomUUID()],
    ["another tenant's memory", async () => (await storeMemory(fixture, testCaller())).id],
  ])('returns 404 if source or target is %s', async (_what, createId) => {
    const { source_memory_id } = await pair();
    const target_memory_id = await createId();
    const { status, body } = await report(fixture, caller, { source_memory_id, target_memory_id });
    expect([status, body.error.code]).toEqual([404, 'RES_NOT_FOUND']);
    expect(body.error.details).toMatchObject({ resource_id: target_memory_id });
    const swapped = { source_memory_id: target_memory_id, target_memory_id: source_memory_id };
    expect((await report(fixture, caller, swapped)).status).toBe(404);
  });

  test('rejects a protected memory with 403', async () => {
    const { source_memory_id } = await pair();
    const { id } = await fixture.client.createProtected({
      tenant_id: caller.tenantId,
      user_id: caller.userId,
      memory_type: 'personality_trait',
      content: 'c',
      metadata: {},
    });
    const { status, body } = await report(fixture, caller, { source_memory_id, target_memory_id: id });
    expect([status, body.error.code]).toEqual([403, 'AUTH_FORBIDDEN']);
  });

  test.each([
    ['a missing source_memory_id', { source_memory_id: undefined }, 'VAL_FIELD_REQUIRED'],
    ['a missing target_memory_id', { target_memory_id: undefined }, 'VAL_FIELD_REQUIRED'],
    ['a missing contradiction_type', { contradiction_type: undefined }, 'VAL_FIELD_REQUIRED'],
    ['a malformed target_memory_id', { target_memory_id: 'x' }, 'VAL_UUID_INVALID'],
    ['an unknown contradiction_type', { contradiction_type: 'total' }, 'VAL_ENUM_INVALID'],
    ['confidence above 1', { confidence: 1.1 }, 'VAL_FIELD_INVALID'],
    ['an array as metadata', { metadata: [] }, 'VAL_FIELD_INVALID'],
  ])('rejects %s with 422', async (_what, invalid, code) => {
    const ids = { source_memory_id: randomUUID(), target_memory_id: randomUUID() };
    const { status, body } = await report(fixture, caller, { ...ids, ...invalid });
    expect([status, body.error.code]).toEqual([422, code]);
  });

  test('rejects a contradiction of a memory with itself with 422, even if the ids differ in case', async () => {
    const { id } = await storeMemory(fixture, caller);
    const { status, body } = await report(fixture, caller, {
      source_memory_id: id,
      target_memory_id: id.toUpperCase(),
    });
    expect([status, body.error.code]).toEqual([422, 'VAL_VALIDATION_FAILED']);
    expect(body.error.field_errors).toHaveProperty('target_memory_id');
  });

  test('rejects a request without a token with 401', async () => {
    expect((await report(fixture, null, {})).body.error.code).toBe('AUTH_UNAUTHORIZED');
  });

  test.each(UNAUTHORIZED_CALLERS.write)('rejects %s with 403 %s', async (_who, code, as) => {
    const { status, body } = await report(fixture, as, {});
    expect([status, body.error.code]).toEqual([403, code]);
  });
});

describe('the consumer of contradicts relationships', () => {
  const contradicts = (from_id: string, to_id: string, fields: object = {}) => ({
    id: randomUUID(),
    from_id,
    to_id,
    relationship_type: 'contradicts',
    direction_type: 'DIRECTED',
    strength: 0.5,
    confidence: 0.7,
    created_at: new Date().toISOString(),
    updated_at: new Date().toISOString(),
    origin: 'user',
    created_by: 'ada',
    ...fields,
  });
  const publish = (...relationships: { id: string }[]) =>
    fixture.consume(
      'memory-contradictions',
      ...relationships.map((data) => event('relationship', 'relationship.created', caller.tenantId, 1, data)),
    );
  const listed = async (id: string) => (await contradictionsOf(fixture, caller, id)).body.data.contradictions;

  test('creates a direct contradiction and an event that refers to the relationship', async () => {
    const { source_memory_id: a, target_memory_id: b } = await pair();
    const relationship = contradicts(a, b);
    await publish(relationship);
    expect(await listed(a)).toEqual([
      expect.objectContaining({
        target_memory_id: b,
        contradiction_type: 'direct',
        resolution_status: 'unresolved',
        confidence: 0.7,
      }),
    ]);
    expect((await fixture.events(caller)).at(-1)).toMatchObject({
      type: 'contradiction.reported',
      data: { relationship_id: relationship.id, detected_by: 'ada', source_memory_id: a },
    });
  });

  test('creates one contradiction for a forward and an inverse relationship that are delivered twice', async () => {
    const { source_memory_id: a, target_memory_id: b } = await pair();
    const [forward, inverse] = [contradicts(a, b), contradicts(b, a)];
    await publish(forward, inverse);
    await publish(inverse, forward);
    expect(await listed(a)).toHaveLength(1);
  });

  describe('after the contradiction was resolved', () => {
    const resolved = async () => {
      const { source_memory_id: a, target_memory_id: b } = await pair();
      const relationship = contradicts(a, b);
      await publish(relationship);
      await resolve(fixture, caller, (await listed(a))[0]!.id, { resolution: 'keep_both' });
      return { a, b, relationship };
    };

    test('ignores a repeated event of the same relationship', async () => {
      const { a, relationship } = await resolved();
      await publish(relationship);
      expect(await listed(a)).toHaveLength(1);
    });

    test('creates another contradiction for a relationship that was created later', async () => {
      const { a, b } = await resolved();
      await publish(contradicts(a, b, { created_at: new Date(Date.now() + 60_000).toISOString() }));
      expect(await listed(a)).toHaveLength(2);
    });
  });

  test.each([
    ['that an evolution created', { origin: 'evolution' }],
    ['that a contradiction created', { origin: 'contradiction' }],
    ['of another type', { relationship_type: 'disputes' }],
  ])('ignores a relationship %s', async (_what, fields) => {
    const { source_memory_id: a, target_memory_id: b } = await pair();
    await publish(contradicts(a, b, fields));
    expect(await listed(a)).toEqual([]);
  });

  test('sets detected_by to system if the relationship has no creator', async () => {
    const { source_memory_id: a, target_memory_id: b } = await pair();
    await publish(contradicts(a, b, { created_by: '' }));
    expect((await fixture.events(caller)).at(-1)!.data).toMatchObject({ detected_by: 'system' });
  });

  test('stores the id of an existing relationship if the reported relationship duplicates it', async () => {
    const ends = await pair();
    const reported = async () =>
      (await fixture.events(caller)).filter(({ type }) => type.startsWith('contradiction')).at(-1)!.data;
    const { body } = await report(fixture, caller, ends);
    const { relationship_id: id } = (await reported()) as { relationship_id: string };
    const existing = randomUUID();
    const duplicate = {
      id,
      from_id: ends.source_memory_id,
      to_id: ends.target_memory_id,
      duplicate_of: existing,
    };
    const tombstone = event('relationship', 'relationship.deleted', caller.tenantId, 1, duplicate);
    const other = { ...duplicate, id: randomUUID(), duplicate_of: randomUUID() };
    await fixture.consume(
      'memory-contradictions',
      tombstone,
      event('relationship', 'relationship.deleted', caller.tenantId, 1, other),
      tombstone,
    );
    await resolve(fixture, caller, body.data.id, { resolution: 'keep_both' });
    expect(await reported()).toMatchObject({ id: body.data.id, relationship_id: existing });
  });

  test('ignores a relationship with a deleted memory', async () => {
    const { source_memory_id: a } = await pair();
    await publish(contradicts(a, randomUUID()));
    expect(await listed(a)).toEqual([]);
  });
});
