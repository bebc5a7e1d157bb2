import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Caller } from '@loci/core';
import { testCaller } from '@loci/testing';
import { UNAUTHORIZED_CALLERS, startMemoryService } from '../memory-service.fixture.ts';
import type { ApiResponse, MemoryFixture } from '../memory-service.fixture.ts';

const caller = testCaller();
let fixture: MemoryFixture;
beforeAll(async () => {
  fixture = await startMemoryService();
});
afterAll(() => fixture.close());

const create = async (body: unknown, as = caller): Promise<ApiResponse> =>
  (await fixture
    .as(as)
    .post('/api/v2/memories')
    .send(body as object)) as ApiResponse;

describe('POST /api/v2/memories', () => {
  test('returns 201 with a new memory that has default values', async () => {
    const { status, body } = await create({ content: 'The sky is blue.' });
    expect(status).toBe(201);
    expect(body).toEqual({
      status: 'success',
      data: {
        id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
        content: 'The sky is blue.',
        memory_type: 'fact',
        importance: 0.5,
        confidence: 0.8,
        surprise_score: 0.5,
        source_type: 'direct_input',
        user_id: caller.userId,
        access_count: 0,
        last_accessed: null,
        created_at: expect.any(String),
        occurred_at: expect.any(String),
        updated_at: expect.any(String),
        metadata: {},
        embedding_status: 'pending',
        relationships: [],
        tags: [],
        lifecycle_state: 'active',
        version: 1,
        is_active: true,
        valid_from: null,
        valid_until: null,
        validity: 'current',
        expires_at: null,
        pinned: false,
      },
      meta: { timestamp: expect.any(String), version: '2.0.0', request_id: 'test-request' },
    });
    expect(body.data['updated_at']).toBe(body.data['created_at']);
    expect(body.data['occurred_at']).toBe(body.data['created_at']);
  });

  test('stores the time of the described event in addition to the creation time', async () => {
    const { body } = await create({
      content: 'The bridge opened.',
      occurred_at: '1932-03-19T10:00:00+10:00',
    });
    expect(body.data['occurred_at']).toBe('1932-03-19T00:00:00.000Z');
    expect(Date.parse(body.data['created_at'] as string)).toBeGreaterThan(Date.UTC(2020, 0, 1));
  });

  test.each([['1932'], ['yesterday'], ['2026-02-30'], [5]])(
    'rejects the event time %j with 422',
    async (occurred_at) => {
      const { status, body } = await create({ content: 'Never stored.', occurred_at });
      expect([status, Object.keys(body.error.field_errors ?? {})]).toEqual([422, ['occurred_at']]);
    },
  );

  test('stores the given type, importance, confidence, source type and metadata', async () => {
    const { body } = await create({
      content: 'c',
      memory_type: 'strategy',
      importance: 0,
      confidence: 1,
      source_type: 'web_scrape',
      metadata: { url: 'https://example.org', deep: [{ n: 1.5e300 }] },
    });
    expect(body.data).toMatchObject({
      memory_type: 'strategy',
      importance: 0,
      confidence: 1,
      source_type: 'web_scrape',
      metadata: { url: 'https://example.org', deep: [{ n: 1.5e300 }] },
    });
  });

  test('stores the distinct valid tags in normalized form, sorted by name', async () => {
    const { body } = await create({
      content: 'c',
      tags: ['Zeta', 'My Project', 'my_project', '!!!', '', 'a'.repeat(101), 'ok'],
    });
    expect(body.data['tags']).toEqual(['my-project', 'ok', 'zeta']);
  });

  test('names skipped and transliterated tags in meta.warnings', async () => {
    const { body } = await create({ content: 'c', tags: ['Ünïcode', 'Tea', '!!'] });
    expect(body.data['tags']).toEqual(['tea', 'unicode']);
    expect(body.meta.warnings).toEqual([
      'The tag "Ünïcode" is stored as "unicode".',
      expect.stringContaining('The tag "!!" was skipped.'),
    ]);
  });

  test('returns no meta.warnings if tags change only in their case', async () => {
    const { body } = await create({ content: 'c', tags: ['Tea', 'milk'] });
    expect(body.meta).not.toHaveProperty('warnings');
  });

  test('accepts more than 10 tags if at most 10 are distinct after normalization', async () => {
    const tags = Array.from({ length: 10 }, (_, i) => `t${i}`);
    expect((await create({ content: 'c', tags: [...tags, 'T1', 't 2'.replace(' ', '')] })).status).toBe(201);
  });

  test('accepts 10,000 emoji as content, because the limit counts code points', async () => {
    const { status, body } = await create({ content: '😀'.repeat(10_000) });
    expect(status).toBe(201);
    expect(body.data['content']).toBe('😀'.repeat(10_000));
  });

  test('ignores unknown fields of the body', async () => {
    const { status, body } = await create({
      content: 'c',
      id: 'x',
      version: 7,
      tenant_id: 'y',
      color: 'red',
    });
    expect(status).toBe(201);
    expect(body.data['version']).toBe(1);
    expect(body.data).not.toHaveProperty('color');
  });

  test('stores a memory.created event with the state of the memory', async () => {
    const as = testCaller();
    const { body } = await create({ content: 'c', tags: ['x'], metadata: { conversation_id: 'talk' } }, as);
    const [stored, ...more] = await fixture.events(as);
    expect(more).toEqual([]);
    expect(stored).toMatchObject({
      type: 'memory.created',
      aggregate_type: 'memory',
      aggregate_id: body.data['id'],
      tenant_id: as.tenantId,
      revision: 1,
      data: {
        id: body.data['id'],
        content: 'c',
        tags: ['x'],
        conversation_id: 'talk',
        content_revision: 1,
        is_active: true,
      },
    });
  });

  describe('a memory of type conversation without conversation_id', () => {
    const START = new Date('2026-01-01T10:00:00Z');
    const afterMinutes = (minutes: number) => new Date(START.getTime() + minutes * 60_000);
    afterEach(() => {
      fixture.clock.now = null;
    });

    /** Stores a conversation memory at the given time. Returns its id and conversation id. */
    const say = async (as: Caller, at: Date) => {
      fixture.clock.now = at;
      const { body } = await create({ content: 'c', memory_type: 'conversation' }, as);
      const event = (await fixture.events(as)).at(-1)!;
      return { id: body.data['id'], conversationId: event.data['conversation_id'] };
    };

    test('starts a conversation whose id is the id of the memory', async () => {
      const first = await say(testCaller({ via: 'oauth' }), START);
      expect(first.conversationId).toBe(first.id);
    });

    test('continues the conversation of a memory that the same user stored 30 minutes before', async () => {
      const ada = testCaller({ via: 'oauth' });
      const first = await say(ada, START);
      expect((await say(ada, afterMinutes(30))).conversationId).toBe(first.id);
    });

    test('starts another conversation if the previous memory is more than 30 minutes old', async () => {
      const ada = testCaller({ via: 'oauth' });
      await say(ada, START);
      const later = await say(ada, afterMinutes(30.001));
      expect(later.conversationId).toBe(later.id);
    });

    test('does not continue the conversation of another user', async () => {
      const ada = testCaller({ via: 'oauth' });
      await say(ada, START);
      const other = await say({ ...ada, userId: 'someone-else' }, START);
      expect(other.conversationId).toBe(other.id);
    });

    test('does not belong to a conversation if the caller uses an API key', async () => {
      const ada = testCaller({ via: 'key' });
      expect((await say(ada, START)).conversationId).toBeNull();
    });
  });
});

