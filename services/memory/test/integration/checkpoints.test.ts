import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Caller } from '@loci/core';
import type { ListCheckpointsRequest, SaveCheckpointRequest } from '@loci/contracts';
import { MAX_LIST_BYTES, encodeCursor } from '@loci/http';
import { testCaller } from '@loci/testing';
import { checkpointRepository } from '../../src/checkpoints/checkpoint.repository.ts';
import { listCheckpoints } from '../../src/checkpoints/list-checkpoints.ts';
import type { ListCheckpointsDeps } from '../../src/checkpoints/list-checkpoints.ts';
import { memoryRepository } from '../../src/memories/memory.repository.ts';
import { UNAUTHORIZED_CALLERS, event, startMemoryService, storeMemory } from '../memory-service.fixture.ts';
import type { ApiResponse, MemoryFixture } from '../memory-service.fixture.ts';

let fixture: MemoryFixture;
beforeAll(async () => {
  fixture = await startMemoryService();
});
afterAll(() => fixture.close());

const save = (as: Caller, request: Partial<SaveCheckpointRequest> = {}) =>
  fixture.client.saveCheckpoint(as, { name: 'tea', description: '', phrase_hits: [], ...request });
const restore = (as: Caller, name = 'tea', limit = 20) =>
  fixture.client.restoreCheckpoint(as, { name, limit });
const list = (as: Caller, request: Partial<ListCheckpointsRequest> = {}) =>
  fixture.client.listCheckpoints(as, { offset: 0, limit: 20, include_descriptions: false, ...request });
const read = async (as: Caller, id: string): Promise<Record<string, unknown>> =>
  ((await fixture.as(as).get(`/api/v2/memories/${id}`)) as ApiResponse).body.data;
const createProtected = (as: Caller, content: string) =>
  fixture.client.createProtected({
    tenant_id: as.tenantId,
    user_id: as.userId,
    memory_type: 'identity_core',
    content,
    metadata: {},
  });

describe('saving a checkpoint', () => {
  test('creates a memory of type checkpoint with the name and the attached memories as metadata', async () => {
    const as = testCaller();
    const tea = await storeMemory(fixture, as);
    const description = `See memory_id: ${tea.id}`;
    const { id } = await save(as, { description });
    expect(await read(as, id)).toMatchObject({
      content: description,
      memory_type: 'checkpoint',
      source_type: 'checkpoint',
      importance: 0.5,
      confidence: 0.8,
      metadata: { name: 'tea', memory_ids: [tea.id] },
      tags: [],
    });
  });

  test('uses the name as content if the description is empty', async () => {
    const as = testCaller();
    const { id } = await save(as, { description: '' });
    expect(await read(as, id)).toMatchObject({ content: 'tea', metadata: { name: 'tea', memory_ids: [] } });
  });

  test('rejects the name of another checkpoint with RES_ALREADY_EXISTS', async () => {
    const as = testCaller();
    await save(as);
    await expect(save(as)).rejects.toMatchObject({
      code: 'RES_ALREADY_EXISTS',
      details: { resource_type: 'checkpoint', identifier: 'tea' },
    });
  });

  test.each([
    ['a blank name', ' ', 'VAL_FIELD_INVALID'],
    ['a name of 201 characters', 'x'.repeat(201), 'VAL_FIELD_TOO_LONG'],
  ])('rejects %s with a field error for metadata.name', async (_what, name, code) => {
    await expect(save(testCaller(), { name })).rejects.toMatchObject({
      code,
      fieldErrors: { 'metadata.name': expect.any(Array) },
    });
  });

  test.each(UNAUTHORIZED_CALLERS.write)('rejects %s with %s', async (_who, code, as) => {
    await expect(save(as)).rejects.toMatchObject({ code });
  });
});

