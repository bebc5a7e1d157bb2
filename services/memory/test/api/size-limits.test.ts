import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { MAX_LIST_BYTES } from '@loci/http';
import { testCaller } from '@loci/testing';
import { report } from '../contradiction-requests.fixture.ts';
import { startMemoryService, storeMemory } from '../memory-service.fixture.ts';
import type { ApiResponse, MemoryFixture } from '../memory-service.fixture.ts';

const LIMIT = 65_536;
/** Returns metadata with a size of exactly `bytes` as JSON. */
const metadataOf = (bytes: number): Record<string, string> => ({
  text: 'x'.repeat(bytes - '{"text":""}'.length),
});
/** Upper bound of the bytes of a response without its items. */
const ENVELOPE_BYTES = 4_096;

let fixture: MemoryFixture;
beforeAll(async () => {
  fixture = await startMemoryService();
});
afterAll(() => fixture.close());

const expectTooLong = (response: ApiResponse, actual: number): void => {
  expect([response.status, response.body.error.code]).toEqual([422, 'VAL_FIELD_TOO_LONG']);
  expect(response.body.error.details).toEqual({
    field: 'metadata',
    max_length: LIMIT,
    actual_length: actual,
  });
  expect(response.body.error.field_errors).toEqual({ metadata: [`Must be at most ${LIMIT} bytes as JSON.`] });
};

describe('the size limit of metadata', () => {
  const caller = testCaller();
  const send = async (method: 'post' | 'put', path: string, body: object): Promise<ApiResponse> =>
    (await fixture.as(caller)[method](path).send(body)) as ApiResponse;

  test('accepts at most 65,536 bytes of metadata in POST /memories', async () => {
    const create = (bytes: number) =>
      send('post', '/api/v2/memories', { content: 'x', metadata: metadataOf(bytes) });
    expect((await create(LIMIT)).status).toBe(201);
    expectTooLong(await create(LIMIT + 1), LIMIT + 1);
  });

  test('counts the UTF-8 bytes of metadata, not characters', async () => {
    const metadata = { text: '€'.repeat(LIMIT / 3) };
    expectTooLong(
      await send('post', '/api/v2/memories', { content: 'x', metadata }),
      Buffer.byteLength(JSON.stringify(metadata)),
    );
  });

  test('rejects 65 KiB of metadata in PUT /memories/{memory_id}', async () => {
    const { id } = await storeMemory(fixture, caller);
    expectTooLong(await send('put', `/api/v2/memories/${id}`, { metadata: metadataOf(66_560) }), 66_560);
  });

  test('rejects 65 KiB of metadata in POST /memories/contradictions', async () => {
    const [a, b] = [await storeMemory(fixture, caller), await storeMemory(fixture, caller)];
    const metadata = metadataOf(66_560);
    expectTooLong(
      await report(fixture, caller, { source_memory_id: a.id, target_memory_id: b.id, metadata }),
      66_560,
    );
  });

  test('rejects a checkpoint with a name of 65 KiB', async () => {
    const metadata = { name: 'x'.repeat(66_560), memory_ids: [] };
    const body = { content: 'x', memory_type: 'checkpoint', source_type: 'checkpoint', metadata };
    expectTooLong(await send('post', '/api/v2/memories', body), Buffer.byteLength(JSON.stringify(metadata)));
  });
});

interface Listed {
  items: { id: string }[];
  pagination: { truncated: boolean; next_cursor: string | null; total: number; has_next: boolean };
}

/** Reads a list to its end by following cursors. */
async function readAll(path: string, query: Record<string, string>, caller = testCaller()) {
  const ids: string[] = [];
  const sizes: number[] = [];
  const truncated: boolean[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const response = await fixture
      .as(caller)
      .get(path)
      .query({ ...query, ...(cursor === '' ? {} : { cursor }) });
    expect(response.status).toBe(200);
    const { items, pagination } = (response.body as ApiResponse<Listed>['body']).data;
    ids.push(...items.map(({ id }) => id));
    sizes.push(Number(response.headers['content-length']));
    truncated.push(pagination.truncated);
    expect(pagination.has_next).toBe(pagination.next_cursor !== null);
    cursor = pagination.next_cursor;
  }
  return { ids, sizes, truncated };
}

