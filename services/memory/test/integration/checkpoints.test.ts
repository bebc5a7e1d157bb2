import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Caller } from '@loci/core';
import type { SaveCheckpointRequest } from '@loci/contracts';
import { MAX_LIST_BYTES } from '@loci/http';
import { testCaller } from '@loci/testing';
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
const list = (as: Caller, request: object = {}) =>
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
  const namesOf = async (request: object) => (await list(as, request)).items.map(({ name }) => name);

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

  test('treats wildcards in the name pattern as plain text', async () => {
    expect(await list(as, { name_pattern: '.*' })).toEqual({ total: 0, items: [] });
    expect(await list(as, { name_pattern: '%' })).toEqual({ total: 0, items: [] });
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