describe('resolving the references of a checkpoint', () => {
  const as = testCaller();
  let tea: string;
  let milk: string;
  let earlier: string;
  let core: string;
  beforeAll(async () => {
    tea = (await storeMemory(fixture, as, { content: 'Ada likes\n green   Tea.' })).id;
    milk = (await storeMemory(fixture, as, { content: 'Milk costs 100 of it.' })).id;
    const quoting = { name: 'earlier', description: "see memory: 'green cocoa'" };
    earlier = (await save(as, quoting)).id;
    core = (await createProtected(as, 'green cocoa')).id;
  });

  let saved = 0;
  const resolve = (description: string, hits: Record<string, string[]> = {}) =>
    save(as, {
      name: `references-${saved++}`,
      description,
      phrase_hits: Object.entries(hits).map(([phrase, memory_ids]) => ({ phrase, memory_ids })),
    });

  test('attaches the memories in the order of the description, each memory once', async () => {
    const description = `memory: 'likes green tea', memory_id: ${milk}, memory_id: ${tea}`;
    expect(await resolve(description, { 'likes green tea': [tea] })).toMatchObject({
      memory_ids: [tea, milk],
      references_extracted: 3,
      unresolved_references: [],
    });
  });

  test('returns references to unknown memories as unresolved', async () => {
    const unknown = randomUUID();
    const foreign = await storeMemory(fixture, testCaller());
    const description = `memory: 'cocoa', memory_id: ${unknown}, memory_id: 12, memory_id: ${foreign.id}`;
    expect(await resolve(description, { cocoa: [tea, milk] })).toMatchObject({
      memory_ids: [],
      references_extracted: 4,
      unresolved_references: [
        "memory: 'cocoa'",
        `memory_id: ${unknown}`,
        'memory_id: 12',
        `memory_id: ${foreign.id}`,
      ],
    });
  });

  test('resolves a phrase to the best hit that contains the phrase in any case and with any white space', async () => {
    const { memory_ids } = await resolve("memory: 'GREEN tea'", { 'GREEN tea': [milk, tea] });
    expect(memory_ids).toEqual([tea]);
  });

  test.each(['100%', '.*', 'M_lk'])('treats wildcards in a phrase as plain text: %s', async (phrase) => {
    const { memory_ids } = await resolve(`memory: '${phrase}'`, { [phrase]: [milk, tea] });
    expect(memory_ids).toEqual([]);
  });

  test('resolves a phrase to the newest memory that contains the phrase if no hit contains the phrase', async () => {
    const { memory_ids } = await resolve("memory: 'milk costs'", { 'milk costs': [] });
    expect(memory_ids).toEqual([milk]);
  });

  test('does not resolve a phrase that was not searched', async () => {
    const { memory_ids } = await resolve("memory: 'milk costs'");
    expect(memory_ids).toEqual([]);
  });

  test('never resolves a phrase to a checkpoint or a protected memory', async () => {
    const { memory_ids } = await resolve("memory: 'green cocoa'", { 'green cocoa': [earlier, core] });
    expect(memory_ids).toEqual([]);
  });

  test('never resolves a phrase to an inactive version', async () => {
    const { id } = await storeMemory(fixture, as, { content: 'Oolong is new.' });
    await fixture
      .as(as)
      .post(`/api/v2/memories/${id}/evolve`)
      .send({ new_content: 'Pu-erh.', evolution_type: 'update' });
    const { memory_ids } = await resolve("memory: 'oolong'", { oolong: [id] });
    expect(memory_ids).toEqual([]);
  });

  test('never resolves an id to a protected memory', async () => {
    const { memory_ids } = await resolve(`memory_id: ${core}`);
    expect(memory_ids).toEqual([]);
  });
});

