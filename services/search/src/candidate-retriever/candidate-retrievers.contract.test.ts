import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { CandidatesRequest } from '@loci/contracts';
import { newId } from '@loci/core';
import { createTestDatabase } from '@loci/testing';
import { assertProperty } from '@loci/testing/assert-property';
import fc from 'fast-check';
import { SearchEngine } from '../embedded-engine/search-engine.ts';
import { createBuiltinEmbedder } from '../embedding/builtin-embedder.ts';
import { itemRepository } from '../indexing/item.repository.ts';
import type { IndexedItem } from '../items/indexed-item.ts';
import { exampleItem } from '../items/item-index.contract.ts';
import { createEmbeddedKeywordIndex } from '../keyword-index/embedded/embedded-keyword-index.ts';
import { SEARCH_MIGRATIONS } from '../migrations.ts';
import { createEmbeddedVectorIndex } from '../vector-index/embedded/embedded-vector-index.ts';
import type { CandidateRetriever } from './candidate-retriever.ts';
import { describeCandidateRetrieverContract } from './candidate-retriever.contract.ts';
import { createComposedCandidateRetriever } from './composed-candidate-retriever.ts';
import { createEmbeddedCandidateRetriever } from './embedded-candidate-retriever.ts';

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

  async function store(items: readonly IndexedItem[]): Promise<void> {
    const vectors = await embedder.embed(items.map(({ content }) => content));
    await Promise.all([
      keywordIndex.upsert(items),
      index.upsert(items.map((item, i) => ({ ...item, vector: vectors[i]! }))),
      database.inSystemTransaction((tx) =>
        itemRepository.save(
          tx,
          items.map((item) => ({
            tenantId: item.tenantId,
            id: item.id,
            revision: item.revision,
            deleted: false,
            kind: 'memory',
            contentRevision: item.revision,
            embeddingStatus: 'completed',
            model: embedder.model,
            conversationId: item.conversationId,
            documentId: item.documentId,
            occurredAt: item.createdAt,
          })),
          new Date(),
        ),
      ),
    ]);
  }

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

const WORDS = ['tea', 'coffee', 'cello', 'violin', 'garden', 'train', 'river', 'bread', 'winter', 'music'];
const text = fc
  .array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 6 })
  .map((words) => words.join(' '));
const tags = fc.subarray(['a', 'b', 'c']);
const stored = fc.record({
  content: text,
  tags,
  importance: fc.option(fc.constantFrom(0, 0.5, 1)),
  conversationId: fc.option(fc.constantFrom('first', 'second')),
  minute: fc.integer({ min: 0, max: 20 }),
});
const searched = fc.record({
  query: text,
  filter: fc.oneof(
    fc.constant({}),
    tags.map((list) => ({ tags: list })),
    fc.constant({ min_importance: 0.5 }),
  ),
  window: fc.constantFrom(1, 3, 10, 200),
  retrievers: fc.constantFrom([true, true], [true, false], [false, true]),
  conversation_neighbors: fc.boolean(),
});

/** Returns the candidates without the durations, and the links as sorted pairs of ids. */
async function retrieveAll(retriever: CandidateRetriever, request: CandidatesRequest) {
  const { columns, keyword, vector, failed } = await retriever.retrieve(
    request,
    new AbortController().signal,
  );
  const { links } = columns.data;
  return {
    items: columns.items(),
    links: Array.from({ length: links.length / 2 }, (_, i) =>
      [columns.id(links[2 * i]!), columns.id(links[2 * i + 1]!)].sort().join(),
    ).sort(),
    counts: [keyword?.count, vector?.count],
    failed,
  };
}

test('the embedded and the composed retriever return equal candidates, scores and links for any items and query', async () => {
  await assertProperty(
    fc.asyncProperty(
      fc.array(stored, { minLength: 1, maxLength: 40 }),
      fc.array(searched, { minLength: 1, maxLength: 5 }),
      async (drafts, searches) => {
        const tenant = newId();
        await stores.store(
          drafts.map(({ minute, ...part }) =>
            exampleItem(tenant, {
              ...part,
              createdAt: new Date(Date.UTC(2026, 0, 1, 12, minute)).toISOString(),
            }),
          ),
        );
        for (const { retrievers, ...search } of searches) {
          const request = { tenant_id: tenant, keyword: retrievers[0]!, vector: retrievers[1]!, ...search };
          const expected = await retrieveAll(stores.composed, request);
          const found = await retrieveAll(stores.embedded, request);
          expect({ ...found, items: [] }).toEqual({ ...expected, items: [] });
          // Sums of shares can differ in the last bit, so items with equal scores may be in another order.
          const byId = new Map(expected.items.map((item) => [item.id, item]));
          expect(found.items).toHaveLength(expected.items.length);
          for (const [position, item] of found.items.entries()) {
            expect(item.blended).toBeCloseTo(expected.items[position]!.blended, 9);
            for (const [field, value] of Object.entries(byId.get(item.id)!)) {
              if (typeof value !== 'number') expect(item[field as keyof typeof item]).toBe(value);
              else expect(item[field as keyof typeof item]).toBeCloseTo(value, 9);
            }
          }
        }
      },
    ),
    { runs: 60 },
  );
});
