import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Caller } from '@loci/core';
import { repairCounters } from '@loci/postgres';
import { testCaller } from '@loci/testing';
import { memoryCounterSource } from '../../src/counters/memory-counters.ts';
import { event, startMemoryService, storeMemory } from '../memory-service.fixture.ts';
import type { ApiResponse, MemoryFixture } from '../memory-service.fixture.ts';

const LATER = '2999-01-01T00:00:00.000Z';

let fixture: MemoryFixture;
beforeAll(async () => {
  fixture = await startMemoryService();
});
afterEach(() => {
  fixture.clock.now = null;
});
afterAll(() => fixture.close());

const get = async (as: Caller, path: string): Promise<ApiResponse> =>
  (await fixture.as(as).get(`/api/v2${path}`)) as ApiResponse;
const put = async (as: Caller, id: string, body: object): Promise<ApiResponse> =>
  (await fixture.as(as).put(`/api/v2/memories/${id}`).send(body)) as ApiResponse;
const post = async (as: Caller, path: string, body: object): Promise<ApiResponse> =>
  (await fixture.as(as).post(`/api/v2${path}`).send(body)) as ApiResponse;

/** Makes a memory expire now, as if its time had come. */
const expire = (as: Caller, id: string): Promise<unknown> =>
  fixture.database.inSystemTransaction((tx) =>
    tx.query(
      `UPDATE memories SET expires_at = now() - interval '1 second' WHERE tenant_id = $1 AND id = $2`,
      [as.tenantId, id],
    ),
  );

const eraseExpired = (): Promise<void> => fixture.runJob('erase-expired-memories');

describe('expiry of a memory', () => {
  test('a memory without an expiry has none', async () => {
    expect(await storeMemory(fixture, testCaller())).toMatchObject({ expires_at: null });
  });

  test('expires_at sets the time', async () => {
    expect(await storeMemory(fixture, testCaller(), { expires_at: LATER })).toMatchObject({
      expires_at: LATER,
    });
  });

  test('ttl_seconds counts from the request', async () => {
    fixture.clock.now = new Date('2998-01-01T00:00:00.000Z');
    expect(await storeMemory(fixture, testCaller(), { ttl_seconds: 60 })).toMatchObject({
      expires_at: '2998-01-01T00:01:00.000Z',
    });
  });

  test('an update sets, keeps and removes it', async () => {
    const as = testCaller();
    const { id } = await storeMemory(fixture, as);
    expect((await put(as, id, { expires_at: LATER })).body.data).toMatchObject({ expires_at: LATER });
    expect((await put(as, id, { importance: 1 })).body.data).toMatchObject({ expires_at: LATER });
    expect((await put(as, id, { expires_at: null })).body.data).toMatchObject({ expires_at: null });
  });

  test('a new version has the expiry of the memory', async () => {
    const as = testCaller();
    const { id } = await storeMemory(fixture, as, { expires_at: LATER });
    const evolved = await post(as, `/memories/${id}/evolve`, {
      new_content: 'new',
      evolution_type: 'update',
    });
    const next = await get(as, `/memories/${String(evolved.body.data['new_memory_id'])}`);
    expect(next.body.data).toMatchObject({ expires_at: LATER });
  });

  test('events contain it', async () => {
    const as = testCaller();
    await storeMemory(fixture, as, { expires_at: LATER });
    expect((await fixture.events(as)).map(({ data }) => data)).toEqual([
      expect.objectContaining({ expires_at: LATER }),
    ]);
  });

  const INVALID: [string, object, string, string][] = [
    ['a past time', { expires_at: '2020-01-01' }, 'VAL_FIELD_INVALID', 'expires_at'],
    ['a time that is not a date', { expires_at: 'soon' }, 'VAL_FIELD_INVALID', 'expires_at'],
    [
      'a time after the last one',
      { expires_at: '+010000-01-01T00:00:00Z' },
      'VAL_FIELD_INVALID',
      'expires_at',
    ],
    ['0 seconds', { ttl_seconds: 0 }, 'VAL_FIELD_INVALID', 'ttl_seconds'],
    ['more than 10 years', { ttl_seconds: 315_360_001 }, 'VAL_FIELD_INVALID', 'ttl_seconds'],
    ['a fraction of a second', { ttl_seconds: 1.5 }, 'VAL_FIELD_INVALID', 'ttl_seconds'],
    ['both fields', { expires_at: LATER, ttl_seconds: 1 }, 'VAL_VALIDATION_FAILED', 'ttl_seconds'],
  ];

  test.each(INVALID)('a memory with %s is rejected', async (_name, body, code, field) => {
    const created = await post(testCaller(), '/memories', { content: 'x', ...body });
    expect([created.status, created.body.error.code]).toEqual([422, code]);
    expect(Object.keys(created.body.error.field_errors!)).toEqual([field]);
  });

  test.each(INVALID)('an update with %s is rejected and changes nothing', async (_name, body, code) => {
    const as = testCaller();
    const { id } = await storeMemory(fixture, as);
    const updated = await put(as, id, { content: 'changed', ...body });
    expect([updated.status, updated.body.error.code]).toEqual([422, code]);
    expect((await get(as, `/memories/${id}`)).body.data).toMatchObject({
      content: 'Ada prefers tea.',
      expires_at: null,
    });
  });

  test('an invalid expiry of one element does not prevent the others of a bulk request', async () => {
    const as = testCaller();
    const bulk = await post(as, '/memories/bulk', {
      memories: [
        { content: 'a', expires_at: '2020-01-01' },
        { content: 'b', ttl_seconds: 60 },
      ],
    });
    expect(bulk.body.data).toMatchObject({
      created: 1,
      results: [{ status: 'failed', error: { code: 'VAL_FIELD_INVALID' } }, { status: 'created' }],
    });
  });

  test('a time that the database has passed is rejected, even if the clock of the service is behind', async () => {
    const as = testCaller();
    fixture.clock.now = new Date('2020-01-01T00:00:00.000Z');
    const created = await post(as, '/memories', { content: 'x', expires_at: '2020-01-02' });
    expect([created.status, created.body.error.message]).toEqual([422, 'expires_at must be in the future.']);
    const bulk = await post(as, '/memories/bulk', { memories: [{ content: 'x', ttl_seconds: 5 }] });
    expect([bulk.status, bulk.body.error.message]).toEqual([422, 'expires_at must be in the future.']);
  });
});