describe('restoring a checkpoint', () => {
  const as = testCaller();
  const ids: string[] = [];
  beforeAll(async () => {
    for (let n = 0; n < 25; n++) ids.push((await storeMemory(fixture, as, { content: `Memory ${n}` })).id);
    const description = ids.map((id) => `memory_id: ${id}`).join(' ');
    await save(as, { name: 'all', description });
  });
  const idsOf = async (name: string, limit?: number) =>
    (await restore(as, name, limit))!.memories.map(({ id }) => id);
  const storeCheckpoint = (name: string, metadata: object) =>
    storeMemory(fixture, as, { memory_type: 'checkpoint', metadata: { name, ...metadata } });

  test('returns the attached memories in order of attachment, up to the limit', async () => {
    expect(await idsOf('all')).toEqual(ids.slice(0, 20));
    expect(await idsOf('all', 3)).toEqual(ids.slice(0, 3));
    expect(await idsOf('all', 100)).toEqual(ids);
  });

  test('returns later memories instead of deleted memories', async () => {
    await storeCheckpoint('gaps', { memory_ids: [randomUUID(), ids[0], randomUUID(), ids[1], ids[2]] });
    expect(await idsOf('gaps', 2)).toEqual([ids[0], ids[1]]);
  });

  test('returns the id and the description of the checkpoint', async () => {
    const { id } = await save(as, { name: 'described', description: 'About tea.' });
    expect(await restore(as, 'described')).toMatchObject({ id, description: 'About tea.' });
  });

  test('returns null as description if the checkpoint was saved without a description', async () => {
    await save(as, { name: 'bare' });
    expect(await restore(as, 'bare')).toMatchObject({ description: null });
  });

  test('returns null if no checkpoint has the exact name', async () => {
    await save(as, { name: 'Exact' });
    expect(await restore(as, 'exact')).toBeNull();
    expect(await restore(testCaller(), 'Exact')).toBeNull();
  });

  test('finds the current version of a checkpoint that evolved', async () => {
    const { id } = await save(as, { name: 'evolving', description: 'old' });
    await fixture
      .as(as)
      .post(`/api/v2/memories/${id}/evolve`)
      .send({ new_content: 'new', evolution_type: 'update' });
    expect(await restore(as, 'evolving')).toMatchObject({ description: 'new' });
  });

  test('returns memories to which the checkpoint has a references relationship', async () => {
    const { id } = await save(as, { name: 'related', description: `memory_id: ${ids[2]}` });
    const relationship = (from_id: string, to_id: string, relationship_type = 'references') =>
      event('relationship', 'relationship.created', as.tenantId, 1, {
        id: randomUUID(),
        from_id,
        to_id,
        relationship_type,
        direction_type: 'DIRECTED',
        strength: 0.5,
        confidence: 0.8,
        created_at: new Date().toISOString(),
        updated_at: new Date().toISOString(),
        origin: 'user',
        created_by: 'ada',
      });
    await fixture.consume(
      'memory-relationships',
      relationship(id, ids[1]!),
      relationship(id, ids[2]!),
      relationship(ids[3]!, id),
      relationship(id, ids[4]!, 'supports'),
    );
    expect(await idsOf('related')).toEqual([ids[2], ids[1]]);
  });

  test.each([
    ['memory_ids that are not an array', 'x', []],
    ['entries of memory_ids that are not ids', [7, null, 'x', 'first'], ['first']],
  ])('ignores %s', async (_what, value, expected) => {
    const toId = (entry: unknown) => (entry === 'first' ? ids[0] : entry);
    const memory_ids = Array.isArray(value) ? value.map(toId) : value;
    const name = `odd-${typeof value}`;
    await storeCheckpoint(name, { memory_ids });
    expect(await idsOf(name)).toEqual(expected.map(toId));
  });

  test('does not count accesses of the memories', async () => {
    await restore(as, 'all');
    await fixture.runJob('flush-accesses');
    expect((await fixture.client.getMany(as.tenantId, [ids[0]!]))[0]).toMatchObject({ access_count: 0 });
  });

  test('returns only the ids of memories that do not fit into the size limit of a response', async () => {
    const large: string[] = [];
    for (let n = 0; n < 80; n++) {
      large.push((await storeMemory(fixture, as, { content: '\u0001'.repeat(10_000) })).id);
    }
    await storeCheckpoint('large', { memory_ids: large });
    const { memories, omitted_memory_ids: omitted } = (await restore(as, 'large', 100))!;
    expect(omitted.length).toBeGreaterThan(0);
    expect([...memories.map(({ id }) => id), ...omitted]).toEqual(large);
    expect(Buffer.byteLength(JSON.stringify(memories))).toBeLessThan(MAX_LIST_BYTES + 4_096);
  });

  test.each(UNAUTHORIZED_CALLERS.read)('rejects %s with %s', async (_who, code, unauthorized) => {
    await expect(restore(unauthorized)).rejects.toMatchObject({ code });
  });
});