describe('POST /api/v2/memories authorization', () => {
  test('rejects a request without a token with 401 AUTH_UNAUTHORIZED', async () => {
    const response = (await fixture.as(null).post('/api/v2/memories').send({ content: 'c' })) as ApiResponse;
    expect([response.status, response.body.error.code]).toEqual([401, 'AUTH_UNAUTHORIZED']);
  });

  test.each(UNAUTHORIZED_CALLERS.write)('rejects %s with 403 %s', async (_who, code, as) => {
    const { status, body } = await create({ content: 'c' }, as);
    expect([status, body.error.code]).toEqual([403, code]);
  });

  test.each(['identity_core', 'personality_trait'])(
    'rejects the protected type %s with a 403 error that names the type',
    async (type) => {
      const { status, body } = await create({ content: 'c', memory_type: type });
      expect([status, body.error.code]).toEqual([403, 'AUTH_FORBIDDEN']);
      expect(body.error.message).toContain(type);
    },
  );
});

describe('POST /api/v2/memories with a checkpoint name that is taken', () => {
  const checkpoint = { content: 'c', memory_type: 'checkpoint', metadata: { name: 'release' } };
  const owner = testCaller();
  beforeAll(async () => {
    await create(checkpoint, owner);
  });

  test('rejects a checkpoint with a 409 error whose details name the existing checkpoint', async () => {
    const { status, body } = await create(checkpoint, owner);
    expect([status, body.error.code]).toEqual([409, 'RES_ALREADY_EXISTS']);
    expect(body.error.details).toMatchObject({ resource_type: 'checkpoint', identifier: 'release' });
    expect(await fixture.events(owner)).toHaveLength(1);
  });

  test('accepts the checkpoint name in another tenant', async () => {
    expect((await create(checkpoint, testCaller())).status).toBe(201);
  });

  test('accepts a memory of another type with the same metadata', async () => {
    const as = testCaller();
    await create(checkpoint, as);
    expect((await create({ ...checkpoint, memory_type: 'fact' }, as)).status).toBe(201);
  });
});

