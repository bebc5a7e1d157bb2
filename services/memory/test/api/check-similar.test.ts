import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { createSearchClient, findSimilarRequest, findSimilarResponse } from '@loci/contracts';
import type { SimilarMemory, UnindexedMemory } from '@loci/contracts';
import { unavailable } from '@loci/core';
import type { Caller } from '@loci/core';
import { inProcessClient, route } from '@loci/http';
import { testCaller } from '@loci/testing';
import { startMemoryService } from '../memory-service.fixture.ts';
import type { ApiResponse, MemoryFixture } from '../memory-service.fixture.ts';

let fixture: MemoryFixture;
let original: MemoryFixture['search']['findSimilar'];
beforeAll(async () => {
  fixture = await startMemoryService();
  original = fixture.search.findSimilar;
});
afterEach(() => {
  fixture.search.findSimilar = original;
});
afterAll(() => fixture.close());

const caller = testCaller();
const SIMILAR: SimilarMemory = {
  id: randomUUID(),
  kind: 'contradiction',
  score: 0.9,
  content: 'Ada prefers coffee.',
  evidence: { cosine: 0.9, shared_terms: 2, difference: 'value' },
};
const WARNING = 'Similar memories were not checked, because the search service did not respond in time.';

type Created = ApiResponse<{ id: string; similar?: SimilarMemory[] | null }>;

const create = async (body: object, key?: string): Promise<Created> => {
  const request = fixture.as(caller).post('/api/v2/memories');
  if (key !== undefined) void request.set('Idempotency-Key', key);
  return (await request.send({ content: 'Ada prefers tea.', ...body })) as unknown as Created;
};

