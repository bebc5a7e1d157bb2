import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { testCaller } from '@loci/testing';
import { startMemoryService, storeMemory } from '../memory-service.fixture.ts';
import type { ApiResponse, MemoryFixture } from '../memory-service.fixture.ts';

const caller = testCaller();
let fixture: MemoryFixture;
beforeAll(async () => {
  fixture = await startMemoryService();
});
afterAll(() => fixture.close());

type WithHeaders = ApiResponse & { headers: Record<string, string>; text: string };
type Headers = Record<string, string>;
type Operation = 'put' | 'delete' | 'evolve';

const get = async (id: string, headers: Headers = {}, query = '', as = caller): Promise<WithHeaders> =>
  (await fixture.as(as).get(`/api/v2/memories/${id}${query}`).set(headers)) as unknown as WithHeaders;
const etagOf = async (id: string): Promise<string> => (await get(id)).headers['etag']!;

const BODIES: Record<Operation, (text: string) => object | undefined> = {
  put: (text) => ({ content: text }),
  delete: () => undefined,
  evolve: (text) => ({ new_content: text, evolution_type: 'update' }),
};
async function change(
  operation: Operation,
  id: string,
  headers: Headers,
  { text = 'Ada prefers coffee.', as = caller, query = '' } = {},
): Promise<WithHeaders> {
  const path = `/api/v2/memories/${id}${operation === 'evolve' ? '/evolve' : ''}${query}`;
  const method = operation === 'evolve' ? 'post' : operation;
  const response = await fixture.as(as)[method](path).set(headers).send(BODIES[operation](text));
  return response as unknown as WithHeaders;
}
const put = (id: string, headers: Headers, text?: string) =>
  change('put', id, headers, text === undefined ? {} : { text });

describe('ETag of a memory', () => {
  test('is strong, and the same in the responses that create, update and get the memory', async () => {
    const created = (await fixture
      .as(caller)
      .post('/api/v2/memories')
      .send({ content: 'Ada prefers tea.', check_similar: true })) as unknown as WithHeaders;
    const { id } = created.body.data as { id: string };
    expect(created.headers['etag']).toMatch(/^"1-[0-9a-z]+"$/);
    expect(await etagOf(id)).toBe(created.headers['etag']);
    const updated = await put(id, {});
    expect(updated.headers['etag']).toMatch(/^"2-[0-9a-z]+"$/);
    expect(await etagOf(id)).toBe(updated.headers['etag']);
  });

  test('changes with the tags and with an evolution, but not with an update that changes no value', async () => {
    const { id } = await storeMemory(fixture, caller);
    const etags = [await etagOf(id)];
    await put(id, {}, 'Ada prefers tea.');
    etags.push(await etagOf(id));
    await fixture
      .as(caller)
      .post(`/api/v2/memories/${id}/tags`)
      .send({ tags: ['x'] });
    etags.push(await etagOf(id));
    await change('evolve', id, {});
    etags.push(await etagOf(id));
    expect(etags[1]).toBe(etags[0]);
    expect(new Set(etags).size).toBe(3);
  });

  test('is absent from states of the past', async () => {
    const { id } = await storeMemory(fixture, caller);
    const response = await get(id, {}, `?known_at=${new Date().toISOString()}`);
    expect([response.status, response.headers['etag']]).toEqual([200, undefined]);
  });

  test('is part of the response that an idempotency key repeats', async () => {
    const { id } = await storeMemory(fixture, caller);
    const headers = { 'idempotency-key': randomUUID(), 'if-match': await etagOf(id) };
    const first = await put(id, headers);
    const repeated = await put(id, headers);
    expect([first.status, repeated.status, repeated.headers['idempotency-replayed']]).toEqual([
      200,
      200,
      'true',
    ]);
    expect(repeated.headers['etag']).toBe(first.headers['etag']);
  });
});