describe('POST /api/v2/memories with an invalid body', () => {
  const long = 'a'.repeat(10_001);
  test.each([
    ['missing content', {}, 'VAL_FIELD_REQUIRED', 'content'],
    ['content of 10,001 characters', { content: long }, 'VAL_FIELD_TOO_LONG', 'content'],
    ['empty content', { content: '' }, 'VAL_FIELD_INVALID', 'content'],
    ['content of whitespace', { content: ' \n\u00a0' }, 'VAL_FIELD_INVALID', 'content'],
    ['a number as content', { content: 5 }, 'VAL_FIELD_INVALID', 'content'],
    ['null as content', { content: null }, 'VAL_FIELD_INVALID', 'content'],
    ['content with a NUL character', { content: 'a\u0000b' }, 'VAL_FIELD_INVALID', 'content'],
    ['content with a lone surrogate', { content: 'a\ud800b' }, 'VAL_FIELD_INVALID', 'content'],
    [
      'nested metadata with a NUL character',
      { content: 'c', metadata: { a: ['\u0000'] } },
      'VAL_FIELD_INVALID',
      'metadata.a.0',
    ],
    ['an unknown memory_type', { content: 'c', memory_type: 'x' }, 'VAL_ENUM_INVALID', 'memory_type'],
    ['an unknown source_type', { content: 'c', source_type: 'x' }, 'VAL_ENUM_INVALID', 'source_type'],
    ['importance above 1', { content: 'c', importance: 1.01 }, 'VAL_FIELD_INVALID', 'importance'],
    ['a string as importance', { content: 'c', importance: '0.5' }, 'VAL_FIELD_INVALID', 'importance'],
    ['confidence below 0', { content: 'c', confidence: -0.1 }, 'VAL_FIELD_INVALID', 'confidence'],
    ['a string as tags', { content: 'c', tags: 'x' }, 'VAL_FIELD_INVALID', 'tags'],
    [
      'more than 10 distinct tags',
      { content: 'c', tags: Array.from({ length: 11 }, (_, i) => `t${i}`) },
      'VAL_VALIDATION_FAILED',
      'tags',
    ],
    ['an array as metadata', { content: 'c', metadata: [] }, 'VAL_FIELD_INVALID', 'metadata'],
    [
      'a checkpoint without a name',
      { content: 'c', memory_type: 'checkpoint' },
      'VAL_FIELD_REQUIRED',
      'metadata.name',
    ],
    [
      'a checkpoint whose name is a number',
      { content: 'c', memory_type: 'checkpoint', metadata: { name: 5 } },
      'VAL_FIELD_INVALID',
      'metadata.name',
    ],
  ])('rejects %s with 422', async (_what, body, code, field) => {
    const response = await create(body);
    expect([response.status, response.body.error.code]).toEqual([422, code]);
    expect(Object.keys(response.body.error.field_errors ?? {})).toEqual([field]);
  });

  test('returns the limit and the actual length of content that is too long', async () => {
    const { body } = await create({ content: '😀'.repeat(10_001) });
    expect(body.error.details).toEqual({ field: 'content', max_length: 10_000, actual_length: 10_001 });
  });

  test('returns the allowed values of an enumeration', async () => {
    const { body } = await create({ content: 'c', memory_type: 'x' });
    expect(body.error.details).toMatchObject({
      allowed_values: expect.arrayContaining(['fact', 'strategy']),
    });
  });

  test('returns VAL_VALIDATION_FAILED and all invalid fields if the fields have different errors', async () => {
    const { status, body } = await create({ importance: 2, memory_type: 'x' });
    expect([status, body.error.code]).toEqual([422, 'VAL_VALIDATION_FAILED']);
    expect(Object.keys(body.error.field_errors!).sort()).toEqual(['content', 'importance', 'memory_type']);
  });

  test.each([
    ['malformed JSON', '{"content":', 'VAL_VALIDATION_FAILED'],
    [
      'JSON of more than 64 levels',
      `{"content":"c","metadata":{"deep":${'['.repeat(65)}${']'.repeat(65)}}}`,
      'VAL_VALIDATION_FAILED',
    ],
    ['a number beyond the range of doubles', '{"content":"c","importance":1e999}', 'VAL_FIELD_INVALID'],
  ])('rejects %s with 422', async (_what, json, code) => {
    const response = (await fixture
      .as(caller)
      .post('/api/v2/memories')
      .set('content-type', 'application/json')
      .send(json)) as ApiResponse;
    expect([response.status, response.body.error.code]).toEqual([422, code]);
  });

  test('rejects a body whose content type is not JSON with 415', async () => {
    const response = (await fixture
      .as(caller)
      .post('/api/v2/memories')
      .set('content-type', 'text/plain')
      .send('hello')) as ApiResponse;
    expect([response.status, response.body.error.code]).toEqual([415, 'VAL_VALIDATION_FAILED']);
  });

  test('rejects a body of more than 2 MiB with 413 VAL_FIELD_TOO_LONG', async () => {
    const { status, body } = await create({ content: 'c', metadata: { x: 'x'.repeat(2 * 1024 * 1024) } });
    expect([status, body.error.code]).toEqual([413, 'VAL_FIELD_TOO_LONG']);
  });
});

describe('POST /api/v2/memories with metadata keys that JavaScript objects inherit', () => {
  const createWith = async (metadata: string): Promise<ApiResponse> =>
    (await fixture
      .as(caller)
      .post('/api/v2/memories')
      .set('content-type', 'application/json')
      .send(`{"content":"c","metadata":${metadata}}`)) as ApiResponse;

  test('stores the metadata keys constructor, toString and hasOwnProperty like other keys', async () => {
    const { status, body } = await createWith('{"constructor":1,"toString":"x","hasOwnProperty":{"a":[]}}');
    expect(status).toBe(201);
    expect(body.data['metadata']).toEqual({ constructor: 1, toString: 'x', hasOwnProperty: { a: [] } });
  });

  test('does not pollute the prototype of objects with the metadata key __proto__', async () => {
    expect((await createWith('{"__proto__":{"polluted":true}}')).status).toBe(201);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});
