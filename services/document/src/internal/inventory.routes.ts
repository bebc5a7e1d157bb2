import {
  chunkContentsRequest,
  chunkContentsResponse,
  chunkRevisionsRequest,
  chunkRevisionsResponse,
  chunkStatesRequest,
  chunkStatesResponse,
  documentCountRequest,
  documentCountResponse,
  documentNamesRequest,
  documentNamesResponse,
  documentTenantsRequest,
  documentTenantsResponse,
  documentsRequest,
  documentsResponse,
} from '@loci/contracts';
import { CHUNK_REVISION } from '@loci/events';
import { route } from '@loci/http';
import type { Route } from '@loci/http';
import type { Database } from '@loci/postgres';
import type { ChunkRepository } from '../chunks/stored-chunk.repository.ts';
import type { DocumentRepository } from '../documents/document.repository.ts';
import { readChunkStates } from './read-chunk-states.ts';

export interface InventoryDeps {
  database: Pick<Database, 'inTransaction' | 'inSystemTransaction'>;
  documents: Pick<DocumentRepository, 'findMany' | 'listStored' | 'countStored'>;
  chunks: Pick<ChunkRepository, 'findMany' | 'listIds' | 'ofDocuments' | 'tenants'>;
}

/** Internal routes for services that reconcile their copies of chunks, and for the analysis service. */
export const inventoryRoutes = (deps: InventoryDeps): Route[] => [
  route({
    method: 'post',
    path: '/internal/document/count',
    scope: 'internal',
    summary: 'Count the stored documents of a tenant',
    body: documentCountRequest,
    response: documentCountResponse,
    handle: async ({ body: { tenant_id } }) => ({
      total: await deps.database.inTransaction(tenant_id, (tx) => deps.documents.countStored(tx, tenant_id)),
    }),
  }),
  route({
    method: 'post',
    path: '/internal/document/tenants',
    scope: 'internal',
    summary: 'List tenants with chunks',
    body: documentTenantsRequest,
    response: documentTenantsResponse,
    handle: async ({ body: { after, limit } }) => ({
      tenant_ids: await deps.database.inSystemTransaction((tx) => deps.chunks.tenants(tx, after, limit)),
    }),
  }),
  route({
    method: 'post',
    path: '/internal/document/chunk-revisions',
    scope: 'internal',
    summary: 'List ids and revisions of the chunks of a tenant',
    body: chunkRevisionsRequest,
    response: chunkRevisionsResponse,
    handle: async ({ body: { tenant_id, after_id, limit } }) => {
      const ids = await deps.database.inTransaction(tenant_id, (tx) =>
        deps.chunks.listIds(tx, tenant_id, after_id, limit),
      );
      return { items: ids.map((id) => ({ id, revision: CHUNK_REVISION, searchable: true })) };
    },
  }),
  route({
    method: 'post',
    path: '/internal/document/chunk-states',
    scope: 'internal',
    summary: 'Get the event state of chunks',
    body: chunkStatesRequest,
    response: chunkStatesResponse,
    handle: async ({ body: { tenant_id, ids } }) => {
      const states = await readChunkStates(deps, tenant_id, ids);
      return { items: states.map((state) => ({ revision: CHUNK_REVISION, state })) };
    },
  }),
  route({
    method: 'post',
    path: '/internal/document/documents',
    scope: 'internal',
    summary: 'List the stored documents of a tenant',
    body: documentsRequest,
    response: documentsResponse,
    handle: async ({ body: { tenant_id, created_from, created_to, limit } }) => {
      const created = {
        from: created_from === null ? null : new Date(created_from),
        to: created_to === null ? null : new Date(created_to),
      };
      const found = await deps.database.inTransaction(tenant_id, (tx) =>
        deps.documents.listStored(tx, tenant_id, created, limit),
      );
      return {
        items: found.map((document) => ({
          id: document.id,
          filename: document.filename,
          chunk_count: document.chunkCount,
          created_at: document.createdAt.toISOString(),
        })),
      };
    },
  }),
  route({
    method: 'post',
    path: '/internal/document/names',
    scope: 'internal',
    summary: 'Get the file names and titles of documents',
    body: documentNamesRequest,
    response: documentNamesResponse,
    handle: async ({ body: { tenant_id, ids } }) => {
      const found = await deps.database.inTransaction(tenant_id, (tx) =>
        deps.documents.findMany(tx, tenant_id, ids),
      );
      return { items: found.map(({ id, filename, title }) => ({ id, filename, title })) };
    },
  }),
  route({
    method: 'post',
    path: '/internal/document/chunk-contents',
    scope: 'internal',
    summary: 'Get the contents of the chunks of documents',
    body: chunkContentsRequest,
    response: chunkContentsResponse,
    handle: async ({ body: { tenant_id, document_ids, limit } }) => {
      const found = await deps.database.inTransaction(tenant_id, (tx) =>
        deps.chunks.ofDocuments(tx, tenant_id, document_ids, limit),
      );
      return {
        items: found.map((chunk) => ({
          document_id: chunk.documentId,
          chunk_index: chunk.index,
          content: chunk.content,
        })),
      };
    },
  }),
];
