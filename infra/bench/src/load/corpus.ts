import type { ApiClient } from '../platform/api-client.ts';
import type { Tenant } from '../platform/tenants.ts';
import { waitUntilFound } from '../platform/wait-until-found.ts';
import { waitUntilIndexed } from '../platform/wait-until-indexed.ts';
import type { TextSource } from '../texts/memory-texts.ts';
import { uniqueWord } from '../texts/unique-word.ts';
import type { Clock } from './clock.ts';
import { runClosedLoop } from './closed-loop.ts';
import { newMemory, searchBody, storeBody } from './store-bodies.ts';

/** The memories of one tenant. They are never deleted. */
export interface Corpus {
  tenant: Tenant;
  size(): number;
  /** Ids of the memories in the order of the responses. */
  ids(): readonly string[];
  /** Creates memories in bulk until there are `memories`, and waits until all of them are searchable. */
  growTo(memories: number): Promise<Growth>;
  /**
   * Generates the next `count` request bodies, so that generating them is not measured.
   *
   * @param options.withKeys sends each body with a new idempotency key
   * @param options.checkSimilar requests the similar memories of each memory
   */
  prepareStores(count: number, options?: { withKeys?: boolean; checkSimilar?: boolean }): PreparedStores;
}

/** Result of creating memories in bulk. */
export interface Growth {
  /** Number of created memories. */
  memories: number;
  /** Duration of the create requests in milliseconds, without the generation of texts. */
  createMs: number;
  /** Milliseconds from the last response until all memories are searchable. */
  searchableMs: number;
  /** Total duration in milliseconds, including the generation of texts. */
  totalMs: number;
}

/** Request bodies generated in advance. Each is sent once. */
export interface PreparedStores {
  /** Sends the request body at `index`. @throws Error if the status is not 201, or if the requested check failed */
  store(index: number): Promise<void>;
}

/** Number of concurrent bulk requests. */
export const FILL_CALLERS = 4;
/** Number of memories per bulk request. */
export const BULK_SIZE = 1_000;
/** Maximum number of memories for which request bodies are generated in advance. */
const GENERATED = 20_000;
const INDEXING_TIMEOUT_MS = 300_000;
const INDEXING_TIMEOUT_MS_PER_MEMORY = 10;

/** Creates an empty corpus. @param tenant a tenant without memories */
export function createCorpus(tenant: Tenant, texts: TextSource, clock: Clock): Corpus {
  let prepared = 0;
  const ids: string[] = [];

  const prepareStores = (count: number, { withKeys = false, checkSimilar = false } = {}): PreparedStores => {
    const first = prepared;
    const parameters = checkSimilar ? { check_similar: true } : {};
    const headersOf = (index: number): Record<string, string> =>
      withKeys ? { 'idempotency-key': `bench-${first + index}` } : {};
    const bodies = Array.from({ length: count }, (_, index) => storeBody(texts, first + index, parameters));
    prepared += count;
    return {
      store: async (index) => {
        const answer = await tenant.stores.read(
          'POST',
          '/api/v2/memories',
          bodies[index]!,
          201,
          headersOf(index),
        );
        const { data } = JSON.parse(answer) as { data: { id: string; similar?: unknown[] | null } };
        if (checkSimilar && !data.similar) throw new Error('The response has no similar memories.');
        ids.push(data.id);
      },
    };
  };

  /** Creates `count` memories in bulk. @returns duration of the requests in milliseconds */
  const createInBulk = async (count: number): Promise<number> => {
    const bodies: string[] = [];
    for (let left = count; left > 0; left -= BULK_SIZE) {
      const memories = Array.from({ length: Math.min(BULK_SIZE, left) }, () => newMemory(texts, prepared++));
      bodies.push(JSON.stringify({ memories }));
    }
    const result = await runClosedLoop({
      callers: FILL_CALLERS,
      durationMs: Infinity,
      maxOperations: bodies.length,
      clock,
      operation: async (index) => {
        for (const id of await createMemories(tenant.stores, bodies[index]!)) ids.push(id);
      },
    });
    if (result.failures > 0) {
      throw new Error(`${result.failures} of ${bodies.length} bulk requests failed: ${result.firstFailure}`);
    }
    return result.elapsedMs;
  };

  /** Creates a memory with a unique word, and waits until it and all others are searchable. */
  const createLast = async (timeoutMs: number): Promise<{ createMs: number; searchableMs: number }> => {
    const word = uniqueWord(prepared);
    const content = `${texts.memory(prepared++)} The password of the week is ${word}.`;
    const sentAt = clock.now();
    const [id] = await createMemories(tenant.stores, JSON.stringify({ memories: [{ content }] }));
    ids.push(id!);
    const createMs = clock.now() - sentAt;
    const indexedMs = await waitUntilIndexed(tenant.stores, ids.length, { timeoutMs, clock });
    const foundMs = await waitUntilFound(tenant.searches, { word, id: id! }, { timeoutMs, clock });
    return { createMs, searchableMs: indexedMs + foundMs };
  };

  const growTo = async (target: number): Promise<Growth> => {
    const memories = Math.max(0, target - ids.length);
    const timeoutMs = INDEXING_TIMEOUT_MS + memories * INDEXING_TIMEOUT_MS_PER_MEMORY;
    const startedAt = clock.now();
    if (memories === 0) {
      const searchableMs = await waitUntilIndexed(tenant.stores, ids.length, { timeoutMs, clock });
      return { memories, createMs: 0, searchableMs, totalMs: searchableMs };
    }
    let createMs = 0;
    while (ids.length < target - 1) {
      createMs += await createInBulk(Math.min(GENERATED, target - 1 - ids.length));
    }
    const last = await createLast(timeoutMs);
    return {
      memories,
      createMs: createMs + last.createMs,
      searchableMs: last.searchableMs,
      totalMs: clock.now() - startedAt,
    };
  };

  return { tenant, size: () => ids.length, ids: () => ids, growTo, prepareStores };
}

/** Creates memories in bulk and returns their ids. @throws Error if one of them was not created */
async function createMemories(client: ApiClient, body: string): Promise<string[]> {
  const answer = await client.read('POST', '/api/v2/memories/bulk', body, 201);
  const { data } = JSON.parse(answer) as { data: { failed: number; results: { id: string }[] } };
  if (data.failed > 0) throw new Error(`${data.failed} memories of a bulk request were not created.`);
  return data.results.map(({ id }) => id);
}

/** Generates the request bodies of `count` searches. */
export function prepareSearches(texts: TextSource, count: number, parameters: object = {}): string[] {
  return Array.from({ length: count }, (_, index) => searchBody(texts, index, parameters));
}
