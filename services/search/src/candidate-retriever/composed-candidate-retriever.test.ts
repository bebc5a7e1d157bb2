import { beforeEach, describe, expect, test } from '@jest/globals';
import type { CandidatesRequest } from '@loci/contracts';
import { unavailable } from '@loci/core';
import { createComposedCandidateRetriever } from './composed-candidate-retriever.ts';
import type { ComposedRetrieverDeps } from './composed-candidate-retriever.ts';

const notAborted = new AbortController().signal;

const request: CandidatesRequest = {
  tenant_id: '0199a000-0000-7000-8000-000000000001',
  query: 'tea',
  filter: {},
  window: 200,
  keyword: true,
  vector: true,
  conversation_neighbors: true,
};

/** Ids of the items. */
const [a, b, c] = ['a', 'b', 'c'].map((letter) => `0199a000-0000-7000-8000-00000000000${letter}`) as [
  string,
  string,
  string,
];
const keywordScores: Record<string, number> = { [a]: 4, [b]: 2 };
const vectorScores: Record<string, number> = { [b]: 0.9, [c]: 0.5, [a]: 0.1 };

/** Retrieves the candidates as objects, sorted by id. */
async function findCandidates(from: ComposedRetrieverDeps, sent: CandidatesRequest, signal: AbortSignal) {
  const found = await createComposedCandidateRetriever(from).retrieve(sent, signal);
  const items = found.columns.items().sort((first, second) => (first.id < second.id ? -1 : 1));
  return { ...found, items };
}

/** Fakes that return the scores above. Tests replace the methods that must fail. */
let deps: ComposedRetrieverDeps;
let vectorIndex: Awaited<ReturnType<ComposedRetrieverDeps['servingSpace']>>['index'];
let embedder: Awaited<ReturnType<ComposedRetrieverDeps['servingSpace']>>['embedder'];
beforeEach(() => {
  const hit = (id: string) => ({
    id,
    score: keywordScores[id] ?? 0,
    importance: 0.5,
    createdAtMs: 1_000,
    words: 3,
    traits: 0,
    inConversation: false,
  });
  vectorIndex = {
    search: () => Promise.resolve([b, c].map((id) => ({ id, score: vectorScores[id]! }))),
    score: (_, { ids }) => Promise.resolve(ids.map((id) => ({ id, score: vectorScores[id]! }))),
  };
  embedder = { model: 'test', embed: () => Promise.resolve([new Float32Array([1])]) };
  deps = {
    database: { inOneRoundTrip: () => Promise.resolve([] as never) },
    keywordIndex: {
      search: () => Promise.resolve(Object.keys(keywordScores).map(hit)),
      score: (_, { ids }) => Promise.resolve(ids.map(hit)),
      scoreSharedTerms: () => Promise.reject(new Error('Unexpected call.')),
      secondHop: () => Promise.reject(new Error('Unexpected call.')),
    },
    servingSpace: () => Promise.resolve({ embedder, index: vectorIndex }),
    timeoutMs: 60_000,
  };
});

const down = (): Promise<never> => Promise.reject(unavailable('A store'));
const hanging = (): Promise<never> => new Promise(() => undefined);

describe('composed candidate retriever', () => {
  test('returns the hits of both retrievers, each with its keyword score and its vector score', async () => {
    const found = await findCandidates(deps, request, notAborted);
    const scores = found.items.map((item) => [item.id, item.keyword_score, item.vector_score]);
    expect(scores).toEqual([
      [a, 4, 0.1],
      [b, 2, 0.9],
      [c, null, 0.5],
    ]);
    expect(found).toMatchObject({
      keyword: { count: 2 },
      vector: { count: 2 },
      failed: [],
    });
    expect(found.items[0]).toMatchObject({ importance: 0.5, created_at_ms: 1_000 });
  });

  test('does not call the vector index if vector search is not requested', async () => {
    vectorIndex.search = down;
    const found = await findCandidates(deps, { ...request, vector: false }, notAborted);
    expect(found).toMatchObject({ keyword: { count: 2 }, vector: null, failed: [] });
    expect(found.items.map((item) => item.vector_score)).toEqual([null, null]);
  });

  test('applies the filter through the keyword index if keyword search is not requested', async () => {
    deps.keywordIndex.search = down;
    deps.keywordIndex.score = (_, { query, ids }) => {
      expect(query).toBe('');
      return Promise.resolve(
        ids
          .filter((id) => id !== c)
          .map((id) => ({
            id,
            score: 0,
            importance: 1,
            createdAtMs: 7,
            words: 3,
            traits: 0,
            inConversation: false,
          })),
      );
    };
    const found = await findCandidates(deps, { ...request, keyword: false }, notAborted);
    expect(found.items).toMatchObject([{ id: b, keyword_score: null, importance: 1, created_at_ms: 7 }]);
    expect(found).toMatchObject({ keyword: null, failed: [] });
  });

  test('returns no vector hits, without a failure, if the model has no vector for the query', async () => {
    embedder.embed = () => Promise.resolve([null]);
    const found = await findCandidates(deps, request, notAborted);
    expect(found).toMatchObject({ vector: { count: 0 }, failed: [] });
    expect(found.items.map(({ id }) => id)).toEqual([a, b]);
  });

  test('does not query the database if no candidate is in a conversation', async () => {
    deps.database.inOneRoundTrip = () => Promise.reject(new Error('Unexpected query.'));
    await expect(findCandidates(deps, request, notAborted)).resolves.toMatchObject({
      failed: [],
    });
  });
});