describe('POST /api/v2/memories with check_similar', () => {
  test('returns the similar memories that the search service finds in the tenant', async () => {
    const requests: [tenantId: string, content: string, unindexedIds: string[]][] = [];
    fixture.search.findSimilar = (tenantId, content, unindexed) => {
      requests.push([tenantId, content, unindexed.map(({ id }) => id)]);
      return Promise.resolve([SIMILAR]);
    };
    const { status, body } = await create({ check_similar: true });
    expect(status).toBe(201);
    expect(body.data.similar).toEqual([SIMILAR]);
    expect(body.meta.warnings).toBeUndefined();
    // The new memory can be stored before the others are read.
    const sent = requests.map(([tenantId, content, ids]) => [
      tenantId,
      content,
      ids.filter((id) => id !== body.data.id),
    ]);
    expect(sent).toEqual([[caller.tenantId, 'Ada prefers tea.', []]]);
  });

  describe('sends to the search service', () => {
    /** Returns the contents of the memories that a new memory of the caller is compared with before they are indexed. */
    async function unindexedContents(reader = testCaller(), store: (as: Caller) => Promise<void>) {
      await store(reader);
      let sent: readonly UnindexedMemory[] = [];
      fixture.search.findSimilar = (_tenantId, _content, unindexed) => {
        sent = unindexed;
        return Promise.resolve([]);
      };
      await fixture
        .as(reader)
        .post('/api/v2/memories')
        .send({ content: 'Ada prefers tea.', check_similar: true })
        .expect(201);
      return sent.map(({ content }) => content).filter((content) => content !== 'Ada prefers tea.');
    }
    const storeAs = (as: Caller, body: object) =>
      fixture
        .as(as)
        .post('/api/v2/memories')
        .send({ content: 'x', ...body })
        .expect(201);

    test('the memories of the tenant that are not indexed yet, latest change first', async () => {
      const other = testCaller();
      await storeAs(other, { content: 'Of another tenant.' });
      const contents = await unindexedContents(undefined, async (as) => {
        await storeAs(as, { content: 'First.' });
        await storeAs(as, { content: 'Second.' });
      });
      expect(contents).toEqual(['Second.', 'First.']);
    });

    const idOf = ({ body }: { body: unknown }): string => (body as Created['body']).data.id;

    test('no memory that is indexed, inactive, not true now or long', async () => {
      const contents = await unindexedContents(undefined, async (as) => {
        const indexed = await storeAs(as, { content: 'Indexed.' });
        const replaced = await storeAs(as, { content: 'Replaced.' });
        await storeAs(as, { content: 'Over.', valid_until: '2020-01-01T00:00:00Z' });
        await storeAs(as, { content: 'Later.', valid_from: '2999-01-01T00:00:00Z' });
        await storeAs(as, { content: 'a'.repeat(4001) });
        await storeAs(as, { content: 'Kept.', valid_until: '2999-01-01T00:00:00Z', ttl_seconds: 3600 });
        await fixture
          .as(as)
          .post(`/api/v2/memories/${idOf(replaced)}/evolve`)
          .send({ new_content: 'Current.', evolution_type: 'update' })
          .expect(201);
        await fixture.database.inTransaction(as.tenantId, async (tx) => {
          await tx.query(`UPDATE memories SET embedding_status = 'completed' WHERE id = $1`, [idOf(indexed)]);
        });
      });
      expect(contents).toEqual(['Current.', 'Kept.']);
    });
  });

  test('records the duration of the search by its outcome', async () => {
    const count = async (outcome: string): Promise<number> => {
      const { values } = await fixture.metrics.similaritySearchDuration.get();
      const counts = values.filter(({ metricName }) => metricName?.endsWith('_count'));
      return counts.find(({ labels }) => labels.outcome === outcome)?.value ?? 0;
    };
    const before = { found: await count('found'), none: await count('none'), failed: await count('failed') };
    fixture.search.findSimilar = () => Promise.resolve([SIMILAR]);
    await create({ check_similar: true });
    fixture.search.findSimilar = () => Promise.resolve([]);
    for (let i = 0; i < 2; i++) await create({ check_similar: true });
    fixture.search.findSimilar = () => Promise.reject(unavailable('The search service'));
    for (let i = 0; i < 3; i++) await create({ check_similar: true });
    await create({});
    expect([await count('found'), await count('none'), await count('failed')]).toEqual([
      before.found + 1,
      before.none + 2,
      before.failed + 3,
    ]);
  });

  test('does not search for similar memories if the field is false or absent', async () => {
    fixture.search.findSimilar = () => {
      throw new Error('Unexpected call to an unstubbed dependency.');
    };
    expect((await create({})).body.data).not.toHaveProperty('similar');
    expect((await create({ check_similar: false })).body.data).not.toHaveProperty('similar');
  });

  test('creates the memory with similar null and a warning if the search service is unavailable', async () => {
    fixture.search.findSimilar = () => Promise.reject(unavailable('The search service'));
    const { status, body } = await create({ check_similar: true });
    expect(status).toBe(201);
    expect(body.data.similar).toBeNull();
    expect(body.meta.warnings).toEqual([WARNING]);
    expect((await fixture.as(caller).get(`/api/v2/memories/${body.data.id}`)).status).toBe(200);
  });

  test('creates the memory with similar null if the search service does not respond', async () => {
    const hanging = route({
      method: 'post',
      path: '/internal/search/similar',
      scope: 'internal',
      summary: 'Never responds',
      body: findSimilarRequest,
      response: findSimilarResponse,
      handle: () => new Promise<never>(() => undefined),
    });
    const client = createSearchClient(inProcessClient([hanging], 'throw'));
    fixture.search.findSimilar = client.findSimilar.bind(client);
    const { status, body } = await create({ check_similar: true });
    expect([status, body.data.similar]).toEqual([201, null]);
  });

  test('leaves the new memory out of the similar memories', async () => {
    const content = `Ada prefers tea ${randomUUID()}.`;
    // Returns when the new memory is stored, as if it had been indexed before the search ran.
    fixture.search.findSimilar = async () => {
      for (;;) {
        const created = (await fixture.events(caller)).find(({ data }) => data['content'] === content);
        if (created) return [SIMILAR, { ...SIMILAR, id: created.aggregate_id }];
      }
    };
    const { body } = await create({ content, check_similar: true });
    expect(body.data.similar).toEqual([SIMILAR]);
  });

  test('returns the stored similar memories to a retry with the same idempotency key', async () => {
    fixture.search.findSimilar = () => Promise.resolve([SIMILAR]);
    const key = randomUUID();
    const first = await create({ check_similar: true }, key);
    fixture.search.findSimilar = () => Promise.resolve([]);
    const retry = await create({ check_similar: true }, key);
    expect(retry.body.data).toEqual(first.body.data);
    expect(retry.body.data.similar).toEqual([SIMILAR]);
  });

  test('returns the error of the creation, whatever the search service returns', async () => {
    fixture.search.findSimilar = () => Promise.resolve([SIMILAR]);
    const { status, body } = await create({ memory_type: 'identity_core', check_similar: true });
    expect([status, body.error.code]).toEqual([403, 'AUTH_FORBIDDEN']);
  });

  test('rejects a value that is not a boolean with 422', async () => {
    expect((await create({ check_similar: 'yes' })).status).toBe(422);
  });
});

describe('the creation of a memory with a detected type', () => {
  test('always returns similar memories', async () => {
    fixture.search.findSimilar = () => Promise.resolve([SIMILAR]);
    const created = await fixture.client.createClassified(caller, { content: 'Ada prefers tea.' });
    expect(created.similar).toEqual([SIMILAR]);
  });

  test('succeeds with similar null if the search service is unavailable', async () => {
    fixture.search.findSimilar = () => Promise.reject(unavailable('The search service'));
    const created = await fixture.client.createClassified(caller, { content: 'Ada prefers tea.' });
    expect(created.similar).toBeNull();
  });
});
