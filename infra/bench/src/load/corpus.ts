import type { Tenant } from '../platform/tenants.ts';
import { waitUntilIndexed } from '../platform/wait-until-indexed.ts';
import type { TextSource } from '../texts/memory-texts.ts';
import type { Clock } from './clock.ts';
import { runClosedLoop } from './closed-loop.ts';
import { searchBody, storeBody } from './store-bodies.ts';

/** The memories of one tenant. They are never deleted. */
export interface Corpus {
  tenant: Tenant;
  size(): number;
  /** Ids of the memories in the order of storing. */
  ids(): readonly string[];
  /** Stores memories until the tenant has `memories` of them, and waits until all are indexed. */
  growTo(memories: number): Promise<void>;
  /** Generates the bodies of the next `count` store requests, to keep the generation out of measurements. */
  prepareStores(count: number): PreparedStores;
}

/** Request bodies generated in advance. Each is sent once. */
export interface PreparedStores {
  /** Sends the request body at `index`. @throws Error if the status is not 201 */
  store(index: number): Promise<void>;
}

const FILL_CALLERS = 16;
const FILL_BATCH = 2_000;
const INDEXING_TIMEOUT_MS = 900_000;

/** Creates an empty corpus. @param tenant a tenant without memories */
export function createCorpus(tenant: Tenant, texts: TextSource, clock: Clock): Corpus {
  let prepared = 0;
  const ids: string[] = [];

  const prepareStores = (count: number): PreparedStores => {
    const first = prepared;
    const bodies = Array.from({ length: count }, (_, index) => storeBody(texts, first + index));
    prepared += count;
    return {
      store: async (index) => {
        const answer = await tenant.stores.read('POST', '/api/v2/memories', bodies[index]!, 201);
        ids.push((JSON.parse(answer) as { data: { id: string } }).data.id);
      },
    };
  };

  const growTo = async (memories: number) => {
    while (ids.length < memories) {
      const count = Math.min(FILL_BATCH, memories - ids.length);
      const batch = prepareStores(count);
      const result = await runClosedLoop({
        callers: FILL_CALLERS,
        durationMs: Infinity,
        maxOperations: count,
        clock,
        operation: batch.store,
      });
      if (result.failures > 0) {
        throw new Error(`${result.failures} of ${count} store operations failed: ${result.firstFailure}`);
      }
    }
    await waitUntilIndexed(tenant.stores, ids.length, { timeoutMs: INDEXING_TIMEOUT_MS, clock });
  };

  return { tenant, size: () => ids.length, ids: () => ids, growTo, prepareStores };
}

/** Generates the request bodies of `count` searches. */
export function prepareSearches(texts: TextSource, count: number): string[] {
  return Array.from({ length: count }, (_, index) => searchBody(texts, index));
}
