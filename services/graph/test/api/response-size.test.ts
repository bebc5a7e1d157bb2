import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { MAX_LIST_BYTES } from '@loci/http';
import { testCaller } from '@loci/testing';
import { createTestGraphService, relationshipBody } from '../graph-service.fixture.ts';
import type { TestGraphService } from '../graph-service.fixture.ts';

const PATH = '/api/v2/relationships';
const LIMIT = 65_536;
/** Returns an object whose JSON has exactly `bytes` bytes. */
const objectOf = (bytes: number): Record<string, string> => ({
  text: 'x'.repeat(bytes - '{"text":""}'.length),
});

let graph: TestGraphService;
beforeAll(async () => {
  graph = await createTestGraphService();
});
afterAll(() => graph.close());

describe('size limit of free-form objects', () => {
  const caller = testCaller();
  const newPair = (): [string, string] => graph.memories.createMany(caller, 2) as [string, string];

  test.each(['evidence', 'metadata', 'traversal_properties'])(
    'POST /relationships accepts at most 65,536 bytes of %s',
    async (field) => {
      const create = (bytes: number) =>
        graph
          .as(caller)
          .post(PATH)
          .send(relationshipBody(...newPair(), { [field]: objectOf(bytes) }));
      expect((await create(LIMIT)).status).toBe(201);
      const { status, body } = await create(LIMIT + 1);
      expect([status, body.error.code]).toEqual([422, 'VAL_FIELD_TOO_LONG']);
      expect(body.error.details).toEqual({ field, max_length: LIMIT, actual_length: LIMIT + 1 });
    },
  );

  test('PATCH /relationships/{relationship_id} rejects 65 KiB of evidence with 422', async () => {
    const { body } = await graph
      .as(caller)
      .post(PATH)
      .send(relationshipBody(...newPair()));
    const changed = await graph
      .as(caller)
      .patch(`${PATH}/${body.data.id}`)
      .send({ evidence: objectOf(66_560) });
    expect([changed.status, changed.body.error.details]).toEqual([
      422,
      { field: 'evidence', max_length: LIMIT, actual_length: 66_560 },
    ]);
  });

  test('POST /relationships/bulk rejects an element with 65 KiB of evidence with 422', async () => {
    const pairs = [newPair(), newPair()];
    const [first, second] = pairs as [[string, string], [string, string]];
    const body = [relationshipBody(...first), relationshipBody(...second, { evidence: objectOf(66_560) })];
    const { status, body: response } = await graph.as(caller).post(`${PATH}/bulk`).send(body);
    expect(status).toBe(422);
    expect(JSON.stringify(response.error)).toContain(`Must be at most ${LIMIT} bytes as JSON.`);
    const listed = await graph.as(caller).get(PATH).query({ memory_id: first[0] });
    expect(listed.body.data.items).toEqual([]);
  });
});

test('GET /relationships splits relationships of maximum size into pages that contain each relationship once', async () => {
  const caller = testCaller();
  const [hub, ...others] = graph.memories.createMany(caller, 31) as [string, ...string[]];
  const large = {
    evidence: objectOf(LIMIT),
    metadata: objectOf(LIMIT),
    traversal_properties: objectOf(LIMIT),
  };
  const stored: string[] = [];
  for (const other of others) {
    const { body } = await graph
      .as(caller)
      .post(PATH)
      .send(relationshipBody(hub, other, large));
    stored.push(body.data.id);
  }
  const found: string[] = [];
  const truncated: boolean[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const response = await graph
      .as(caller)
      .get(PATH)
      .query({ memory_id: hub, per_page: 100, ...(cursor === '' ? {} : { cursor }) });
    const { items, pagination } = response.body.data;
    expect(Number(response.headers['content-length'])).toBeLessThan(MAX_LIST_BYTES + 4_096);
    found.push(...items.map((item: { id: string }) => item.id));
    truncated.push(pagination.truncated);
    cursor = pagination.next_cursor;
  }
  expect(found).toEqual(stored.toReversed());
  expect(truncated).toEqual([true, false]);
  const first = await graph.as(caller).get(PATH).query({ memory_id: hub });
  expect(first.body.data.items).toHaveLength(20);
});
