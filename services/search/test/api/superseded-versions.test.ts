import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { callUserData } from '@loci/contracts';
import type { Candidates, SearchFilterWire } from '@loci/contracts';
import { newId } from '@loci/core';
import type { EventEnvelope } from '@loci/events';
import { inProcessClient } from '@loci/http';
import { testCaller } from '@loci/testing';
import { documentCreated, memoryCreated, memoryDeleted, memoryUpdated } from '../events.fixture.ts';
import { createTestSearchService } from '../search-service.fixture.ts';
import type { TestSearchService } from '../search-service.fixture.ts';

const WITH_SUPERSEDED: SearchFilterWire = { include: ['superseded'] };
const SUCCESSOR = newId();

let search: TestSearchService;
let caller: ReturnType<typeof testCaller>;
beforeAll(async () => {
  search = await createTestSearchService();
});
beforeEach(() => {
  caller = testCaller();
  for (const index of [search.archiveKeywordIndex, search.archiveVectorIndex]) index.up();
});
afterAll(() => search.close());

const supersede = (created: EventEnvelope, part: object = {}): EventEnvelope =>
  memoryUpdated(created, {
    is_active: false,
    lifecycle_state: 'evolved',
    superseded_by: SUCCESSOR,
    updated_at: '2026-07-01T00:00:00.000Z',
    ...part,
  });

/** Stores a memory that was superseded. Returns the event that superseded it. */
async function storeSuperseded(content: string, part: object = {}): Promise<EventEnvelope> {
  const created = memoryCreated(caller.tenantId, { content, ...part });
  const superseded = supersede(created);
  await search.storeMemories(created);
  await search.storeMemories(superseded);
  return superseded;
}

async function storeCurrent(...contents: string[]): Promise<EventEnvelope[]> {
  const events = contents.map((content) => memoryCreated(caller.tenantId, { content }));
  await search.storeMemories(...events);
  return events;
}

const retrieve = (query: string, filter: SearchFilterWire = {}, part: object = {}): Promise<Candidates> =>
  search.client.candidates({
    tenant_id: caller.tenantId,
    query,
    filter,
    window: 20,
    keyword: true,
    vector: true,
    conversation_neighbors: true,
    ...part,
  });

async function find(query: string, filter: SearchFilterWire = {}, part: object = {}): Promise<string[]> {
  const { columns } = await retrieve(query, filter, part);
  return columns.items().map(({ id }) => id);
}

async function findByVector(query: string, include: string[]) {
  const { body } = await search.as(caller).post('/api/v2/search/vector').send({ query, include });
  return body.data.items as { id: string; validity?: string; superseded_by?: string | null }[];
}

/** Numbers of calls of the archive by method. */
const archiveCalls = () => [
  new Map(search.archiveKeywordIndex.calls),
  new Map(search.archiveVectorIndex.calls),
];

const archived = (tenantId: string, id: string) =>
  Promise.all([
    search.archiveKeywordIndex.port.fetch(tenantId, { ids: [id] }),
    search.archiveVectorIndex.port.vectors(tenantId, [id]),
  ]).then(([items, vectors]) => [items.length, vectors.size]);