describe('an expired memory', () => {
  /** Stores a memory and another one that refers to it in all ways. */
  async function storeLinked(as: Caller) {
    const { id } = await storeMemory(fixture, as, {
      content: 'Secret marker.',
      tags: ['secret'],
      expires_at: LATER,
      metadata: { name: 'secret name' },
    });
    const other = await storeMemory(fixture, as, { content: 'Other.', tags: ['open'] });
    const secret = await storeMemory(fixture, as, {
      content: 'Secret marker as checkpoint.',
      memory_type: 'checkpoint',
      metadata: { name: 'secret checkpoint' },
      expires_at: LATER,
    });
    await put(as, id, { content: 'Secret marker, changed.' });
    const knownAt = (await get(as, `/memories/${id}`)).body.data['updated_at'] as string;
    await fixture.consume(
      'memory-relationships',
      event('relationship', 'relationship.created', as.tenantId, 1, {
        id: randomUUID(),
        from_id: other.id,
        to_id: id,
        relationship_type: 'supports',
        direction_type: 'DIRECTED',
        origin: 'user',
        strength: 1,
        confidence: 1,
        metadata: {},
        evidence_source: null,
        created_by: as.userId,
        created_at: new Date().toISOString(),
        updated_at: new Date().toISOString(),
        is_active: true,
      }),
    );
    await post(as, '/memories/contradictions', {
      source_memory_id: other.id,
      target_memory_id: id,
      contradiction_type: 'direct',
    });
    await fixture.consume(
      'memory-embeddings',
      event('embedding', 'embedding.completed', as.tenantId, 1, {
        id: other.id,
        kind: 'memory',
        document_id: null,
        embedding_status: 'completed',
        content_revision: 1,
        surprise_score: 0.1,
        similar: [
          {
            memory_id: id,
            kind: 'duplicate',
            score: 0.9,
            evidence: { cosine: 0.9, shared_terms: 2, difference: null },
          },
        ],
      }),
    );
    return { id, secretId: secret.id, otherId: other.id, knownAt };
  }

  type Linked = Awaited<ReturnType<typeof storeLinked>>;

  const READS: [string, (as: Caller, linked: Linked) => Promise<unknown>][] = [
    ['get', (as, { id }) => get(as, `/memories/${id}`)],
    ['get with include_inactive', (as, { id }) => get(as, `/memories/${id}?include_inactive=true`)],
    ['get with known_at', (as, { id, knownAt }) => get(as, `/memories/${id}?known_at=${knownAt}`)],
    ['get with as_of', (as, { id, knownAt }) => get(as, `/memories/${id}?as_of=${knownAt}`)],
    ['list', (as) => get(as, '/memories?memory_type=fact')],
    ['list with include_inactive', (as) => get(as, '/memories?include_inactive=true')],
    ['list with known_at', (as, { knownAt }) => get(as, `/memories?known_at=${knownAt}`)],
    ['list with as_of', (as, { knownAt }) => get(as, `/memories?as_of=${knownAt}`)],
    ['list with a tag', (as) => get(as, '/memories?tags=secret')],
    ['list with several tags', (as) => get(as, '/memories?tags=secret,none')],
    ['list of a tag', (as) => get(as, '/tags/secret/memories')],
    ['history', (as, { id }) => get(as, `/memories/${id}/history`)],
    ['revisions', (as, { id }) => get(as, `/memories/${id}/revisions`)],
    ['get of another memory', (as, { otherId }) => get(as, `/memories/${otherId}`)],
    ['contradictions of another memory', (as, { otherId }) => get(as, `/memories/${otherId}/contradictions`)],
    ['contradictions of the memory', (as, { id }) => get(as, `/memories/${id}/contradictions`)],
    ['suggestions', (as) => get(as, '/suggestions')],
    ['many', (as, { id }) => fixture.client.getMany(as.tenantId, [id])],
    ['versions', (as, { id }) => fixture.client.getVersions(as.tenantId, [id])],
    ['states', (as, { id }) => fixture.inventory.states(as.tenantId, [id])],
  ];
  const containsSecret = (response: unknown, { id, secretId }: Linked): boolean => {
    const { status, body } = response as Partial<ApiResponse>;
    // Errors repeat the ID of the request.
    if (status !== undefined && status >= 400) return false;
    const text = JSON.stringify(body ?? response);
    return text.includes('Secret marker') || text.includes(id) || text.includes(secretId);
  };

  test.each(READS)('is absent from: %s', async (_name, read) => {
    const as = testCaller();
    const linked = await storeLinked(as);
    expect(containsSecret(await read(as, linked), linked)).toBe(true);
    await expire(as, linked.id);
    await expire(as, linked.secretId);
    expect(containsSecret(await read(as, linked), linked)).toBe(false);
  });

  test('is absent from totals and counters before and after its erasure, which stay exact', async () => {
    const as = testCaller();
    const { id, secretId, otherId } = await storeLinked(as);
    const read = async () => {
      const total = async (path: string) => {
        const { data } = (await get(as, path)).body as unknown as { data: { pagination: { total: number } } };
        return data.pagination.total;
      };
      const tags = (await get(as, '/tags')).body.data as unknown as {
        items: { name: string; usage_count: number }[];
      };
      return {
        all: await total('/memories'),
        facts: await total('/memories?memory_type=fact'),
        secret: await total('/memories?tags=secret'),
        tags: Object.fromEntries(tags.items.map(({ name, usage_count: count }) => [name, count])),
        searchable: await fixture.inventory.count(as.tenantId),
      };
    };
    expect(await read()).toMatchObject({ all: 3, facts: 2, secret: 1, tags: { secret: 1, open: 1 } });
    await expire(as, id);
    await expire(as, secretId);
    const hidden = {
      all: 1,
      facts: 1,
      secret: 0,
      tags: { secret: 0, open: 1 },
      searchable: { total: 1, embedded: 1 },
    };
    expect(await read()).toEqual(hidden);
    await fixture.runJob('verify-counters');
    expect(await read()).toEqual(hidden);
    await eraseExpired();
    expect(await read()).toEqual(hidden);
    expect(
      await fixture.database.inSystemTransaction((tx) =>
        repairCounters(tx, as.tenantId, memoryCounterSource),
      ),
    ).toEqual([]);
    expect((await get(as, `/memories/${otherId}`)).status).toBe(200);
  });

  test.each([
    ['updated', (as: Caller, id: string) => put(as, id, { expires_at: LATER })],
    [
      'evolved',
      (as: Caller, id: string) =>
        post(as, `/memories/${id}/evolve`, { new_content: 'new', evolution_type: 'update' }),
    ],
    [
      'deleted',
      async (as: Caller, id: string) =>
        (await fixture.as(as).delete(`/api/v2/memories/${id}?erase=true`)) as ApiResponse,
    ],
  ])('cannot be %s', async (_name, change) => {
    const as = testCaller();
    const { id } = await storeMemory(fixture, as, { expires_at: LATER });
    await expire(as, id);
    const { status, body } = await change(as, id);
    expect([status, body.error.code]).toEqual([404, 'RES_NOT_FOUND']);
  });
});

