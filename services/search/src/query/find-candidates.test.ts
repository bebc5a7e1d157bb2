import { beforeEach, describe, expect, test } from '@jest/globals';
import type { CandidatesRequest } from '@loci/contracts';
import { unavailable } from '@loci/core';
import { findCandidates } from './find-candidates.ts';
import type { FindCandidatesDeps } from './find-candidates.ts';

const NEVER = new AbortController().signal;

const request: CandidatesRequest = {
  tenant_id: '0199a000-0000-7000-8000-000000000001',
  query: 'tea',
  filter: {},
  window: 200,
  keyword: true,
  vector: true,
  surroundings: true,
};

const words: Record<string, number> = { a: 4, b: 2 };
const meanings: Record<string, number> = { b: 0.9, c: 0.5, a: 0.1 };

/** Ports over these two tables, in which a test breaks what it needs broken. */
let deps: FindCandidatesDeps;
let vectorIndex: Awaited<ReturnType<FindCandidatesDeps['servingSpace']>>['index'];
let embedder: Awaited<ReturnType<FindCandidatesDeps['servingSpace']>>['embedder'];
beforeEach(() => {
  const hit = (id: string) => ({
    id,
    score: words[id] ?? 0,
    importance: 0.5,
    createdAtMs: 1_000,
    inConversation: false,
  });
  vectorIndex = {
    search: () => Promise.resolve(['b', 'c'].map((id) => ({ id, score: meanings[id]! }))),
    score: (_, { ids }) => Promise.resolve(ids.map((id) => ({ id, score: meanings[id]! }))),
  };
  embedder = { embed: () => Promise.resolve([new Float32Array([1])]) };
  deps = {
    database: { inOneRoundTrip: () => Promise.resolve([] as never) },
    keywordIndex: {
      search: () => Promise.resolve(Object.keys(words).map(hit)),
      score: (_, { ids }) => Promise.resolve(ids.map(hit)),
    },
    servingSpace: () => Promise.resolve({ embedder, index: vectorIndex }),
    armTimeoutMs: 60_000,
  };
});

const down = (): Promise<never> => Promise.reject(unavailable('A store'));
const hanging = (): Promise<never> => new Promise(() => undefined);

describe('both arms', () => {
  test('give their candidates, and each its score in the other arm too', async () => {
    const found = await findCandidates(deps, request, NEVER);
    const scores = found.items.map(({ id, keyword_score: keyword, vector_score: vector }) => [
      id,
      keyword,
      vector,
    ]);
    expect(scores).toEqual([
      ['a', 4, 0.1],
      ['b', 2, 0.9],
      ['c', null, 0.5],
    ]);
    expect(found).toMatchObject({ keyword: { count: 2 }, vector: { count: 2 }, failed: [], neighbours: [] });
    expect(found.items[0]).toMatchObject({ importance: 0.5, created_at_ms: 1_000 });
  });

  test('an arm that is not asked for says nothing', async () => {
    vectorIndex.search = down;
    const found = await findCandidates(deps, { ...request, vector: false }, NEVER);
    expect(found).toMatchObject({ keyword: { count: 2 }, vector: null, failed: [] });
    expect(found.items.map((item) => item.vector_score)).toEqual([null, null]);
  });

  test('without the keyword arm its index still says what passes and what decides ties', async () => {
    deps.keywordIndex.search = down;
    deps.keywordIndex.score = (_, { query, ids }) => {
      expect(query).toBe('');
      return Promise.resolve(
        ids
          .filter((id) => id !== 'c')
          .map((id) => ({ id, score: 0, importance: 1, createdAtMs: 7, inConversation: false })),
      );
    };
    const found = await findCandidates(deps, { ...request, keyword: false }, NEVER);
    expect(found.items).toMatchObject([{ id: 'b', keyword_score: null, importance: 1, created_at_ms: 7 }]);
    expect(found.failed).toEqual([]);
  });

  test('a query in which the model knows no word has no vector hits, and that is no failure', async () => {
    embedder.embed = () => Promise.resolve([null]);
    const found = await findCandidates(deps, request, NEVER);
    expect(found).toMatchObject({ vector: { count: 0 }, failed: [] });
    expect(found.items.map(({ id }) => id)).toEqual(['a', 'b']);
  });
});