describe('searches that include superseded versions', () => {
  test.each([
    ['hybrid', {}],
    ['keyword', { vector: false }],
    ['vector', { keyword: false }],
  ])('%s search finds a superseded version only if include contains superseded', async (_name, part) => {
    await storeCurrent('Ada lives in Paris.', 'The weather is fine.');
    const { aggregate_id: id } = await storeSuperseded('Ada lives in London.');
    expect(await find('Ada London', {}, part)).not.toContain(id);
    expect(await find('Ada London', { include: ['expired', 'future'] }, part)).not.toContain(id);
    expect((await find('Ada London', WITH_SUPERSEDED, part))[0]).toBe(id);
  });

  test('the vector search operation marks superseded versions with the id of their successor', async () => {
    const [current] = await storeCurrent('Ada lives in Paris.');
    const { aggregate_id: id } = await storeSuperseded('Ada lives in London.');
    const found = await findByVector('Where in London does Ada live?', ['superseded']);
    expect(found[0]).toMatchObject({ id, validity: 'superseded', superseded_by: SUCCESSOR });
    expect(found[1]!.id).toBe(current!.aggregate_id);
    expect(found[1]).not.toHaveProperty('validity');
    expect(found[1]).not.toHaveProperty('superseded_by');
    expect((await findByVector('London', [])).map((item) => item.id)).toEqual([current!.aggregate_id]);
  });

  test('the items of results mark superseded versions, with a highlight, in the order of the ids', async () => {
    const [current] = await storeCurrent('Ada lives in Paris.');
    const { aggregate_id: id } = await storeSuperseded('Ada lives in London.');
    const ids = [id, current!.aggregate_id];
    const request = { tenant_id: caller.tenantId, ids, query: 'London', include_neighbors: 0 };
    const { items } = await search.client.items({ ...request, filter: WITH_SUPERSEDED });
    expect(items.map((item) => [item.id, item.validity, item.superseded_by, item.highlight])).toEqual([
      [id, 'superseded', SUCCESSOR, 'Ada lives in <mark>London</mark>.'],
      [current!.aggregate_id, undefined, undefined, null],
    ]);
    expect((await search.client.items(request)).items).toHaveLength(1);
  });

  test('a superseded version is found whatever its period is, and only if it matches the other filters', async () => {
    const { aggregate_id: id } = await storeSuperseded('Ada lives in London.', {
      tags: ['home'],
      valid_until: '2020-01-01T00:00:00.000Z',
    });
    expect(await find('London', WITH_SUPERSEDED)).toEqual([id]);
    expect(await find('London', { ...WITH_SUPERSEDED, tags: ['home'] })).toEqual([id]);
    expect(await find('London', { ...WITH_SUPERSEDED, tags: ['work'] })).toEqual([]);
  });

  test('a superseded version that has expired is not found', async () => {
    await storeSuperseded('Ada lives in London.', { expires_at: '2026-01-01T00:00:00.000Z' });
    expect(await find('London', WITH_SUPERSEDED)).toEqual([]);
    expect(await findByVector('London', ['superseded', 'expired', 'future'])).toEqual([]);
  });

  test('an inactive protected memory is not found', async () => {
    await storeSuperseded('Ada is curious.', { memory_type: 'identity_core' });
    expect(await find('curious', WITH_SUPERSEDED)).toEqual([]);
  });

  test('a superseded version of another tenant is not found', async () => {
    await storeSuperseded('Ada lives in London.');
    caller = testCaller();
    expect(await find('London', WITH_SUPERSEDED)).toEqual([]);
    expect(await findByVector('London', ['superseded'])).toEqual([]);
  });

  test('a search without superseded versions does not read the archive and returns the same as without an archive', async () => {
    await storeCurrent('Ada lives in Paris.', 'Bob lives in Rome.', 'Ada likes London.');
    const before = JSON.stringify((await retrieve('Ada London')).columns);
    const idfs = await search.keywordIndex.port.idfs(caller.tenantId, 'Ada London');
    await search.storeMemories(
      supersede(memoryCreated(caller.tenantId, { content: 'Ada lives in London.' })),
    );
    const calls = archiveCalls();
    expect(JSON.stringify((await retrieve('Ada London')).columns)).toBe(before);
    expect(await findByVector('London', ['expired'])).toHaveLength(3);
    expect(await search.keywordIndex.port.idfs(caller.tenantId, 'Ada London')).toEqual(idfs);
    expect(archiveCalls()).toEqual(calls);
  });

  test('keyword scores of superseded versions are computed with the document frequencies of the current memories', async () => {
    const fillers = Array.from({ length: 8 }, (_, i) => `Filler number ${i} about trains.`);
    const [current] = await storeCurrent('Ada lives in Paris.', ...fillers);
    const { aggregate_id: id } = await storeSuperseded('Ada lives in London.');
    const { columns } = await retrieve('Ada lives', WITH_SUPERSEDED);
    const scoreOf = (item: string) => columns.value('keyword_score', columns.positionOf(item))!;
    const ratio = scoreOf(id) / scoreOf(current!.aggregate_id);
    expect(ratio).toBeGreaterThan(0.8);
    expect(ratio).toBeLessThan(1.2);
    // In the archive, each term occurs in all items, so that its own document frequencies are useless.
    const [own] = await search.archiveKeywordIndex.port.score(caller.tenantId, { query: 'Ada', ids: [id] });
    expect(own!.score).toBeLessThan(0.001);
  });

  test('the explained terms of a superseded version add up to its score', async () => {
    await storeCurrent('Ada lives in Paris.', 'Trains.', 'Boats.', 'Planes.');
    const { aggregate_id: id } = await storeSuperseded('Ada lives in London.');
    const { columns, rank_score_parts: parts } = await retrieve('Ada London', WITH_SUPERSEDED, {
      explain: true,
    });
    const { terms } = await search.client.items({
      tenant_id: caller.tenantId,
      ids: [id],
      query: 'Ada London',
      include_neighbors: 0,
      filter: WITH_SUPERSEDED,
      explain_terms: true,
    });
    const sum = terms!.find((entry) => entry.id === id)!.terms.reduce((all, { weight }) => all + weight, 0);
    const position = columns.positionOf(id);
    expect(sum).toBeCloseTo(columns.value('keyword_score', position)!, 5);
    expect(parts!.own_vector).toHaveLength(columns.length);
  });

  test('similarities have no part in the blended score of a query whose words the model does not know', async () => {
    await storeCurrent('Виолончель стоит в гараже.', 'Машина стоит на улице у дома.', 'cello');
    await storeSuperseded('Виолончель стоит в подвале.');
    const { columns } = await retrieve('где стоит виолончель', WITH_SUPERSEDED);
    const keywordScores = columns.data.keyword_score.map((score) => score || 0);
    const best = Math.max(...keywordScores);
    expect(columns.length).toBe(4);
    columns.data.blended.forEach((score, i) => expect(score).toBeCloseTo(keywordScores[i]! / best, 3));
  });

  test('conversation neighbors of current memories keep their shares', async () => {
    const conversation = { conversation_id: 'c1' };
    const turns = ['Where does Ada live?', 'In Paris.'].map((content, i) =>
      memoryCreated(caller.tenantId, { content, ...conversation, created_at: `2026-06-01T12:00:0${i}.000Z` }),
    );
    await search.storeMemories(...turns);
    await storeSuperseded('Ada lives in London.');
    const { columns } = await retrieve('Ada live', WITH_SUPERSEDED);
    expect(columns.data.links).toHaveLength(2);
    const linked = [...columns.data.links].map((position) => columns.id(position)).sort();
    expect(linked).toEqual(turns.map((event) => event.aggregate_id).sort());
  });

  test('if the archive is unavailable, current memories are found and the retrievers count as failed', async () => {
    const [current] = await storeCurrent('Ada lives in Paris.');
    await storeSuperseded('Ada lives in London.');
    for (const index of [search.archiveKeywordIndex, search.archiveVectorIndex]) index.down();
    const { columns, failed } = await retrieve('Ada', WITH_SUPERSEDED);
    expect([columns.id(0), columns.length]).toEqual([current!.aggregate_id, 1]);
    expect(failed).toEqual(['keyword', 'vector']);
    expect((await retrieve('Ada')).failed).toEqual([]);
  });

  test('why-not finds the place of a superseded version only if the search includes superseded versions', async () => {
    const { aggregate_id: id } = await storeSuperseded('Ada lives in London.');
    const request = {
      tenant_id: caller.tenantId,
      id,
      query: 'London',
      window: 20,
      keyword: true,
      vector: true,
    };
    const inspected = await search.client.inspectMemory({ ...request, filter: WITH_SUPERSEDED });
    expect(inspected).toMatchObject({
      memory: { is_active: false, superseded_by: SUCCESSOR },
      failed_filters: [],
      indexed_revision: 2,
      embedding_status: 'completed',
      has_vector: true,
      keyword: { rank: 1 },
      vector: { rank: 1 },
    });
    expect(await search.client.inspectMemory({ ...request, filter: {} })).toMatchObject({
      indexed_revision: null,
      has_vector: false,
    });
  });
});

