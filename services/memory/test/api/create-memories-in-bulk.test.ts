import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { testCaller } from '@loci/testing';
import { UNAUTHORIZED_CALLERS, startMemoryService } from '../memory-service.fixture.ts';
import type { ApiResponse, MemoryFixture } from '../memory-service.fixture.ts';

interface BulkData {
  created: number;
  failed: number;
  results: { index: number; status: string; id?: string; error?: Record<string, unknown> }[];
}

let fixture: MemoryFixture;
beforeAll(async () => {
  fixture = await startMemoryService();
});
afterAll(() => fixture.close());

const send = async (body: unknown, as = testCaller()): Promise<ApiResponse<BulkData>> =>
  (await fixture
    .as(as)
    .post('/api/v2/memories/bulk')
    .send(body as object)) as ApiResponse<BulkData>;

const checkpoint = (name: string) => ({ content: 'c', memory_type: 'checkpoint', metadata: { name } });

describe('POST /api/v2/memories/bulk', () => {
  test('returns 201 with the ids of the new memories in the order of the request', async () => {
    const caller = testCaller();
    const memories = Array.from({ length: 1_000 }, (_, i) => ({ content: `Memory ${i}.` }));
    const { status, body } = await send({ memories }, caller);
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ created: 1_000, failed: 0 });
    const ids = body.data.results.map(({ id }) => id!);
    expect(ids).toEqual([...new Set(ids)].sort());
    const { body: list } = await fixture.as(caller).get('/api/v2/memories?sort=created_at&per_page=2');
    expect(list.data.items.map(({ content }: { content: string }) => content)).toEqual([
      'Memory 0.',
      'Memory 1.',
    ]);
  });

  test('names skipped and changed tags of created memories in meta.warnings', async () => {
    const { body } = await send({
      memories: [
        { content: 'a', tags: ['Ünïcode'] },
        { content: '', tags: ['Größe'] },
        { content: 'b', memory_type: 'identity_core', tags: ['Größe'] },
        { content: 'c', tags: ['tea', '!!'] },
      ],
    });
    expect(body.data).toMatchObject({ created: 2, failed: 2 });
    expect(body.meta.warnings).toEqual([
      'Element 0: The tag "Ünïcode" is stored as "unicode".',
      expect.stringContaining('Element 3: The tag "!!" was skipped.'),
    ]);
  });

  test('returns at most 50 meta.warnings for many changed tags', async () => {
    const memories = Array.from({ length: 1_000 }, () => ({ content: 'c', tags: ['Größe'] }));
    const { warnings } = (await send({ memories })).body.meta;
    expect(warnings).toHaveLength(50);
    expect(warnings!.at(-1)).toBe('951 more warnings are not listed.');
  });

  test('stores every field like POST /api/v2/memories', async () => {
    const caller = testCaller();
    const memory = {
      content: 'Schöne Grüße, 日本 "quoted" \\ and\nlines',
      memory_type: 'insight',
      importance: 0.25,
      confidence: 1,
      source_type: 'api_import',
      metadata: { deep: [{ n: 1.5e300, s: 'a"b' }], conversation_id: 'chat-1' },
      tags: ['My Project', 'zeta', 'alpha'],
    };
    const single = await fixture.as(caller).post('/api/v2/memories').send(memory);
    const { body } = await send({ memories: [memory] }, caller);
    const bulk = await fixture.as(caller).get(`/api/v2/memories/${body.data.results[0]!.id}`);
    const {
      id: _id,
      created_at: _created,
      occurred_at: _occurred,
      updated_at: _updated,
      ...expected
    } = single.body.data;
    expect(bulk.body.data).toMatchObject({
      ...expected,
      access_count: bulk.body.data.access_count,
      last_accessed: bulk.body.data.last_accessed,
    });
  });

  test('publishes one memory.created event per memory, in order', async () => {
    const caller = testCaller();
    const { body } = await send({ memories: [{ content: 'a' }, { content: 'b' }] }, caller);
    const events = await fixture.events(caller);
    expect(events.map(({ type, aggregate_id: id }) => [type, id])).toEqual(
      body.data.results.map(({ id }) => ['memory.created', id]),
    );
  });

  test('counts each tag once per memory', async () => {
    const caller = testCaller();
    await send(
      {
        memories: [
          { content: 'a', tags: ['tea', 'milk'] },
          { content: 'b', tags: ['Tea'] },
        ],
      },
      caller,
    );
    const { body } = await fixture.as(caller).get('/api/v2/tags');
    expect(
      body.data.items.map(({ name, usage_count: count }: { name: string; usage_count: number }) => [
        name,
        count,
      ]),
    ).toEqual([
      ['tea', 2],
      ['milk', 1],
    ]);
  });

  test('creates the valid memories of a request even if other memories are invalid', async () => {
    const caller = testCaller();
    const memories = [
      { content: 'valid' },
      { content: '' },
      { content: 'x', memory_type: 'identity_core' },
      { content: 'x', memory_type: 'checkpoint' },
      'no object',
      { content: 'also valid' },
    ];
    const { status, body } = await send({ memories }, caller);
    expect([status, body.data.created, body.data.failed]).toEqual([201, 2, 4]);
    expect(body.data.results.map((result) => result.error?.['code'] ?? result.status)).toEqual([
      'created',
      'VAL_FIELD_INVALID',
      'AUTH_FORBIDDEN',
      'VAL_FIELD_REQUIRED',
      'VAL_FIELD_INVALID',
      'created',
    ]);
    for (const [index, memory] of memories.entries()) {
      const single = await fixture
        .as(testCaller())
        .post('/api/v2/memories')
        .send(memory as object);
      if (index === 4 || single.status === 201) continue;
      const { code, message, details, field_errors } = single.body.error;
      expect(body.data.results[index]!.error).toEqual({ code, message, details, field_errors });
    }
    expect(await fixture.events(caller)).toHaveLength(2);
  });

  test('returns 200 if no element is valid', async () => {
    const { status, body } = await send({ memories: [{ content: '' }, {}] });
    expect([status, body.data.created, body.data.failed]).toEqual([200, 0, 2]);
  });

  test('lists the invalid fields of only the first elements, so that the response stays small', async () => {
    const memories = Array.from({ length: 1_000 }, () => ({ tags: Array.from({ length: 40 }, () => 1) }));
    const { body } = await send({ memories });
    const listed = body.data.results.filter(({ error }) => error!['field_errors'] !== null);
    expect(listed).toHaveLength(2);
    expect(body.data.failed).toBe(1_000);
  });

  describe('with checkpoints', () => {
    test('returns 409 RES_ALREADY_EXISTS for a name that is stored or repeated', async () => {
      const caller = testCaller();
      await fixture.as(caller).post('/api/v2/memories').send(checkpoint('taken'));
      const { body } = await send(
        { memories: [checkpoint('taken'), checkpoint('new'), checkpoint('new'), { content: 'x' }] },
        caller,
      );
      expect(body.data.results.map((result) => result.error?.['code'] ?? result.status)).toEqual([
        'RES_ALREADY_EXISTS',
        'created',
        'RES_ALREADY_EXISTS',
        'created',
      ]);
      expect(await fixture.events(caller)).toHaveLength(3);
    });

    test('creates each name once if two requests use the same names in opposite orders', async () => {
      const caller = testCaller();
      for (let round = 0; round < 20; round++) {
        const names = Array.from({ length: 20 }, (_, i) => `${round}-${i}`);
        const responses = await Promise.all([
          send({ memories: names.map(checkpoint) }, caller),
          send({ memories: names.reverse().map(checkpoint) }, caller),
        ]);
        expect(responses.map(({ body }) => body.data.created).reduce((a, b) => a + b)).toBe(20);
      }
    });
  });

  describe('with atomic', () => {
    test('creates all memories if every element is valid', async () => {
      const { status, body } = await send({ atomic: true, memories: [{ content: 'a' }, { content: 'b' }] });
      expect([status, body.data.created]).toEqual([201, 2]);
    });

    test('returns the first error, without creating a memory, if an element is invalid', async () => {
      const caller = testCaller();
      const { status, body } = await send(
        { atomic: true, memories: [{ content: 'a' }, { content: 'b', importance: 2 }, {}] },
        caller,
      );
      expect([status, body.error.code]).toEqual([422, 'VAL_FIELD_INVALID']);
      expect(body.error.message).toMatch(/^Nothing was created\. Element 1: importance: /);
      expect(body.error.details!['errors']).toMatchObject([{ index: 1 }, { index: 2 }]);
      expect(body.error.field_errors).toHaveProperty(['2.content']);
      expect(await fixture.events(caller)).toEqual([]);
    });

    test('creates nothing if the name of a checkpoint is taken', async () => {
      const caller = testCaller();
      await fixture.as(caller).post('/api/v2/memories').send(checkpoint('taken'));
      const { status, body } = await send(
        { atomic: true, memories: [{ content: 'a', tags: ['left-over'] }, checkpoint('taken')] },
        caller,
      );
      expect([status, body.error.code]).toEqual([409, 'RES_ALREADY_EXISTS']);
      expect(await fixture.events(caller)).toHaveLength(1);
      expect((await fixture.as(caller).get('/api/v2/memories')).body.data.pagination.total).toBe(1);
      expect((await fixture.as(caller).get('/api/v2/tags')).body.data.items).toEqual([]);
    });
  });

  describe('with conversation memories of a user', () => {
    const turn = (metadata = {}) => ({ content: 'turn', memory_type: 'conversation', metadata });

    test('assigns a turn to the conversation of the preceding turn in the request', async () => {
      const caller = testCaller({ via: 'oauth' });
      await send({ memories: [turn(), turn(), turn({ conversation_id: 'chat' }), turn()] }, caller);
      const [first, ...others] = (await fixture.events(caller)).map(({ data }) => data['conversation_id']);
      expect(first).toMatch(/^[0-9a-f-]{36}$/);
      expect(others).toEqual([first, 'chat', 'chat']);
    });

    test('assigns the first turn to the conversation of the turn that was stored before', async () => {
      const caller = testCaller({ via: 'oauth' });
      await fixture
        .as(caller)
        .post('/api/v2/memories')
        .send(turn({ conversation_id: 'before' }));
      await send({ memories: [turn()] }, caller);
      expect((await fixture.events(caller)).map(({ data }) => data['conversation_id'])).toEqual([
        'before',
        'before',
      ]);
    });
  });

  test.each([
    ['no elements', { memories: [] }, 'VAL_VALIDATION_FAILED'],
    ['1,001 elements', { memories: Array(1_001).fill({ content: 'x' }) }, 'VAL_VALIDATION_FAILED'],
    ['no memories field', {}, 'VAL_FIELD_REQUIRED'],
    ['an atomic flag that is a string', { memories: [{ content: 'x' }], atomic: 'yes' }, 'VAL_FIELD_INVALID'],
  ])('rejects a body with %s with 422', async (_, given, code) => {
    const { status, body } = await send(given);
    expect([status, body.error.code]).toEqual([422, code]);
  });

  test('rejects a body of more than 8 MiB with 413', async () => {
    const { status } = await send({ memories: [{ content: 'x'.repeat(8 * 1024 * 1024) }] });
    expect(status).toBe(413);
  });

  test.each(UNAUTHORIZED_CALLERS.write)('responds to %s with 403', async (_, code, as) => {
    const { status, body } = await send({ memories: [{ content: 'x' }] }, as);
    expect([status, body.error.code]).toEqual([403, code]);
  });
});
