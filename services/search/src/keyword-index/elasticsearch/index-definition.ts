import type { estypes } from '@elastic/elasticsearch';

/** Settings of new indexes. */
export interface IndexLayout {
  shards: number;
  replicas: number;
  refreshIntervalMs: number;
}

/**
 * Maximum number of characters of an indexed keyword. It is above the limits of all fields, and its UTF-8
 * encoding is below Lucene's limit of 32,766 bytes.
 */
const MAX_KEYWORD_LENGTH = 8191;
const keyword = { type: 'keyword', ignore_above: MAX_KEYWORD_LENGTH } as const;

/**
 * Mappings of items and tombstones of all tenants. The search service creates the same terms as for the
 * embedded index, and Elasticsearch only splits them at spaces. Therefore both indexes match the same items,
 * independent of the server's analyzers.
 */
export const ITEM_MAPPINGS: estypes.MappingTypeMapping = {
  dynamic: 'strict',
  _routing: { required: true },
  // All fields except `item` are read from doc values or only searched.
  _source: { includes: ['item'] },
  properties: {
    tenant_id: { type: 'keyword' },
    id: { type: 'keyword' },
    revision: { type: 'long', index: false },
    deleted: { type: 'boolean', index: false },
    // The tenant of an item. Tombstones do not have this field, so that a search needs one term filter
    // instead of two. This saves 1.5 ms for 10,000 items.
    live_tenant_id: { type: 'keyword', doc_values: false },
    terms: { type: 'text', analyzer: 'whitespace', index_options: 'freqs' },
    source_type: { ...keyword, doc_values: false },
    memory_type: { ...keyword, doc_values: false },
    user_id: { ...keyword, doc_values: false },
    tags: { ...keyword, doc_values: false },
    importance: { type: 'double' },
    created_at_ms: { type: 'long' },
    words: { type: 'integer', index: false },
    utterance: { type: 'integer', index: false },
    // Tokens of the terms of the entities of the item. `possible_names` has those of words that are names only if another item
    // of the tenant has them in `names`.
    names: { type: 'keyword', doc_values: false },
    possible_names: { type: 'keyword', doc_values: false },
    // Only items with a bound have its field.
    valid_from_ms: { type: 'long', doc_values: false },
    valid_until_ms: { type: 'long', doc_values: false },
    expires_at_ms: { type: 'long', doc_values: false },
    in_conversation: { type: 'boolean', index: false },
    document_id: { type: 'keyword' },
    chunk_index: { type: 'integer' },
    // The item as JSON text, stored but not indexed.
    item: { type: 'object', enabled: false },
  },
};

export const itemSettings = (layout: IndexLayout): estypes.IndicesIndexSettings => ({
  number_of_shards: layout.shards,
  number_of_replicas: layout.replicas,
  refresh_interval: `${layout.refreshIntervalMs}ms`,
  // Elasticsearch does not have to keep versions of deleted documents, because removed items are stored as
  // tombstone documents. Documents are deleted only with their tenant, and later writes for the same tenant
  // must not conflict with old versions.
  gc_deletes: '0s',
});
