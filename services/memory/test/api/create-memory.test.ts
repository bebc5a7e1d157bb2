import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
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

describe('POST /api/v2/memories 201', () => {
  test('defaults on create: fact, importance 0.5, confidence 0.8, direct_input, {}, surprise 0.5', async () => {
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
        updated_at: expect.any(String),
        metadata: {},
        embedding_status: 'pending',
        relationships: [],
        tags: [],
        lifecycle_state: 'active',
        version: 1,
        is_active: true,
      },
      meta: { timestamp: expect.any(String), version: '2.0.0', request_id: 'test-request' },
    });
    expect(body.data['updated_at']).toBe(body.data['created_at']);
  });

  test('source_type and metadata are accepted on create as well', async () => {
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

  test('tags are normalised, distinct and sorted; invalid tags are silently skipped', async () => {
    const { body } = await create({
      content: 'c',
      tags: ['Zeta', 'My Project', 'my_project', '!!!', '', 'a'.repeat(101), 'ok'],
    });
    expect(body.data['tags']).toEqual(['my-project', 'ok', 'zeta']);
  });

  test('ten distinct tags after normalisation are possible', async () => {
    const tags = Array.from({ length: 10 }, (_, i) => `t${i}`);
    expect((await create({ content: 'c', tags: [...tags, 'T1', 't 2'.replace(' ', '')] })).status).toBe(201);
  });

  test('content length is counted in Unicode code points: 10,000 emoji fit', async () => {
    const { status, body } = await create({ content: '😀'.repeat(10_000) });
    expect(status).toBe(201);
    expect(body.data['content']).toBe('😀'.repeat(10_000));
  });

  test('unknown body fields are ignored', async () => {
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

  test('stores the memory and its memory.created event, which holds the whole state', async () => {
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

  test("an OAuth token's conversation goes on within 30 minutes, with the same user only", async () => {
    const ada = testCaller({ via: 'oauth' });
    const conversations = async (): Promise<unknown[]> =>
      (await fixture.events(ada)).map((stored) => stored.data['conversation_id']);
    const say = (as = ada) => create({ content: 'c', memory_type: 'conversation' }, as);
    try {
      fixture.clock.now = new Date('2026-01-01T10:00:00Z');
      const first = (await say()).body.data['id'];
      fixture.clock.now = new Date('2026-01-01T10:30:00Z');
      await say();
      await say({ ...ada, userId: 'someone-else' });
      fixture.clock.now = new Date('2026-01-01T11:00:00.001Z');
      const later = (await say()).body.data['id'];
      const [a, b, other, c] = await conversations();
      expect([a, b]).toEqual([first, first]);
      expect(c).toBe(later);
      expect(other).not.toBe(first);
      await say({ ...ada, via: 'key' });
      expect((await conversations()).at(-1)).toBeNull();
    } finally {
      fixture.clock.now = null;
    }
  });
});

describe('POST /api/v2/memories 401 and 403', () => {
  test('without a token: AUTH_UNAUTHORIZED', async () => {
    const answer = (await fixture.as(null).post('/api/v2/memories').send({ content: 'c' })) as ApiResponse;
    expect([answer.status, answer.body.error.code]).toEqual([401, 'AUTH_UNAUTHORIZED']);
  });

  test.each(UNAUTHORIZED_CALLERS.write)('what the token lacks is named %#', async (as, code) => {
    const { status, body } = await create({ content: 'c' }, as);
    expect([status, body.error.code]).toEqual([403, code]);
  });

  test.each(['identity_core', 'personality_trait'])(
    'protected type %s: the message names it',
    async (type) => {
      const { status, body } = await create({ content: 'c', memory_type: type });
      expect([status, body.error.code]).toEqual([403, 'AUTH_FORBIDDEN']);
      expect(body.error.message).toContain(type);
    },
  );
});

describe('POST /api/v2/memories 409', () => {
  test('a checkpoint name is unique per tenant: RES_ALREADY_EXISTS with resource_type and identifier', async () => {
    const [one, two] = [testCaller(), testCaller()];
    const checkpoint = { content: 'c', memory_type: 'checkpoint', metadata: { name: 'release' } };
    expect((await create(checkpoint, one)).status).toBe(201);
    const { status, body } = await create(checkpoint, one);
    expect([status, body.error.code]).toEqual([409, 'RES_ALREADY_EXISTS']);
    expect(body.error.details).toMatchObject({ resource_type: 'checkpoint', identifier: 'release' });
    expect((await create(checkpoint, two)).status).toBe(201);
    expect(await fixture.events(one)).toHaveLength(1);
    expect((await create({ ...checkpoint, memory_type: 'fact' }, one)).status).toBe(201);
  });
});

describe('POST /api/v2/memories 422', () => {
  const long = 'a'.repeat(10_001);
  test.each([
    ['a missing required field', {}, 'VAL_FIELD_REQUIRED', 'content'],
    ['content over 10,000', { content: long }, 'VAL_FIELD_TOO_LONG', 'content'],
    ['empty content', { content: '' }, 'VAL_FIELD_INVALID', 'content'],
    ['content of a wrong type', { content: 5 }, 'VAL_FIELD_INVALID', 'content'],
    ['content null', { content: null }, 'VAL_FIELD_INVALID', 'content'],
    ['a NUL character', { content: 'a\u0000b' }, 'VAL_FIELD_INVALID', 'content'],
    ['a lone surrogate', { content: 'a\ud800b' }, 'VAL_FIELD_INVALID', 'content'],
    ['a NUL deep inside', { content: 'c', metadata: { a: ['\u0000'] } }, 'VAL_FIELD_INVALID', 'metadata.a.0'],
    ['a bad memory_type', { content: 'c', memory_type: 'x' }, 'VAL_ENUM_INVALID', 'memory_type'],
    ['a bad source_type', { content: 'c', source_type: 'x' }, 'VAL_ENUM_INVALID', 'source_type'],
    ['importance above 1', { content: 'c', importance: 1.01 }, 'VAL_FIELD_INVALID', 'importance'],
    ['importance as text', { content: 'c', importance: '0.5' }, 'VAL_FIELD_INVALID', 'importance'],
    ['confidence below 0', { content: 'c', confidence: -0.1 }, 'VAL_FIELD_INVALID', 'confidence'],
    ['tags that are no array', { content: 'c', tags: 'x' }, 'VAL_FIELD_INVALID', 'tags'],
    [
      'more than 10 distinct tags',
      { content: 'c', tags: Array.from({ length: 11 }, (_, i) => `t${i}`) },
      'VAL_VALIDATION_FAILED',
      'tags',
    ],
    ['metadata that is a list', { content: 'c', metadata: [] }, 'VAL_FIELD_INVALID', 'metadata'],
    [
      'a checkpoint without a name',
      { content: 'c', memory_type: 'checkpoint' },
      'VAL_FIELD_REQUIRED',
      'metadata.name',
    ],
    [
      'a checkpoint whose name is no text',
      { content: 'c', memory_type: 'checkpoint', metadata: { name: 5 } },
      'VAL_FIELD_INVALID',
      'metadata.name',
    ],
  ])('%s', async (_what, body, code, field) => {
    const answer = await create(body);
    expect([answer.status, answer.body.error.code]).toEqual([422, code]);
    expect(Object.keys(answer.body.error.field_errors ?? {})).toEqual([field]);
  });

  test('too long content says how long it may be and is', async () => {
    const { body } = await create({ content: '😀'.repeat(10_001) });
    expect(body.error.details).toEqual({ field: 'content', max_length: 10_000, actual_length: 10_001 });
  });

  test('a bad enum lists the allowed values', async () => {
    const { body } = await create({ content: 'c', memory_type: 'x' });
    expect(body.error.details).toMatchObject({
      allowed_values: expect.arrayContaining(['fact', 'strategy']),
    });
  });

  test('several kinds of problem together: VAL_VALIDATION_FAILED with each field named', async () => {
    const { status, body } = await create({ importance: 2, memory_type: 'x' });
    expect([status, body.error.code]).toEqual([422, 'VAL_VALIDATION_FAILED']);
    expect(Object.keys(body.error.field_errors!).sort()).toEqual(['content', 'importance', 'memory_type']);
  });

  test('malformed JSON, and a body of another content type', async () => {
    const post = () => fixture.as(caller).post('/api/v2/memories');
    const malformed = (await post()
      .set('content-type', 'application/json')
      .send('{"content":')) as ApiResponse;
    expect([malformed.status, malformed.body.error.code]).toEqual([422, 'VAL_VALIDATION_FAILED']);
    const text = (await post().set('content-type', 'text/plain').send('hello')) as ApiResponse;
    expect([text.status, text.body.error.code]).toEqual([422, 'VAL_VALIDATION_FAILED']);
    const deep = '['.repeat(65) + ']'.repeat(65);
    const nested = (await post()
      .set('content-type', 'application/json')
      .send(`{"content":"c","metadata":{"deep":${deep}}}`)) as ApiResponse;
    expect([nested.status, nested.body.error.code]).toEqual([422, 'VAL_VALIDATION_FAILED']);
    const huge = (await post()
      .set('content-type', 'application/json')
      .send('{"content":"c","importance":1e999}')) as ApiResponse;
    expect([huge.status, huge.body.error.code]).toEqual([422, 'VAL_FIELD_INVALID']);
  });
});

test('POST /api/v2/memories 413: a JSON body over 2 MiB is VAL_FIELD_TOO_LONG', async () => {
  const { status, body } = await create({ content: 'c', metadata: { x: 'x'.repeat(2 * 1024 * 1024) } });
  expect([status, body.error.code]).toEqual([413, 'VAL_FIELD_TOO_LONG']);
});

test('keys that mean something to JavaScript are metadata like others', async () => {
  const answer = (await fixture
    .as(caller)
    .post('/api/v2/memories')
    .set('content-type', 'application/json')
    .send(
      '{"content":"c","metadata":{"constructor":1,"toString":"x","hasOwnProperty":{"a":[]}}}',
    )) as ApiResponse;
  expect(answer.status).toBe(201);
  expect(answer.body.data['metadata']).toEqual({ constructor: 1, toString: 'x', hasOwnProperty: { a: [] } });
  const polluted = (await fixture
    .as(caller)
    .post('/api/v2/memories')
    .set('content-type', 'application/json')
    .send('{"content":"c","metadata":{"__proto__":{"polluted":true}}}')) as ApiResponse;
  expect(polluted.status).toBe(201);
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
});
