import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from '@jest/globals';
import { newId } from '@loci/core';
import { createTestDatabase } from '@loci/testing';
import { propertyTimeout } from '@loci/testing/assert-property';
import { integrationEngines } from '@loci/testing/integration-engines';
import { createElasticsearchFixture } from '../../test/elasticsearch.fixture.ts';
import { removeCollections } from '../../test/qdrant-collections.fixture.ts';
import { storeItems } from '../../test/store-items.fixture.ts';
import { SearchEngine } from '../embedded-engine/search-engine.ts';
import { createBuiltinEmbedder } from '../embedding/builtin-embedder.ts';
import type { IndexedItem } from '../items/indexed-item.ts';
import { createEmbeddedKeywordIndex } from '../keyword-index/embedded/embedded-keyword-index.ts';
import { SEARCH_MIGRATIONS } from '../migrations.ts';
import { createEmbeddedVectorIndex } from '../vector-index/embedded/embedded-vector-index.ts';
import { createQdrantVectorIndex } from '../vector-index/qdrant/qdrant-vector-index.ts';
import { describeCandidateRetrieverContract } from './candidate-retriever.contract.ts';
import { createComposedCandidateRetriever } from './composed-candidate-retriever.ts';
import { createEmbeddedCandidateRetriever } from './embedded-candidate-retriever.ts';
import { OTHER_ENGINES, assertEqualRanking, assertEqualSharedTerms } from './equal-ranking.contract.ts';

const { qdrant } = integrationEngines();
const elasticsearch = createElasticsearchFixture();
const collectionPrefix = `candidates-${newId()}`;
const TIMEOUT_MS = 120_000;
/** Each run creates an Elasticsearch index, which takes up to a few seconds on a busy machine. */
const PROPERTY_MS = 60_000;
let stores: Awaited<ReturnType<typeof openStores>>;
beforeAll(async () => {
  stores = await openStores();
}, TIMEOUT_MS);
afterAll(async () => {
  await stores.close();
  await elasticsearch.cleanUp();
  await removeCollections(qdrant, [collectionPrefix]);
}, TIMEOUT_MS);

async function openStores() {
  const testDatabase = await createTestDatabase({ search: SEARCH_MIGRATIONS });
  const database = testDatabase.open('search');
  const embedder = createBuiltinEmbedder();
  const { model, dimension } = embedder;
  const vectorIndex = createQdrantVectorIndex({ ...qdrant, collectionPrefix, model, dimension });

  /** Opens a composed retriever with a new Elasticsearch index. */
  function openComposed() {
    const keywordIndex = elasticsearch.create({ refreshIntervalMs: 50, requestTimeoutMs: TIMEOUT_MS });
    const retriever = createComposedCandidateRetriever({
      servingSpace: () => Promise.resolve({ embedder, index: vectorIndex }),
      timeoutMs: TIMEOUT_MS,
      keywordIndex,
      database,
    });
    const store = (items: readonly IndexedItem[]): Promise<void> =>
      storeItems({ keywordIndex, vectorIndex, embedder, database }, items);
    return { retriever, store };
  }

  const directory = mkdtempSync(join(tmpdir(), 'loci-candidates-'));
  const options = { engine: new SearchEngine({ threads: 1 }), onTenantLost: () => undefined };
  const keyword = createEmbeddedKeywordIndex({ ...options, directory: join(directory, 'keyword') });
  const vector = createEmbeddedVectorIndex({
    ...options,
    directory: join(directory, 'vector'),
    model,
    dimension,
  });
  const embedded = createEmbeddedCandidateRetriever({
    servingSpace: () => Promise.resolve({ embedder, index: vector }),
    timeoutMs: TIMEOUT_MS,
    keywordIndex: keyword,
  });

  return {
    shared: openComposed(),
    /** Opens a composed retriever whose items are also written to the embedded indexes. */
    openWithReference: () => {
      const { retriever, store } = openComposed();
      return {
        reference: embedded,
        retriever,
        store: async (items: readonly IndexedItem[]) => {
          await Promise.all([
            store(items),
            storeItems({ keywordIndex: keyword, vectorIndex: vector, embedder, database }, items),
          ]);
        },
      };
    },
    close: async () => {
      await Promise.all([vectorIndex.close(), keyword.close(), vector.close(), embedder.close()]);
      await testDatabase.close();
      rmSync(directory, { recursive: true });
    },
  };
}

describeCandidateRetrieverContract('composed of Elasticsearch and Qdrant', () => stores.shared);

test('Elasticsearch and Qdrant return the scores of the embedded indexes if candidates share rare terms', async () => {
  await assertEqualSharedTerms(stores.openWithReference(), OTHER_ENGINES);
});

test(
  'Elasticsearch and Qdrant return the candidates, scores and links of the embedded indexes for any items and query',
  async () => {
    const options = { runs: 6, timeLimitMs: PROPERTY_MS };
    await assertEqualRanking(() => stores.openWithReference(), OTHER_ENGINES, options);
  },
  propertyTimeout(PROPERTY_MS),
);
