import { Document } from '@langchain/core/documents';
import { BaseRetriever } from '@langchain/core/retrievers';
import type { BaseRetrieverInput } from '@langchain/core/retrievers';
import type { Loci, SearchRequest, SearchResult } from '@loci/client';

/** Maximum length of a query. @see docs/reference/search.md#hybrid-search */
const MAX_QUERY_LENGTH = 4_000;

/** Metadata of the documents that {@link LociRetriever} returns. A type alias, as LangChain requires. */
export type LociDocumentMetadata = {
  /** ID of the memory or document chunk. */
  id: string;
  /** Relevance, 0 to 1. */
  score: number;
  /** Type of the memory; null for a document chunk. */
  type: SearchResult['metadata']['memory_type'];
  source_type: SearchResult['source_type'];
  tags: string[];
  created_at: string;
  /** Time of the event that the memory describes. */
  occurred_at: string;
  /** ID of the document of a chunk; null for a memory. */
  document_id: string | null;
};

/** Fields of the constructor of {@link LociRetriever}. */
export interface LociRetrieverFields extends BaseRetrieverInput {
  client: Loci;
  /** Maximum number of documents, 1 to 100. Default: 10. */
  limit?: number | undefined;
  /** Filters, weights and other fields of the search. @see docs/reference/search.md#hybrid-search */
  search?: Omit<SearchRequest, 'query' | 'limit'> | undefined;
}

/** Finds memories and document chunks by hybrid search. */
export class LociRetriever extends BaseRetriever<LociDocumentMetadata> {
  static override lc_name(): string {
    return 'LociRetriever';
  }

  lc_namespace = ['loci', 'retrievers'];
  readonly #client: Loci;
  readonly #request: Omit<SearchRequest, 'query'>;

  constructor({ client, limit = 10, search, ...fields }: LociRetrieverFields) {
    super(fields);
    this.#client = client;
    this.#request = { ...search, limit };
  }

  /**
   * Returns documents, best first. Of a query with more than 4,000 characters, both ends are used.
   *
   * @throws LociError if the search fails
   */
  override async _getRelevantDocuments(query: string): Promise<Document<LociDocumentMetadata>[]> {
    const { items } = await this.#client.search.hybrid({ ...this.#request, query: shorten(query) });
    return items.map(toDocument);
  }
}

function toDocument(item: SearchResult): Document<LociDocumentMetadata> {
  const { id, score, source_type, tags, created_at, occurred_at, document_id } = item;
  const type = item.metadata.memory_type;
  return new Document({
    id,
    pageContent: item.content,
    metadata: { id, score, type, source_type, tags, created_at, occurred_at, document_id },
  });
}

function shorten(query: string): string {
  if (query.length <= MAX_QUERY_LENGTH) return query;
  const half = MAX_QUERY_LENGTH / 2 - 1;
  return `${query.slice(0, half)}\n${query.slice(-half)}`.toWellFormed();
}