describe('composed candidate retriever with an unavailable dependency', () => {
  test('returns vector hits, with "keyword" listed as failed, if the keyword index is unavailable', async () => {
    deps.keywordIndex = { search: down, score: down, scoreSharedTerms: down, secondHop: down };
    const found = await findCandidates(deps, request, notAborted);
    expect(found.failed).toEqual(['keyword']);
    expect(found.keyword).toBeNull();
    expect(found.items.map((item) => [item.id, item.vector_score])).toEqual([
      [b, 0.9],
      [c, 0.5],
    ]);
  });

  test.each([
    ['the vector index', () => (vectorIndex = { search: down, score: down })],
    ['the embedder', () => (embedder = { ...embedder, embed: down })],
    ['the serving vector space', () => (deps.servingSpace = down)],
  ])('returns keyword hits, with "vector" listed as failed, if %s is unavailable', async (_, takeDown) => {
    takeDown();
    const found = await findCandidates(deps, request, notAborted);
    expect(found.failed).toEqual(['vector']);
    expect(found.vector).toBeNull();
    expect(found.items.map(({ id }) => id)).toEqual([a, b]);
  });

  test('throws SYS_SERVICE_UNAVAILABLE if both retrievers fail', async () => {
    deps.keywordIndex = { search: down, score: down, scoreSharedTerms: down, secondHop: down };
    vectorIndex = { search: down, score: down };
    await expect(findCandidates(deps, request, notAborted)).rejects.toMatchObject({
      code: 'SYS_SERVICE_UNAVAILABLE',
    });
  });

  test('throws SYS_SERVICE_UNAVAILABLE if the only requested retriever fails', async () => {
    vectorIndex = { search: down, score: down };
    await expect(findCandidates(deps, { ...request, keyword: false }, notAborted)).rejects.toMatchObject({
      code: 'SYS_SERVICE_UNAVAILABLE',
    });
  });

  test.each([
    ['keyword', 'keyword index', () => (deps.keywordIndex.search = hanging)],
    ['vector', 'vector index', () => (vectorIndex.search = hanging)],
    ['vector', 'embedder', () => (embedder.embed = hanging)],
  ])('lists "%s" as failed if the %s exceeds the timeout', async (retriever, _, hang) => {
    hang();
    deps.timeoutMs = 20;
    const found = await findCandidates(deps, request, notAborted);
    expect(found.failed).toEqual([retriever]);
    expect(found.items.length).toBeGreaterThan(0);
  });

  test('keeps the hits of both retrievers if the retrievers become unavailable after the search', async () => {
    deps.keywordIndex.score = down;
    vectorIndex.score = down;
    const found = await findCandidates(deps, request, notAborted);
    expect(found.failed).toEqual([]);
    expect(found.items.map(({ id }) => id)).toEqual([a, b, c]);
  });

  test('rejects with an unexpected error of a retriever instead of listing the retriever as failed', async () => {
    vectorIndex.search = () => Promise.reject(new RangeError('a bug'));
    await expect(findCandidates(deps, request, notAborted)).rejects.toThrow('a bug');
  });

  test('returns candidates without conversation neighbors if the database is unavailable', async () => {
    deps.keywordIndex.search = () =>
      Promise.resolve([
        { id: a, score: 4, importance: 0.5, createdAtMs: 1, words: 3, traits: 0, inConversation: true },
      ]);
    deps.database.inOneRoundTrip = down;
    const found = await findCandidates(deps, request, notAborted);
    expect(found.columns.data.links).toHaveLength(0);
    expect(found.items.map(({ id }) => id)).toEqual([a, b, c]);
  });
});

