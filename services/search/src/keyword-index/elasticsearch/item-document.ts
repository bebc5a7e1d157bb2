import { eventTime } from '../../items/indexed-item.ts';
import type { IndexedItem, RemovedItem } from '../../items/indexed-item.ts';
import { MAX_WORD_COUNT } from '../keyword-index.ts';
import { describeUtterance } from '../text-analysis/utterance.ts';
import { nameTokens, textTokens } from './tenant-terms.ts';

/** A document to write: an item or a tombstone. */
export interface ItemWrite {
  documentId: string;
  tenantId: string;
  itemId: string;
  /** External version of the document. Elasticsearch keeps the document with the highest one. */
  version: number;
  /** The document as JSON. */
  source: string;
}

/** The id of an item's document. Contains the tenant id, because items of different tenants can have the same id. */
export const toDocumentId = (tenantId: string, itemId: string): string => `${tenantId}:${itemId}`;

export function toItemWrite(item: IndexedItem): ItemWrite {
  const { tenantId, id, revision } = item;
  const terms = textTokens(tenantId, item.content);
  return {
    documentId: toDocumentId(tenantId, id),
    tenantId,
    itemId: id,
    version: 2 * revision,
    source: JSON.stringify({
      tenant_id: tenantId,
      id,
      revision,
      deleted: false,
      live_tenant_id: tenantId,
      terms,
      words: Math.min(MAX_WORD_COUNT, terms.split(' ').length),
      utterance: describeUtterance(item.content),
      ...toNameFields(tenantId, item.content),
      source_type: item.sourceType,
      memory_type: item.memoryType,
      user_id: item.userId,
      tags: item.tags,
      importance: item.importance,
      created_at_ms: Date.parse(eventTime(item)),
      ...toPeriodFields(item),
      in_conversation: item.conversationId !== null,
      document_id: item.documentId,
      chunk_index: item.chunkIndex,
      item: JSON.stringify(item),
    }),
  };
}

function toNameFields(tenantId: string, content: string) {
  const { certain, possible } = nameTokens(tenantId, content);
  return {
    ...(certain.size > 0 && { names: [...certain] }),
    ...(possible.size > 0 && { possible_names: [...possible] }),
  };
}

/** The bounds of an item that are set, in milliseconds since the epoch. */
const toPeriodFields = ({ validFrom, validUntil, expiresAt }: IndexedItem) => ({
  ...(validFrom !== undefined && { valid_from_ms: Date.parse(validFrom) }),
  ...(validUntil !== undefined && { valid_until_ms: Date.parse(validUntil) }),
  ...(expiresAt !== undefined && { expires_at_ms: Date.parse(expiresAt) }),
});

/** Creates a tombstone. Its version is higher than that of an item with the same revision. */
export function toTombstoneWrite(tenantId: string, { id, revision }: RemovedItem): ItemWrite {
  return {
    documentId: toDocumentId(tenantId, id),
    tenantId,
    itemId: id,
    version: 2 * revision + 1,
    source: JSON.stringify({ tenant_id: tenantId, id, revision, deleted: true }),
  };
}

/** Returns the item in a document of {@link toItemWrite}, or null for a tombstone or a missing document. */
export function parseItem(source: unknown): IndexedItem | null {
  const { item } = (source ?? {}) as { item?: string };
  return item === undefined ? null : (JSON.parse(item) as IndexedItem);
}
