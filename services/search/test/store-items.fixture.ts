import type { Database } from '@loci/postgres';
import type { Embedder } from '../src/embedding/embedder.ts';
import { itemRepository } from '../src/indexing/item.repository.ts';
import type { IndexedItem } from '../src/items/indexed-item.ts';
import type { KeywordIndex } from '../src/keyword-index/keyword-index.ts';
import type { VectorIndex } from '../src/vector-index/vector-index.ts';

export interface ItemStores {
  keywordIndex: Pick<KeywordIndex, 'upsert'>;
  vectorIndex: Pick<VectorIndex, 'upsert'>;
  embedder: Pick<Embedder, 'embed' | 'model'>;
  database: Pick<Database, 'inSystemTransaction'>;
}

/** Writes items to both indexes and to the database. The vector of an item is that of its content. */
export async function storeItems(
  { keywordIndex, vectorIndex, embedder, database }: ItemStores,
  items: readonly IndexedItem[],
): Promise<void> {
  const vectors = await embedder.embed(items.map(({ content }) => content));
  const records = items.map((item) => ({
    tenantId: item.tenantId,
    id: item.id,
    revision: item.revision,
    deleted: false,
    kind: 'memory' as const,
    contentRevision: item.revision,
    embeddingStatus: 'completed' as const,
    model: embedder.model,
    conversationId: item.conversationId,
    documentId: item.documentId,
    occurredAt: item.createdAt,
  }));
  await Promise.all([
    keywordIndex.upsert(items),
    vectorIndex.upsert(items.map((item, i) => ({ ...item, vector: vectors[i]! }))),
    database.inSystemTransaction((tx) => itemRepository.save(tx, records, new Date())),
  ]);
}