describe('listing checkpoints', () => {
  const as = testCaller();
  const names = Array.from({ length: 25 }, (_, n) => (n % 10 === 7 ? `Tee Ölong ${n}` : `context ${n}`));
  const newestFirst = names.toReversed();
  beforeAll(async () => {
    for (const name of names) await save(as, { name, description: `About ${name}.` });
  });
  const namesOf = async (request: Partial<ListCheckpointsRequest>) =>
    (await list(as, request)).items.map(({ name }) => name);

  test('returns a page of checkpoints, newest first, and the number of all checkpoints', async () => {
    const { items, total } = await list(as);
    expect(items.map(({ name }) => name)).toEqual(newestFirst.slice(0, 20));
    expect(total).toBe(25);
    expect(items[0]).toEqual({
      id: expect.any(String),
      name: 'context 24',
      memory_count: 0,
      created_at: expect.any(String),
    });
  });

  test.each([
    [0, 100],
    [5, 20],
    [24, 20],
    [25, 20],
    [1_000_000_000, 5],
  ])('returns the checkpoints from offset %d with the limit %d', async (offset, limit) => {
    expect(await namesOf({ offset, limit })).toEqual(newestFirst.slice(offset, offset + limit));
  });

  test('filters by a substring of the name in any case', async () => {
    const first = await list(as, { name_pattern: 'öLO', limit: 1 });
    expect([first.items.map(({ name }) => name), first.total]).toEqual([['Tee Ölong 17'], 2]);
    expect(await namesOf({ name_pattern: 'öLO', limit: 1, offset: 1 })).toEqual(['Tee Ölong 7']);
  });

  /** Returns the names and the offsets of the pages along cursors. */
  async function walk(
    owner: Caller,
    request: Partial<ListCheckpointsRequest>,
    afterPage: () => Promise<unknown> = () => Promise.resolve(),
  ) {
    const found: string[] = [];
    const offsets: number[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await list(owner, { ...request, ...(cursor ? { cursor } : {}) });
      found.push(...page.items.map(({ name }) => name));
      offsets.push(page.offset);
      cursor = page.next_cursor;
      await afterPage();
    }
    return { found, offsets };
  }

  test.each([
    ['without a name pattern', {}],
    ['with a name pattern', { name_pattern: 'TEA' }],
  ])(
    'returns every checkpoint once along cursors %s, although others are saved and deleted',
    async (_how, request) => {
      const owner = testCaller();
      const saved: string[] = [];
      for (let n = 0; n < 5; n++) saved.push((await save(owner, { name: `tea ${n}` })).id);
      await save(owner, { name: 'coffee' });
      let pages = 0;
      const { found, offsets } = await walk(owner, { ...request, limit: 2 }, async () => {
        await save(owner, { name: `later tea ${pages++}` });
        if (pages === 1) await fixture.as(owner).delete(`/api/v2/memories/${saved[4]}`);
      });
      const expected = ['tea 4', 'tea 3', 'tea 2', 'tea 1', 'tea 0'];
      expect(found.filter((name) => name !== 'coffee')).toEqual(expected);
      expect(offsets).toEqual([0, 2, 4]);
    },
  );

  test('continues after a cursor within checkpoints that were saved at the same time', async () => {
    const owner = testCaller();
    for (let n = 0; n < 5; n++) await save(owner, { name: `tea ${n}` });
    await fixture.database.inTransaction(owner.tenantId, (tx) =>
      tx.query(`UPDATE memories SET created_at = '2026-01-01T00:00:00Z' WHERE tenant_id = $1`, [
        owner.tenantId,
      ]),
    );
    for (const request of [{}, { name_pattern: 'tea' }]) {
      const { found } = await walk(owner, { ...request, limit: 2 });
      expect(found.toSorted()).toEqual(['tea 0', 'tea 1', 'tea 2', 'tea 3', 'tea 4']);
    }
  });

  test('fills a page with the next checkpoints if a checkpoint is deleted after its name was read', async () => {
    const owner = testCaller();
    const saved: string[] = [];
    for (let n = 0; n < 5; n++) saved.push((await save(owner, { name: `tea ${n}` })).id);
    const memories: ListCheckpointsDeps['memories'] = {
      ...memoryRepository,
      findMany: async (tx, tenantId, ids) =>
        (await memoryRepository.findMany(tx, tenantId, ids)).filter(({ id }) => id !== saved[3]),
    };
    const { inTransaction } = fixture.database;
    const page = { offset: 0, limit: 2, cursor: undefined, namePattern: 'tea' };
    const { items } = await listCheckpoints(
      { inTransaction, checkpoints: checkpointRepository, memories },
      owner,
      page,
    );
    expect(items.map(({ checkpoint }) => checkpoint.name)).toEqual(['tea 4', 'tea 2', 'tea 1']);
  });

  test('reads a page from an index in sort order, starting at the cursor', async () => {
    const plan: string[] = [];
    await fixture.database.inTransaction(as.tenantId, async (tx) => {
      // The table has no statistics yet. With this setting, the planner sorts only if no index has the order.
      await tx.query('SET LOCAL enable_sort = off');
      const explain = async (sql: string, values?: readonly unknown[]) => {
        const rows = await tx.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${sql}`, values);
        plan.push(...rows.map((row) => row['QUERY PLAN']));
        return [];
      };
      const after = ['2026-01-01T00:00:00.000Z', randomUUID()] as const;
      return checkpointRepository.list({ ...tx, query: explain }, as.tenantId, {
        limit: 11,
        offset: 0,
        after,
      });
    });
    expect(plan.join('\n')).toMatch(/Index Scan Backward using memories_listed_by_type/);
    expect(plan.join('\n')).toMatch(/Index Cond: .*ROW\(created_at, id\) </);
    expect(plan.join('\n')).not.toMatch(/\bSort\b/);
  });

  test('rejects a malformed cursor and the cursor of another list with VAL_FIELD_INVALID', async () => {
    const other = encodeCursor({ list: 'versions', after: [1, randomUUID()], position: 1 });
    for (const cursor of ['x', other]) {
      await expect(list(as, { cursor })).rejects.toMatchObject({
        code: 'VAL_FIELD_INVALID',
        fieldErrors: { cursor: [expect.any(String)] },
      });
    }
  });

  test('treats wildcards in the name pattern as plain text', async () => {
    expect(await list(as, { name_pattern: '.*' })).toMatchObject({ total: 0, items: [] });
    expect(await list(as, { name_pattern: '%' })).toMatchObject({ total: 0, items: [] });
  });

  test('returns descriptions on request, with null for a checkpoint without a description', async () => {
    const owner = testCaller();
    await save(owner, { name: 'bare' });
    await save(owner, { name: 'described', description: 'About tea.' });
    const { items } = await list(owner, { include_descriptions: true });
    expect(items.map(({ description }) => description)).toEqual(['About tea.', null]);
  });

  test('counts the attached memories that still exist', async () => {
    const owner = testCaller();
    const [kept, deleted] = [await storeMemory(fixture, owner), await storeMemory(fixture, owner)];
    await save(owner, { description: `memory_id: ${kept.id} memory_id: ${deleted.id}` });
    await fixture.as(owner).delete(`/api/v2/memories/${deleted.id}`);
    expect((await list(owner)).items[0]).toMatchObject({ memory_count: 1 });
  });

  test('excludes inactive versions and other memory types', async () => {
    const owner = testCaller();
    const { id } = await save(owner);
    await fixture
      .as(owner)
      .post(`/api/v2/memories/${id}/evolve`)
      .send({ new_content: 'new', evolution_type: 'update' });
    await storeMemory(fixture, owner, { metadata: { name: 'tea' } });
    expect(await list(owner)).toMatchObject({ total: 1 });
  });

  test('returns the remaining checkpoints at the next offset if the size limit shortened a page', async () => {
    const owner = testCaller();
    const description = '\u0001'.repeat(10_000);
    for (let n = 0; n < 80; n++) await save(owner, { name: `large ${n}`, description });
    const first = await list(owner, { limit: 100, include_descriptions: true });
    const rest = await list(owner, { offset: first.items.length, limit: 100, include_descriptions: true });
    expect(first.items.length).toBeLessThan(80);
    expect(first.total).toBe(80);
    expect([...first.items, ...rest.items].map(({ name }) => name)).toEqual(
      Array.from({ length: 80 }, (_, n) => `large ${79 - n}`),
    );
  });

  test.each(UNAUTHORIZED_CALLERS.read)('rejects %s with %s', async (_who, code, unauthorized) => {
    await expect(list(unauthorized)).rejects.toMatchObject({ code });
  });
});