describe('the job erase-expired-memories', () => {
  /** Lists the tables with a row that contains a text. */
  const tablesWith = (text: string): Promise<string[]> =>
    fixture.database.inSystemTransaction(async (tx) => {
      const tables = await tx.query<{ name: string }>(
        `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant_id'
         WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = current_schema()::regnamespace
         ORDER BY 1`,
      );
      const found: string[] = [];
      for (const { name } of tables) {
        const [row] = await tx.query<{ count: string }>(
          `SELECT count(*) AS count FROM ${name} t WHERE t::text LIKE '%' || $1 || '%'`,
          [text],
        );
        if (Number(row!.count) > 0) found.push(name);
      }
      return found;
    });

  test('deletes the memory, its revisions and the stored responses that contain it', async () => {
    const as = testCaller();
    const marker = `marker${randomUUID()}`;
    const created = (await fixture
      .as(as)
      .post('/api/v2/memories')
      .set('Idempotency-Key', randomUUID())
      .send({ content: marker, tags: ['x'], ttl_seconds: 3600 })) as ApiResponse<{ id: string }>;
    const { id } = created.body.data;
    await put(as, id, { importance: 1 });
    await expire(as, id);
    expect(await tablesWith(marker)).toEqual(['idempotency_keys', 'memories', 'memory_revisions', 'outbox']);
    await eraseExpired();
    expect(await tablesWith(marker)).toEqual(['outbox']);
    expect(await tablesWith(id)).toEqual(['audit_log', 'outbox']);
  });

  test('publishes the erasure, with an audit entry of the system', async () => {
    const as = testCaller();
    const { id } = await storeMemory(fixture, as, { ttl_seconds: 60 });
    await expire(as, id);
    await eraseExpired();
    expect((await fixture.events(as)).at(-1)).toMatchObject({
      type: 'memory.deleted',
      revision: 2,
      data: { id, erased: true },
    });
    const [entry] = await fixture.database.inSystemTransaction((tx) =>
      tx.query(
        `SELECT via, user_id, operation, action, object_ids FROM audit_log WHERE tenant_id = $1 AND via = 'system'`,
        [as.tenantId],
      ),
    );
    expect(entry).toEqual({
      via: 'system',
      user_id: 'system',
      operation: 'job erase-expired-memories',
      action: 'delete',
      object_ids: [id],
    });
  });

  test('erases the revisions of a memory that was deleted before it expired', async () => {
    const as = testCaller();
    const marker = `marker${randomUUID()}`;
    const { id } = await storeMemory(fixture, as, { content: marker, ttl_seconds: 60 });
    await fixture.as(as).delete(`/api/v2/memories/${id}`);
    expect(await tablesWith(marker)).toContain('memory_revisions');
    await fixture.database.inSystemTransaction((tx) =>
      tx.query(`UPDATE memory_expiries SET expires_at = now() WHERE id = $1`, [id]),
    );
    await eraseExpired();
    expect(await tablesWith(marker)).toEqual(['outbox']);
  });

  test('keeps a memory whose expiry is removed while the job waits for its lock', async () => {
    const as = testCaller();
    const { id } = await storeMemory(fixture, as, { ttl_seconds: 60 });
    await expire(as, id);
    let job = Promise.resolve();
    await fixture.database.inSystemTransaction(async (tx) => {
      await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [id]);
      job = eraseExpired();
      // Waits until the job waits for the lock.
      for (let waiting = 0; waiting === 0;) {
        const [row] = await tx.query<{ count: string }>(
          `SELECT count(*) AS count FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`,
        );
        waiting = Number(row!.count);
      }
      await tx.query('UPDATE memories SET expires_at = NULL WHERE id = $1', [id]);
    });
    await job;
    expect((await get(as, `/memories/${id}`)).status).toBe(200);
  });

  test('erases more memories than fit into one transaction, of several tenants, and nothing else', async () => {
    const callers = [testCaller(), testCaller()];
    const others: string[] = [];
    for (const as of callers) {
      const memories = Array.from({ length: 205 }, (_, i) => ({ content: `m${i}`, ttl_seconds: 60 }));
      await post(as, '/memories/bulk', { memories });
      others.push((await storeMemory(fixture, as, { importance: 0, created_at: '2000-01-01' })).id);
      await fixture.database.inSystemTransaction((tx) =>
        tx.query(
          `UPDATE memories SET expires_at = now() - interval '1 s' WHERE tenant_id = $1 AND expires_at IS NOT NULL`,
          [as.tenantId],
        ),
      );
    }
    await eraseExpired();
    const left = await fixture.database.inSystemTransaction((tx) =>
      tx.query<{ id: string }>('SELECT id FROM memories WHERE tenant_id = ANY($1) ORDER BY id', [
        callers.map(({ tenantId }) => tenantId),
      ]),
    );
    expect(left.map(({ id }) => id)).toEqual(others.sort());
  });

  test('never deletes a memory without an expiry, however old and unimportant it is', async () => {
    const as = testCaller();
    fixture.clock.now = new Date('2000-01-01T00:00:00.000Z');
    const { id } = await storeMemory(fixture, as, { importance: 0, valid_until: '2000-01-02' });
    fixture.clock.now = null;
    for (const { name } of fixture.service.jobs) await fixture.runJob(name);
    expect((await get(as, `/memories/${id}`)).status).toBe(200);
  });
});
