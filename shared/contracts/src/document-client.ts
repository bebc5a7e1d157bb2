import { z } from 'zod';
import { MAX_TIMESTAMP_LENGTH } from './input-limits.ts';
import type { CallOptions, ServiceClient } from './service-client.ts';

export const documentCountRequest = z.object({ tenant_id: z.guid() });
export const documentCountResponse = z.object({ total: z.int() });

export const documentTenantsRequest = z.object({
  after: z.guid().nullable(),
  limit: z.int().min(1).max(1_000),
});
export const documentTenantsResponse = z.object({ tenant_ids: z.array(z.guid()) });

export const chunkRevisionsRequest = z.object({
  tenant_id: z.guid(),
  after_id: z.guid().nullable(),
  limit: z.int().min(1).max(10_000),
});
export const chunkRevisionsResponse = z.object({
  items: z.array(z.object({ id: z.guid(), revision: z.int(), searchable: z.boolean() })),
});

export const chunkStatesRequest = z.object({ tenant_id: z.guid(), ids: z.array(z.guid()).max(1_000) });
export const chunkStatesResponse = z.object({
  items: z.array(z.object({ revision: z.int(), state: z.record(z.string(), z.unknown()) })),
});

export const documentsRequest = z.object({
  tenant_id: z.guid(),
  /** Inclusive lower bound of the creation time, in ISO 8601. Null for no bound. */
  created_from: z.string().max(MAX_TIMESTAMP_LENGTH).nullable(),
  /** Inclusive upper bound of the creation time, in ISO 8601. Null for no bound. */
  created_to: z.string().max(MAX_TIMESTAMP_LENGTH).nullable(),
  limit: z.int().min(1).max(1_000),
});
export const documentsResponse = z.object({
  items: z.array(
    z.object({ id: z.guid(), filename: z.string(), chunk_count: z.int(), created_at: z.string() }),
  ),
});
export type DocumentsRequest = z.infer<typeof documentsRequest>;

/** Maximum number of documents in one request for names. Search results have at most 100 items. */
const MAX_NAMED_DOCUMENTS = 100;
export const documentNamesRequest = z.object({
  tenant_id: z.guid(),
  ids: z.array(z.guid()).max(MAX_NAMED_DOCUMENTS),
});
export const documentNamesResponse = z.object({
  items: z.array(z.object({ id: z.guid(), filename: z.string(), title: z.string().nullable() })),
});

export const chunkContentsRequest = z.object({
  tenant_id: z.guid(),
  document_ids: z.array(z.guid()).max(1_000),
  limit: z.int().min(1).max(10_000),
});
export const chunkContentsResponse = z.object({
  items: z.array(z.object({ document_id: z.guid(), chunk_index: z.int(), content: z.string() })),
});

type Revision = z.infer<typeof chunkRevisionsResponse>['items'][number];
type State = z.infer<typeof chunkStatesResponse>['items'][number];
export type DocumentSummary = z.infer<typeof documentsResponse>['items'][number];
export type DocumentName = z.infer<typeof documentNamesResponse>['items'][number];
export type ChunkContent = z.infer<typeof chunkContentsResponse>['items'][number];

/** Internal operations of the document service. Documents with an incomplete upload are excluded. */
export interface DocumentClient {
  /** Returns the number of documents of the tenant. */
  count(tenantId: string, options?: CallOptions): Promise<number>;
  /**
   * Returns up to `limit` tenants with chunks, in ascending order, after the tenant `after`. Null starts at
   * the first tenant.
   */
  tenants(after: string | null, limit: number, options?: CallOptions): Promise<string[]>;
  /**
   * Returns the revisions of up to `limit` chunks of the tenant, in ascending order of ids, after the id
   * `afterId`. `searchable` is true for all chunks.
   */
  chunkRevisions(
    tenantId: string,
    afterId: string | null,
    limit: number,
    options?: CallOptions,
  ): Promise<Revision[]>;
  /**
   * Returns the state of each chunk, in the shape of `documentChunksSchema` with a single chunk. Skips
   * unknown ids.
   */
  chunkStates(tenantId: string, ids: readonly string[], options?: CallOptions): Promise<State[]>;
  /** Returns up to `limit` documents of the tenant, newest first. */
  documents(request: DocumentsRequest, options?: CallOptions): Promise<DocumentSummary[]>;
  /** Returns the file names and titles of up to 100 documents, in no particular order. Skips unknown ids. */
  names(tenantId: string, ids: readonly string[], options?: CallOptions): Promise<DocumentName[]>;
  /** Returns up to `limit` chunks of the documents, in ascending order of document id and chunk index. */
  chunkContents(
    tenantId: string,
    documentIds: readonly string[],
    limit: number,
    options?: CallOptions,
  ): Promise<ChunkContent[]>;
}

export function createDocumentClient(service: ServiceClient): DocumentClient {
  const post = (operation: string, body: unknown, options?: CallOptions): Promise<unknown> =>
    service(null, { method: 'post', path: `/internal/document/${operation}`, body }, options);
  return {
    count: async (tenantId, options) =>
      ((await post('count', { tenant_id: tenantId }, options)) as z.infer<typeof documentCountResponse>)
        .total,
    tenants: async (after, limit, options) =>
      ((await post('tenants', { after, limit }, options)) as z.infer<typeof documentTenantsResponse>)
        .tenant_ids,
    chunkRevisions: async (tenantId, afterId, limit, options) => {
      const body = { tenant_id: tenantId, after_id: afterId, limit };
      return ((await post('chunk-revisions', body, options)) as z.infer<typeof chunkRevisionsResponse>).items;
    },
    chunkStates: async (tenantId, ids, options) => {
      const body = { tenant_id: tenantId, ids };
      return ((await post('chunk-states', body, options)) as z.infer<typeof chunkStatesResponse>).items;
    },
    documents: async (body, options) =>
      ((await post('documents', body, options)) as z.infer<typeof documentsResponse>).items,
    names: async (tenantId, ids, options) => {
      const body = { tenant_id: tenantId, ids };
      return ((await post('names', body, options)) as z.infer<typeof documentNamesResponse>).items;
    },
    chunkContents: async (tenantId, documentIds, limit, options) => {
      const body = { tenant_id: tenantId, document_ids: documentIds, limit };
      return ((await post('chunk-contents', body, options)) as z.infer<typeof chunkContentsResponse>).items;
    },
  };
}