describe('the size limit of lists, with 60 memories of maximum size', () => {
  const caller = testCaller();
  const stored: string[] = [];
  beforeAll(async () => {
    for (let n = 0; n < 60; n++) {
      // Several memories have the same importance and time, so that their order depends on the id.
      fixture.clock.now = new Date(Date.UTC(2026, 0, 1 + Math.floor(n / 7)));
      const { id } = await storeMemory(fixture, caller, {
        content: '\u0001'.repeat(10_000),
        metadata: metadataOf(LIMIT),
        importance: (n % 4) / 4,
        tags: ['large'],
      });
      stored.push(id);
    }
    fixture.clock.now = null;
  });

  test.each(['-created_at', 'created_at', 'importance', '-importance', 'updated_at', '-updated_at'])(
    'pages sorted by %s that stay below the limit together contain every memory exactly once',
    async (sort) => {
      const { ids, sizes, truncated } = await readAll('/api/v2/memories', { per_page: '100', sort }, caller);
      expect([...ids].sort()).toEqual([...stored].sort());
      expect(Math.max(...sizes)).toBeLessThan(MAX_LIST_BYTES + ENVELOPE_BYTES);
      expect(truncated[0]).toBe(true);
      expect(truncated.at(-1)).toBe(false);
      if (sort === 'created_at') expect(ids).toEqual(stored);
    },
  );

  test('the default page returns 20 memories of maximum size', async () => {
    const { body } = (await fixture.as(caller).get('/api/v2/memories')) as ApiResponse<Listed>;
    expect(body.data.items).toHaveLength(20);
    expect(body.data.pagination).toMatchObject({ truncated: false, total: 60, has_next: true });
  });

  test('a cursor skips memories that were stored after the first response', async () => {
    const first = (await fixture
      .as(caller)
      .get('/api/v2/memories')
      .query({ per_page: 10 })) as ApiResponse<Listed>;
    const { id: added } = await storeMemory(fixture, caller);
    const cursor = first.body.data.pagination.next_cursor!;
    const next = (await fixture
      .as(caller)
      .get('/api/v2/memories')
      .query({ per_page: 10, cursor })) as ApiResponse<Listed>;
    expect([...first.body.data.items, ...next.body.data.items].map(({ id }) => id)).toEqual(
      stored.toReversed().slice(0, 20),
    );
    expect(next.body.data.pagination).toMatchObject({ page: 2, has_prev: true });
    await fixture.as(caller).delete(`/api/v2/memories/${added}`);
  });

  test('the pages of GET /tags/{tag}/memories contain every memory exactly once', async () => {
    const ids: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const { body } = (await fixture
        .as(caller)
        .get('/api/v2/tags/large/memories')
        .query({ per_page: '100', ...(cursor === '' ? {} : { cursor }) })) as ApiResponse<Listed>;
      ids.push(...body.data.items.map(({ id }) => id));
      cursor = body.data.pagination.next_cursor;
    }
    expect(ids).toEqual(stored.toReversed());
  });

  test('the internal client combines several responses to return all requested memories', async () => {
    const found = await fixture.client.getMany(caller.tenantId, stored);
    expect(found.map(({ id }) => id)).toEqual(stored);
  });

  test.each([
    ['a cursor that is not base64url', '!!!', '-created_at'],
    ['a cursor that encodes an object', Buffer.from('{"a":1}').toString('base64url'), '-created_at'],
    ['a cursor for the year 0', encode('memories:-created_at', ['0000-01-01T00:00:00Z']), '-created_at'],
    ['a cursor with a string as importance', encode('memories:importance', ['high']), 'importance'],
    [
      'a cursor for another sort order',
      encode('memories:created_at', ['2026-01-01T00:00:00Z']),
      '-created_at',
    ],
    ['a cursor for another list', encode('relationships', ['2026-01-01T00:00:00Z']), '-created_at'],
    ['a cursor with a number as time', encode('memories:-created_at', [5]), '-created_at'],
  ])('rejects %s with 422', async (_name, cursor, sort) => {
    const { status, body } = (await fixture
      .as(caller)
      .get('/api/v2/memories')
      .query({ cursor, sort })) as ApiResponse;
    expect([status, body.error.code]).toEqual([422, 'VAL_FIELD_INVALID']);
    expect(Object.keys(body.error.field_errors!)).toEqual(['cursor']);
  });
});

function encode(list: string, key: unknown[]): string {
  const after = [...key, '00000000-0000-4000-8000-000000000001'];
  return Buffer.from(JSON.stringify([list, after, 1])).toString('base64url');
}

test('the pages of a version history over the size limit contain every version exactly once', async () => {
  const caller = testCaller();
  let { id } = await storeMemory(fixture, caller, { content: '\u0001'.repeat(10_000) });
  const versions = [id];
  for (let n = 0; n < 90; n++) {
    const { body } = (await fixture
      .as(caller)
      .post(`/api/v2/memories/${id}/evolve`)
      .send({
        new_content: `${n}${'\u0001'.repeat(9_990)}`,
        evolution_type: 'update',
      })) as ApiResponse<{ new_memory_id: string }>;
    versions.push((id = body.data.new_memory_id as never));
  }
  const seen: string[] = [];
  const sizes: number[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const response = await fixture
      .as(caller)
      .get(`/api/v2/memories/${id}/history`)
      .query(cursor === '' ? {} : { cursor });
    const { data } = response.body as {
      data: { history: { id: string }[]; truncated: boolean; next_cursor: string | null };
    };
    seen.push(...data.history.map((version) => version.id));
    sizes.push(Number(response.headers['content-length']));
    expect(data.truncated).toBe(data.next_cursor !== null);
    cursor = data.next_cursor;
  }
  expect(seen).toEqual(versions);
  expect(sizes).toHaveLength(2);
  expect(Math.max(...sizes)).toBeLessThan(MAX_LIST_BYTES + 70_000);
});
