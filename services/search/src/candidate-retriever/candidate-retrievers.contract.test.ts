import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId } from '@loci/core';
import { createTestDatabase } from '@loci/testing';
import { storeItems } from '../../test/store-items.fixture.ts';
import { SearchEngine } from '../embedded-engine/search-engine.ts';
import { createBuiltinEmbedder } from '../embedding/builtin-embedder.ts';
import type { IndexedItem } from '../items/indexed-item.ts';
import { exampleItem } from '../items/item-index.contract.ts';
import { createEmbeddedKeywordIndex } from '../keyword-index/embedded/embedded-keyword-index.ts';
import { SEARCH_MIGRATIONS } from '../migrations.ts';
import { createEmbeddedVectorIndex } from '../vector-index/embedded/embedded-vector-index.ts';
import { describeCandidateRetrieverContract } from './candidate-retriever.contract.ts';
import { createComposedCandidateRetriever } from './composed-candidate-retriever.ts';
import { createEmbeddedCandidateRetriever } from './embedded-candidate-retriever.ts';
import {
  SAME_INDEXES,
  assertEqualRanking,
  assertEqualSharedTerms,
  retrieveAll,
} from './equal-ranking.contract.ts';

/** The stores, and both retrievers, which read the same stores. */
let stores: Awaited<ReturnType<typeof openStores>>;
beforeAll(async () => {
  stores = await openStores();
});
afterAll(() => stores.close());

async function openStores() {
  const testDatabase = await createTestDatabase({ search: SEARCH_MIGRATIONS });
  const database = testDatabase.open('search');
  const directory = mkdtempSync(join(tmpdir(), 'loci-candidates-'));
  // With two threads, different tenants can be in different threads.
  const engine = new SearchEngine({ threads: 2 });
  const embedder = createBuiltinEmbedder();
  const onTenantLost = (tenantId: string): void => {
    throw new Error(`Unexpected loss of tenant ${tenantId}.`);
  };
  const keywordIndex = createEmbeddedKeywordIndex({
    directory: join(directory, 'keyword'),
    engine,
    onTenantLost,
  });
  const index = createEmbeddedVectorIndex({
    directory: join(directory, 'vector'),
    engine,
    model: embedder.model,
    dimension: embedder.dimension,
    onTenantLost,
  });
  const options = { servingSpace: () => Promise.resolve({ embedder, index }), timeoutMs: 60_000 };

  const store = (items: readonly IndexedItem[]): Promise<void> =>
    storeItems({ keywordIndex, vectorIndex: index, embedder, database }, items);

  return {
    store,
    keywordIndex,
    index,
    composed: createComposedCandidateRetriever({ ...options, keywordIndex, database }),
    embedded: createEmbeddedCandidateRetriever({ ...options, keywordIndex }),
    close: async () => {
      await Promise.all([keywordIndex.close(), index.close(), embedder.close()]);
      await testDatabase.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

describeCandidateRetrieverContract('composed', () => ({
  retriever: stores.composed,
  store: stores.store,
}));
describeCandidateRetrieverContract('embedded', () => ({
  retriever: stores.embedded,
  store: stores.store,
}));

test.each(['keywordIndex', 'index'] as const)(
  'the embedded retriever finds all items while the %s is rebuilt',
  async (name) => {
    const tenant = newId();
    const item = exampleItem(tenant, { content: 'cello' });
    await stores.store([item]);
    let isRebuilding = true;
    // The rebuild deletes the items of other tenants.
    const rebuilding = stores[name]
      .rebuild(async (shadow) => {
        const vector = new Float32Array(stores.index.dimension).fill(1);
        const items = [{ ...item, vector }];
        await shadow.upsert(items);
      })
      .finally(() => (isRebuilding = false));
    let count = 0;
    while (isRebuilding || count < 2) {
      const found = await retrieveAll(stores.embedded, {
        tenant_id: tenant,
        query: 'cello',
        filter: {},
        window: 10,
        keyword: true,
        vector: true,
        conversation_neighbors: true,
      });
      expect(found).toMatchObject({ counts: [1, 1], failed: [], items: [{ id: item.id }] });
      count++;
    }
    await rebuilding;
  },
);

test('the embedded and the composed retriever return equal candidates, scores and links for any items and query', async () => {
  const { composed: reference, embedded: retriever, store } = stores;
  await assertEqualRanking(() => ({ reference, retriever, store }), SAME_INDEXES, { runs: 60 });
});

test('the embedded and the composed retriever return equal scores if candidates share rare terms', async () => {
  const { composed: reference, embedded: retriever, store } = stores;
  await assertEqualSharedTerms({ reference, retriever, store }, SAME_INDEXES);
});
