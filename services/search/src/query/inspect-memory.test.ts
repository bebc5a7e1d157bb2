import { beforeEach, describe, expect, test } from '@jest/globals';
import type { InspectMemoryRequest } from '@loci/contracts';
import { newId, unavailable } from '@loci/core';
import type { Transaction } from '@loci/postgres';
import { exampleItem } from '../items/item-index.contract.ts';
import { inspectMemory } from './inspect-memory.ts';
import type { InspectMemoryDeps } from './inspect-memory.ts';

const tenant = newId();
const known = exampleItem(tenant, { revision: 3, importance: 0.5, tags: ['a'] });
const protectedId = newId();
const vector = Float32Array.from([1]);
const notAborted = new AbortController().signal;

/** Period and expiry of the known memory. */
let period: { valid_from?: string; valid_until?: string; expires_at?: string };
/** Calls of the dependencies, as the name of the method. */
let calls: string[];
let deps: InspectMemoryDeps;
beforeEach(() => {
  calls = [];
  period = {};
  const respond = <Result>(call: string, result: Result): Promise<Result> => {
    calls.push(call);
    return Promise.resolve(result);
  };
  const hits = Array.from({ length: 300 }, (_, i) => ({
    id: i === 249 ? known.id : newId(),
    score: 1 - i / 1_000,
    importance: null,
    createdAtMs: 0,
    words: 1,
    traits: 0,
    inConversation: false,
  }));
  const scoresOf = (ids: readonly string[]) => hits.filter(({ id }) => ids.includes(id));
  const state = (id: string) => ({
    revision: 4,
    state: {
      ...period,
      ...{ id, content: 'Tea.', importance: 0.5, confidence: 1, source_type: 'direct_input' },
      ...{ user_id: newId(), metadata: {}, tags: ['a'], lifecycle_state: 'active', version: 1 },
      ...{ is_active: true, conversation_id: null, content_revision: 1 },
      memory_type: id === protectedId ? 'identity_core' : 'fact',
      created_at: '2026-01-02T00:00:00.000Z',
      updated_at: '2026-01-03T00:00:00.000Z',
    },
  });
  const query = async () => {
    calls.push('query');
    return [{ revision: '3', embedding_status: 'completed' }];
  };
  const explain = () => Promise.resolve(new Map());
  const indexes = {
    keywordIndex: {
      fetch: (_: string, { ids }: { ids: readonly string[] }) =>
        respond('fetch', ids.includes(known.id) ? [known] : []),
      search: () => respond('keyword search', hits),
      score: (_: string, { ids }: { ids: readonly string[] }) => respond('keyword score', scoresOf(ids)),
      explain,
      idfs: explain,
    },
    servingSpace: () =>
      Promise.resolve({
        embedder: { embed: () => respond('embed', [vector]) },
        index: {
          vectors: (_: string, ids: readonly string[]) =>
            respond('vectors', new Map(ids.includes(known.id) ? [[known.id, vector]] : [])),
          search: () => respond('vector search', hits),
          score: (_: string, { ids }: { ids: readonly string[] }) => respond('vector score', scoresOf(ids)),
        },
      }),
  };
  deps = {
    inTransaction: (_, work) => work({ query } as unknown as Transaction),
    memoryInventory: {
      states: (_, ids) =>
        respond('states', ids.filter((id) => [known.id, protectedId].includes(id)).map(state)),
    },
    ...indexes,
    archive: indexes,
  };
});

const inspect = (id: string, part: Partial<InspectMemoryRequest> = {}) =>
  inspectMemory(
    deps,
    { tenant_id: tenant, id, query: 'tea', filter: {}, window: 200, keyword: true, vector: true, ...part },
    notAborted,
  );

describe('inspectMemory', () => {
  test('returns the state of the memory, its index entries and its places in both retrievers', async () => {
    expect(await inspect(known.id)).toEqual({
      memory: {
        revision: 4,
        is_active: true,
        superseded_by: null,
        updated_at: '2026-01-03T00:00:00.000Z',
        occurred_at: '2026-01-02T00:00:00.000Z',
        valid_until: null,
      },
      failed_filters: [],
      indexed_revision: 3,
      embedding_status: 'completed',
      has_vector: true,
      keyword: { score: 0.751, rank: 250, window_score: 1 - 199 / 1_000 },
      vector: { score: 0.751, rank: 250, window_score: 1 - 199 / 1_000 },
    });
  });

  test('returns include as a failed filter for a memory that is not true now and not included', async () => {
    period = { valid_until: '2026-01-05T00:00:00.000Z' };
    expect(await inspect(known.id)).toMatchObject({
      memory: { valid_until: '2026-01-05T00:00:00.000Z' },
      failed_filters: [{ field: 'include', required: [], actual: 'expired' }],
    });
    expect((await inspect(known.id, { filter: { include: ['expired'] } })).failed_filters).toEqual([]);
    period = { valid_from: '9999-01-01T00:00:00.000Z' };
    expect((await inspect(known.id, { filter: { include: ['expired'] } })).failed_filters).toEqual([
      { field: 'include', required: ['expired'], actual: 'future' },
    ]);
  });

  test('returns no memory after its expiry', async () => {
    period = { expires_at: '2026-01-05T00:00:00.000Z' };
    expect(await inspect(known.id)).toMatchObject({ memory: null, failed_filters: [] });
  });

  test('returns each filter that the memory does not match, with its value', async () => {
    const filter = {
      memory_types: ['task' as const, 'fact' as const],
      min_importance: 0.6,
      tags: ['b'],
      occurred_from: Date.UTC(2026, 0, 3),
      occurred_to: Date.UTC(2026, 0, 3),
    };
    expect((await inspect(known.id, { filter })).failed_filters).toEqual([
      { field: 'min_importance', required: 0.6, actual: 0.5 },
      { field: 'tags', required: ['b'], actual: ['a'] },
      { field: 'occurred_from', required: Date.UTC(2026, 0, 3), actual: Date.UTC(2026, 0, 2) },
    ]);
  });

  test('sends the same requests for a known, an unknown and a foreign id', async () => {
    await inspect(known.id);
    const requests = calls.toSorted();
    expect(requests).toHaveLength(9);
    // The memory service and the indexes have no memory of another tenant under this tenant.
    for (const id of [newId(), protectedId]) {
      calls = [];
      const { memory, failed_filters: failed } = await inspect(id, { filter: { tags: ['b'] } });
      expect([memory, failed]).toEqual([null, []]);
      expect(calls.toSorted()).toEqual(requests);
    }
  });

  test('returns the recorded revision if the keyword index is unavailable', async () => {
    const down = () => Promise.reject(unavailable('The keyword index'));
    deps.keywordIndex = { fetch: down, search: down, score: down, explain: down, idfs: down };
    expect(await inspect(known.id)).toMatchObject({
      indexed_revision: 3,
      keyword: null,
      vector: { rank: 250 },
    });
  });

  test('returns no place in vector search if the vector index is unavailable', async () => {
    deps.servingSpace = () => Promise.reject(unavailable('The vector index'));
    expect(await inspect(known.id)).toMatchObject({ has_vector: false, vector: null });
  });

  test('searches only with the requested retrievers', async () => {
    expect(await inspect(known.id, { keyword: false, vector: false })).toMatchObject({
      has_vector: true,
      keyword: null,
      vector: null,
    });
    expect(calls.toSorted()).toEqual(['fetch', 'query', 'states', 'vectors']);
  });
});