describe('composed candidate retriever with shared terms', () => {
  const shared = { ...request, shared_terms: true };
  const blendedOf = async (sent: CandidatesRequest) =>
    (await findCandidates(deps, sent, notAborted)).items.map(({ id, blended }) => [id, blended]);

  test('adds the scores of the keyword index for the terms that candidates share with the best ones', async () => {
    const without = new Map((await blendedOf(request)) as [string, number][]);
    deps.keywordIndex.scoreSharedTerms = (tenantId, { seeds, ids }) => {
      expect(tenantId).toBe(request.tenant_id);
      expect(new Map(seeds.map(({ id, weight }) => [id, weight]))).toEqual(without);
      expect([...ids].sort()).toEqual([a, b, c]);
      return Promise.resolve(
        new Map([
          [a, 4],
          [c, 2],
        ]),
      );
    };
    // The best candidate receives 1, and the sums are divided by the highest one.
    expect(await blendedOf(shared)).toEqual([
      [a, (without.get(a)! + 1) / (without.get(b)! + 1)],
      [b, 1],
      [c, (without.get(c)! + 0.5) / (without.get(b)! + 1)],
    ]);
  });

  const conversationHit = (id: string) => ({
    id,
    score: 4,
    importance: 0.5,
    createdAtMs: 1,
    words: 3,
    traits: 0,
    inConversation: true,
  });
  test.each([
    ['there is one candidate', () => ((vectorIndex.search = () => Promise.resolve([])), [a])],
    ['most candidates have conversation neighbors', () => [a, b]],
  ])('does not call the keyword index if %s', async (_, prepare) => {
    const hits = prepare();
    deps.keywordIndex.search = () => Promise.resolve(hits.map(conversationHit));
    const pairs = [
      { id: a, neighbor_id: b, distance: 1 },
      { id: b, neighbor_id: a, distance: 1 },
    ];
    deps.database.inOneRoundTrip = () => Promise.resolve(pairs as never);
    deps.keywordIndex.score = () => Promise.resolve([]);
    const found = await findCandidates(deps, shared, notAborted);
    expect(found.items.map(({ id }) => id)).toEqual(hits);
  });

  test('does not call the keyword index if keyword search was unavailable', async () => {
    deps.keywordIndex.search = down;
    expect((await findCandidates(deps, shared, notAborted)).items).toHaveLength(2);
  });

  test.each([
    ['is unavailable', down],
    ['exceeds the timeout', hanging],
  ])('returns the scores without shared terms if the keyword index %s', async (_, fail) => {
    const expected = await blendedOf(request);
    deps.keywordIndex.scoreSharedTerms = fail;
    if (fail === hanging) deps.timeoutMs = 100;
    const found = await findCandidates(deps, shared, notAborted);
    expect(found.failed).toEqual([]);
    expect(found.items.map(({ id, blended }) => [id, blended])).toEqual(expected);
  });

  test('rejects with an unexpected error of the keyword index', async () => {
    deps.keywordIndex.scoreSharedTerms = () => Promise.reject(new RangeError('a bug'));
    await expect(findCandidates(deps, shared, notAborted)).rejects.toThrow('a bug');
  });
});

describe('composed candidate retriever with a second hop', () => {
  const hopping = { ...request, second_hop: true };

  test('asks the keyword index for the hop from the best candidate, and returns the positions', async () => {
    deps.keywordIndex.secondHop = (tenantId, { query, bestId, ids }) => {
      expect(tenantId).toBe(request.tenant_id);
      expect(query).toBe(request.query);
      expect(bestId).toBe(b);
      expect([...ids].sort()).toEqual([a, b, c]);
      return Promise.resolve([c, a]);
    };
    const { columns, second_hop: hop } = await findCandidates(deps, hopping, notAborted);
    expect(hop!.positions.map((position) => columns.id(position))).toEqual([c, a]);
    expect(hop!.time_ms).toBeGreaterThanOrEqual(0);
  });

  test('asks only if it was requested and keyword search responded', async () => {
    expect((await findCandidates(deps, request, notAborted)).second_hop).toBeUndefined();
    deps.keywordIndex.search = down;
    expect((await findCandidates(deps, hopping, notAborted)).second_hop).toBeUndefined();
  });

  test.each([
    ['is unavailable', down],
    ['exceeds the timeout', hanging],
  ])('returns the candidates without a second hop if the keyword index %s', async (_, fail) => {
    deps.keywordIndex.secondHop = fail;
    if (fail === hanging) deps.timeoutMs = 100;
    const found = await findCandidates(deps, hopping, notAborted);
    expect(found.failed).toEqual([]);
    expect(found.second_hop).toBeUndefined();
    expect(found.items).toHaveLength(3);
  });

  test('rejects with an unexpected error of the keyword index', async () => {
    deps.keywordIndex.secondHop = () => Promise.reject(new RangeError('a bug'));
    await expect(findCandidates(deps, hopping, notAborted)).rejects.toThrow('a bug');
  });
});

describe('composed candidate retriever with an aborted signal', () => {
  test('rejects with the reason of the signal without waiting for a retriever', async () => {
    const caller = new AbortController();
    deps.keywordIndex.search = hanging;
    const search = findCandidates(deps, request, caller.signal);
    caller.abort(new Error('gone'));
    await expect(search).rejects.toThrow('gone');
  });

  test('aborts the call to the embedder', async () => {
    const caller = new AbortController();
    let isAborted = false;
    const called = Promise.withResolvers<void>();
    embedder.embed = (_, options) =>
      new Promise((__, reject) => {
        called.resolve();
        options!.signal!.addEventListener('abort', () => {
          isAborted = true;
          reject(options!.signal!.reason as Error);
        });
      });
    const search = findCandidates(deps, request, caller.signal);
    await called.promise;
    caller.abort();
    await expect(search).rejects.toMatchObject({ name: 'AbortError' });
    expect(isAborted).toBe(true);
  });
});