describe('an arm that does not answer', () => {
  test('keyword index down: the vector arm answers alone, and the arm is named', async () => {
    deps.keywordIndex = { search: down, score: down };
    const found = await findCandidates(deps, request, NEVER);
    expect(found.failed).toEqual(['keyword']);
    expect(found.keyword).toBeNull();
    expect(found.items.map(({ id, vector_score: vector }) => [id, vector])).toEqual([
      ['b', 0.9],
      ['c', 0.5],
    ]);
  });

  test.each([
    ['the vector index', () => (vectorIndex = { search: down, score: down })],
    ['the embedder', () => (embedder = { embed: down })],
    ['the model that serves', () => (deps.servingSpace = down)],
  ])('%s down: the keyword arm answers alone, and the vector arm is named', async (_, takeDown) => {
    takeDown();
    const found = await findCandidates(deps, request, NEVER);
    expect(found.failed).toEqual(['vector']);
    expect(found.vector).toBeNull();
    expect(found.items.map(({ id }) => id)).toEqual(['a', 'b']);
  });

  test('both down: SYS_SERVICE_UNAVAILABLE', async () => {
    deps.keywordIndex = { search: down, score: down };
    vectorIndex = { search: down, score: down };
    await expect(findCandidates(deps, request, NEVER)).rejects.toMatchObject({
      code: 'SYS_SERVICE_UNAVAILABLE',
    });
  });

  test('the only one that was asked for down: SYS_SERVICE_UNAVAILABLE', async () => {
    vectorIndex = { search: down, score: down };
    await expect(findCandidates(deps, { ...request, keyword: false }, NEVER)).rejects.toMatchObject({
      code: 'SYS_SERVICE_UNAVAILABLE',
    });
  });

  test.each([
    ['keyword', () => (deps.keywordIndex.search = hanging)],
    ['vector', () => (vectorIndex.search = hanging)],
    ['vector', () => (embedder.embed = hanging)],
  ])('%s: one that takes too long is left behind', async (arm, hang) => {
    hang();
    deps.armTimeoutMs = 20;
    const found = await findCandidates(deps, request, NEVER);
    expect(found.failed).toEqual([arm]);
    expect(found.items.length).toBeGreaterThan(0);
  });

  test('one that breaks after its search keeps what it found', async () => {
    deps.keywordIndex.score = down;
    vectorIndex.score = down;
    const found = await findCandidates(deps, request, NEVER);
    expect(found.failed).toEqual([]);
    expect(found.items.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  });

  test('a mistake of ours is no outage', async () => {
    vectorIndex.search = () => Promise.reject(new RangeError('a bug'));
    await expect(findCandidates(deps, request, NEVER)).rejects.toThrow('a bug');
  });

  test('the database down: candidates without the support of neighbours', async () => {
    deps.keywordIndex.search = () =>
      Promise.resolve([{ id: 'a', score: 4, importance: 0.5, createdAtMs: 1, inConversation: true }]);
    deps.database.inOneRoundTrip = down;
    const found = await findCandidates(deps, request, NEVER);
    expect(found.neighbours).toEqual([]);
    expect(found.items.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  });
});

describe('a caller who hangs up', () => {
  test('ends the search at once, whatever hangs', async () => {
    const caller = new AbortController();
    deps.keywordIndex.search = hanging;
    const search = findCandidates(deps, request, caller.signal);
    caller.abort(new Error('gone'));
    await expect(search).rejects.toThrow('gone');
  });

  test('stops the embedder', async () => {
    const caller = new AbortController();
    let stopped = false;
    const asked = Promise.withResolvers<void>();
    embedder.embed = (_, options) =>
      new Promise((__, reject) => {
        asked.resolve();
        options!.signal!.addEventListener('abort', () => {
          stopped = true;
          reject(options!.signal!.reason as Error);
        });
      });
    const search = findCandidates(deps, request, caller.signal);
    await asked.promise;
    caller.abort();
    await expect(search).rejects.toMatchObject({ name: 'AbortError' });
    expect(stopped).toBe(true);
  });
});

test('without conversations the database is not asked', async () => {
  deps.database.inOneRoundTrip = () => Promise.reject(new Error('asked'));
  await expect(findCandidates(deps, request, NEVER)).resolves.toMatchObject({ neighbours: [] });
});