describe('If-None-Match', () => {
  test('returns 304 without a body while the memory has the ETag', async () => {
    const { id } = await storeMemory(fixture, caller);
    const etag = await etagOf(id);
    for (const value of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const response = await get(id, { 'if-none-match': value });
      expect([response.status, response.text, response.headers['etag']]).toEqual([304, '', etag]);
    }
    await put(id, {});
    expect((await get(id, { 'if-none-match': etag })).status).toBe(200);
  });

  test('returns 404 instead of 304 for a memory of another tenant', async () => {
    const { id } = await storeMemory(fixture, caller);
    const response = await get(id, { 'if-none-match': '*' }, '', testCaller());
    expect(response.status).toBe(404);
  });

  test('rejects a malformed value with 422', async () => {
    const { id } = await storeMemory(fixture, caller);
    const { status, body } = await get(id, { 'if-none-match': 'abc' });
    expect([status, body.error.code, body.error.field_errors]).toEqual([
      422,
      'VAL_FIELD_INVALID',
      {
        'if-none-match': ['The header if-none-match must be * or a comma-separated list of quoted ETags.'],
      },
    ]);
  });
});

describe('If-Match', () => {
  const operations: Operation[] = ['put', 'delete', 'evolve'];

  test.each(operations)('%s fails with 412 for an older ETag, and changes nothing', async (operation) => {
    const { id } = await storeMemory(fixture, caller);
    const old = await etagOf(id);
    await put(id, {}, 'Ada prefers water.');
    const before = await get(id);
    const { status, body } = await change(operation, id, { 'if-match': old });
    expect([status, body.error]).toEqual([
      412,
      {
        code: 'RES_PRECONDITION_FAILED',
        message:
          'The memory was changed after the client read it. Read it again, and repeat the request with its new ETag.',
        details: { resource_type: 'memory', resource_id: id, etag: before.headers['etag'] },
        field_errors: null,
      },
    ]);
    const after = await get(id);
    expect([after.headers['etag'], after.body.data['content'], after.body.data['is_active']]).toEqual([
      before.headers['etag'],
      'Ada prefers water.',
      true,
    ]);
  });

  test.each(operations)(
    '%s succeeds for the current ETag, for a list with it, and for *',
    async (operation) => {
      for (const format of [
        (etag: string) => etag,
        (etag: string) => `W/${etag}`,
        (etag: string) => `"other", ${etag}`,
        () => '*',
      ]) {
        const { id } = await storeMemory(fixture, caller);
        const { status } = await change(operation, id, { 'if-match': format(await etagOf(id)) });
        expect(status).toBe(operation === 'evolve' ? 201 : 200);
      }
    },
  );

  test.each(operations)('%s rejects a malformed value with 422, and changes nothing', async (operation) => {
    const { id } = await storeMemory(fixture, caller);
    const etag = await etagOf(id);
    for (const value of [etag.replaceAll('"', ''), `${etag},`, `*, ${etag}`]) {
      const { status, body } = await change(operation, id, { 'if-match': value });
      expect([status, body.error.code, Object.keys(body.error.field_errors!)]).toEqual([
        422,
        'VAL_FIELD_INVALID',
        ['if-match'],
      ]);
    }
    expect(await etagOf(id)).toBe(etag);
  });

  test.each(operations)('%s returns 404 for a memory of another tenant', async (operation) => {
    const { id } = await storeMemory(fixture, caller);
    const response = await change(operation, id, { 'if-match': '*' }, { as: testCaller() });
    expect(response.status).toBe(404);
  });

  test('does not erase the revisions of a memory that was already deleted', async () => {
    const { id } = await storeMemory(fixture, caller);
    await change('delete', id, {});
    const erase = (headers: Headers) => change('delete', id, headers, { query: '?erase=true' });
    expect((await erase({ 'if-match': '*' })).status).toBe(404);
    expect((await erase({})).status).toBe(200);
  });

  test.each([
    ['updates', ['put']],
    ['evolutions', ['evolve']],
    ['deletions', ['delete']],
    ['different changes', operations],
  ] as [string, Operation[]][])(
    'exactly one of 12 concurrent %s with the same ETag succeeds',
    async (_, mixed) => {
      for (let round = 0; round < 3; round++) {
        const { id } = await storeMemory(fixture, caller);
        const etag = await etagOf(id);
        const statuses = await Promise.all(
          Array.from({ length: 12 }, async (__, index) => {
            const operation = mixed[index % mixed.length]!;
            const text = `Ada prefers drink ${index}.`;
            return (await change(operation, id, { 'if-match': etag }, { text })).status;
          }),
        );
        const succeeded = statuses.filter((status) => status < 300);
        expect(succeeded).toHaveLength(1);
        // A deleted memory is not found.
        expect(statuses.filter((status) => ![200, 201, 404, 412].includes(status))).toEqual([]);
      }
    },
  );
});