describe('the archive of superseded versions', () => {
  test('a superseded version publishes no embedding event', async () => {
    const { aggregate_id: id } = await storeSuperseded('Ada lives in London.');
    const events = await search.publishedEvents(caller.tenantId);
    expect(events.map(({ type, revision }) => [type, revision])).toEqual([['embedding.completed', 1]]);
    expect(await archived(caller.tenantId, id)).toEqual([1, 1]);
  });

  test('contains no active memory and no document chunk', async () => {
    const calls = archiveCalls();
    await storeCurrent('Ada lives in Paris.');
    await search.consumeDocuments(documentCreated(caller.tenantId, ['tea leaves']));
    expect(archiveCalls()).toEqual(calls);
  });

  test('the deletion of a superseded version removes it, and an event that arrives later does not restore it', async () => {
    const superseded = await storeSuperseded('Ada lives in London.');
    const { aggregate_id: id } = superseded;
    await search.storeMemories(memoryDeleted(superseded));
    expect(await archived(caller.tenantId, id)).toEqual([0, 0]);
    await search.consumeMemories(superseded);
    expect(await archived(caller.tenantId, id)).toEqual([0, 0]);
    expect(await find('London', WITH_SUPERSEDED)).toEqual([]);
  });

  test('a deletion that arrives before the event of the superseded version keeps it out', async () => {
    const superseded = supersede(memoryCreated(caller.tenantId, { content: 'Ada lives in London.' }));
    await search.consumeMemories(memoryDeleted(superseded));
    await search.consumeMemories(superseded);
    expect(await archived(caller.tenantId, superseded.aggregate_id)).toEqual([0, 0]);
  });

  test('the search of an erasure finds superseded versions of the user until they are removed', async () => {
    const superseded = await storeSuperseded('Ada lives in London.');
    const { aggregate_id: id } = superseded;
    const erasure = {
      tenant_id: caller.tenantId,
      erasure_id: newId(),
      user_id: newId(),
      pseudonym: 'erased:0123456789abcdef',
      until: new Date().toISOString(),
    };
    const service = inProcessClient(search.service.routes, 'throw');
    const { signal } = new AbortController();
    await callUserData(service, 'add', { ...erasure, objects: [{ id, kind: 'memory' }] }, signal);
    const find = async () => (await callUserData(service, 'find', erasure, signal)).found;
    const counts = (count: number) => ({
      superseded_items: count,
      superseded_keyword_index: count,
      superseded_vector_index: count,
    });
    expect(await find()).toMatchObject(counts(1));
    await search.storeMemories(memoryDeleted(superseded));
    expect(await find()).toMatchObject(counts(0));
  });

  test('the deletion of a tenant removes its archive', async () => {
    const { aggregate_id: id } = await storeSuperseded('Ada lives in London.');
    const other = caller;
    caller = testCaller();
    const kept = await storeSuperseded('Bob lives in Rome.');
    const client = inProcessClient(search.service.routes, 'throw');
    await client(null, { method: 'delete', path: `/internal/tenant-data/${other.tenantId}` });
    expect(await archived(other.tenantId, id)).toEqual([0, 0]);
    expect(await search.archiveKeywordIndex.port.listTenants()).not.toContain(other.tenantId);
    expect(await search.archiveVectorIndex.port.listTenants()).not.toContain(other.tenantId);
    expect(await recordsOf(other.tenantId)).toEqual([]);
    expect(await archived(caller.tenantId, kept.aggregate_id)).toEqual([1, 1]);
  });

  test('reconciliation adds versions that were superseded before the archive existed, and reports no events', async () => {
    const superseded = Array.from({ length: 300 }, (_, i) =>
      supersede(memoryCreated(caller.tenantId, { content: `Ada lived in London in year ${i}.` })),
    );
    await search.reconcile();
    search.owners.store(...superseded);
    expect(await search.reconcile()).toMatchObject({ keyword: 300, vector: 300, records: 300 });
    expect(await search.archiveKeywordIndex.port.count(caller.tenantId)).toBe(300);
    expect(await search.archiveVectorIndex.port.count(caller.tenantId)).toBe(300);
    expect(await find('London', WITH_SUPERSEDED)).not.toEqual([]);
    expect(await search.publishedEvents(caller.tenantId)).toEqual([]);
    expect(await search.reconcile()).toEqual({ keyword: 0, vector: 0, records: 0 });
  });

  test('reconciliation removes versions that the memory service no longer has', async () => {
    const superseded = await storeSuperseded('Ada lives in London.');
    search.owners.store(memoryDeleted(superseded));
    expect(await search.reconcile()).toEqual({ keyword: 1, vector: 1, records: 1 });
    expect(await archived(caller.tenantId, superseded.aggregate_id)).toEqual([0, 0]);
  });

  test('reconciliation with a memory service of an earlier version keeps the archive', async () => {
    const { aggregate_id: id } = await storeSuperseded('Ada lives in London.');
    const { revisions } = search.owners.memory;
    search.owners.memory.revisions = async (...args) =>
      (await revisions(...args)).map(({ superseded: _superseded, ...rest }) => rest as never);
    try {
      await expect(search.reconcile()).rejects.toMatchObject({ code: 'SYS_SERVICE_UNAVAILABLE' });
    } finally {
      search.owners.memory.revisions = revisions;
    }
    expect(await archived(caller.tenantId, id)).toEqual([1, 1]);
  });

  test('rebuildIndexes rebuilds the archive', async () => {
    const { aggregate_id: id } = await storeSuperseded('Ada lives in London.');
    await search.archiveKeywordIndex.port.dropTenant(caller.tenantId);
    await search.archiveVectorIndex.port.dropTenant(caller.tenantId);
    await search.service.rebuildIndexes(new AbortController().signal);
    expect(await archived(caller.tenantId, id)).toEqual([1, 1]);
  });

  test('purge-tombstones deletes the tombstones of the archive', async () => {
    const superseded = await storeSuperseded('Ada lives in London.');
    await search.storeMemories(memoryDeleted(superseded));
    const page = { afterId: null, limit: 10 };
    expect(await search.archiveKeywordIndex.port.revisions(caller.tenantId, page)).toHaveLength(1);
    search.setDaysAhead(60);
    try {
      await search.runJob('purge-tombstones');
    } finally {
      search.setDaysAhead(0);
    }
    expect(await search.archiveKeywordIndex.port.revisions(caller.tenantId, page)).toEqual([]);
    expect(await search.archiveVectorIndex.port.revisions(caller.tenantId, page)).toEqual([]);
    expect(await recordsOf(caller.tenantId)).toEqual([]);
  });
});

const recordsOf = (tenantId: string) =>
  search.database.inSystemTransaction((tx) =>
    tx.query('SELECT id FROM superseded_items WHERE tenant_id = $1', [tenantId]),
  );
