import { exactly } from '@loci/core';
import { Reply, StreamReply, route, toCursorPage } from '@loci/http';
import type { Route } from '@loci/http';
import { deleteDocument } from './delete-document.ts';
import type { DeleteDocumentDeps } from './delete-document.ts';
import {
  deletedResource,
  documentPageResource,
  documentResource,
  documentOutlineResource,
  documentTextResource,
  documentWithChunksResource,
  toResource,
  furtherChunksWarning,
  toResourceWithChunks,
  toOutlineResource,
  toTextResource,
  toUploadedResource,
  uploadedResource,
} from './document.resource.ts';
import {
  documentParams,
  getDocumentQuery,
  listDocumentsQuery,
  readDocumentTextQuery,
  toRestored,
  uploadDocumentQuery,
} from './document.schemas.ts';
import { downloadDocument } from './download-document.ts';
import type { DownloadDocumentDeps } from './download-document.ts';
import { DEFAULT_CHUNKS_PER_PAGE, getDocument } from './get-document.ts';
import type { GetDocumentDeps } from './get-document.ts';
import { DOCUMENT_LIST, listDocuments } from './list-documents.ts';
import type { ListDocumentsDeps } from './list-documents.ts';
import { readDocumentOutline } from './read-document-outline.ts';
import type { ReadOutlineDeps } from './read-document-outline.ts';
import { readDocumentText } from './read-document-text.ts';
import { reprocessDocument } from './reprocess-document.ts';
import type { ReprocessDocumentDeps } from './reprocess-document.ts';
import { parseMultipart } from '../uploads/parse-multipart.ts';
import { sendFile } from './send-file.ts';
import { uploadDocument } from './upload-document.ts';
import type { UploadDocumentDeps, UploadRequest } from './upload-document.ts';

export type DocumentDeps = UploadDocumentDeps &
  GetDocumentDeps &
  ReadOutlineDeps &
  ListDocumentsDeps &
  DownloadDocumentDeps &
  DeleteDocumentDeps &
  ReprocessDocumentDeps;

export const documentRoutes = (deps: DocumentDeps): Route[] => [
  route({
    method: 'post',
    path: '/api/v2/documents/upload',
    scope: 'write',
    summary: 'Upload a document',
    operationId: 'uploadDocument',
    description:
      'Stores a file and indexes its text in the background. A file that the tenant already has is not stored again.',
    query: uploadDocumentQuery,
    body: 'multipart',
    status: 201,
    repeatedStatus: 200,
    response: uploadedResource,
    errors: [
      'BIZ_QUOTA_EXCEEDED',
      'VAL_FIELD_REQUIRED',
      'VAL_FIELD_TOO_LONG',
      'VAL_FIELD_INVALID',
      'VAL_VALIDATION_FAILED',
      'RES_NOT_FOUND',
      'RES_ALREADY_EXISTS',
      'AUTH_FORBIDDEN',
    ],
    handle: async ({ caller, query, request, signal }) => {
      const upload: UploadRequest = {
        receive: (folder, onFile) => parseMultipart(request!, folder, onFile),
        includeChunkIds: query.include_chunk_ids,
        restored: toRestored(query),
      };
      const uploaded = await uploadDocument(deps, caller, upload, signal);
      return new Reply(toUploadedResource(uploaded), { status: uploaded.isDuplicate ? 200 : 201 });
    },
  }),
  route({
    method: 'get',
    path: '/api/v2/documents',
    scope: 'read',
    summary: 'List documents',
    operationId: 'listDocuments',
    description: 'Lists the documents of the tenant, newest first.',
    query: listDocumentsQuery,
    response: documentPageResource,
    example: { query: { per_page: '10' } },
    handle: async ({ caller, query }) => {
      const page = { page: query.page, perPage: query.per_page, cursor: query.cursor };
      const { items, total } = await listDocuments(deps, caller, page);
      return toCursorPage(items, page, exactly(total), {
        list: DOCUMENT_LIST,
        toItem: toResource,
        keyOf: ({ createdAt, id }) => [createdAt.toISOString(), id],
      });
    },
  }),
  route({
    method: 'get',
    path: '/api/v2/documents/:document_id',
    scope: 'read',
    summary: 'Get a document',
    operationId: 'getDocument',
    description: 'Returns the metadata and the processing status of a document.',
    params: documentParams,
    query: getDocumentQuery,
    response: documentWithChunksResource,
    errors: ['RES_NOT_FOUND'],
    handle: async ({ caller, params, query }) => {
      const { page, per_page: perPage = DEFAULT_CHUNKS_PER_PAGE, cursor } = query;
      const chunkPage = query.include_chunks ? { page, perPage, cursor } : null;
      const { document, chunks } = await getDocument(deps, caller, params.document_id, chunkPage);
      if (chunkPage === null || chunks === null) return toResource(document);
      const resource = toResourceWithChunks(document, chunks, chunkPage);
      // A client of an earlier version expects all chunks.
      const isUnaware = query.per_page === undefined && cursor === undefined;
      const warnings =
        isUnaware && resource.next_cursor !== null ? [furtherChunksWarning(document, chunkPage)] : [];
      return new Reply(resource, { warnings });
    },
  }),
  route({
    method: 'get',
    path: '/api/v2/documents/:document_id/text',
    scope: 'read',
    summary: 'Read the text of a document',
    operationId: 'getDocumentText',
    description: 'Returns a part of the extracted text.',
    params: documentParams,
    query: readDocumentTextQuery,
    response: documentTextResource,
    errors: ['RES_NOT_FOUND'],
    handle: async ({ caller, params, query: { cursor } }) =>
      toTextResource(await readDocumentText(deps, caller, params.document_id, cursor), cursor),
  }),
  route({
    method: 'get',
    path: '/api/v2/documents/:document_id/outline',
    scope: 'read',
    summary: 'Get the outline of a document',
    operationId: 'getDocumentOutline',
    description: 'Returns the sections of a document with their positions in the text.',
    params: documentParams,
    query: readDocumentTextQuery,
    response: documentOutlineResource,
    errors: ['RES_NOT_FOUND'],
    handle: async ({ caller, params: { document_id: id }, query: { cursor } }) =>
      toOutlineResource(id, await readDocumentOutline(deps, caller, id, cursor), cursor),
  }),
  route({
    method: 'get',
    path: '/api/v2/documents/:document_id/download',
    scope: 'read',
    summary: 'Download a document',
    operationId: 'downloadDocument',
    description: 'Returns the uploaded file.',
    params: documentParams,
    response: null,
    responseType: '*/*',
    acceptsRanges: true,
    errors: ['RES_NOT_FOUND'],
    handle: async ({ caller, params, request }) => {
      const file = await downloadDocument(deps, caller, params.document_id);
      return new StreamReply((response) => sendFile(file, request!, response));
    },
  }),
  route({
    method: 'delete',
    path: '/api/v2/documents/:document_id',
    scope: 'write',
    permission: 'delete',
    summary: 'Delete a document',
    operationId: 'deleteDocument',
    description: 'Deletes a document, its file and its chunks.',
    params: documentParams,
    response: deletedResource,
    errors: ['RES_NOT_FOUND'],
    handle: async ({ caller, params }) => {
      const deleted = { id: params.document_id, deleted: true as const };
      await deleteDocument(deps, caller, params.document_id, () => deleted);
      return deleted;
    },
  }),
  route({
    method: 'post',
    path: '/api/v2/documents/:document_id/reprocess',
    scope: 'write',
    summary: 'Reprocess a document',
    operationId: 'reprocessDocument',
    description: 'Extracts and indexes the text of the stored file again.',
    params: documentParams,
    response: documentResource,
    errors: ['RES_NOT_FOUND', 'VAL_FIELD_TOO_LONG', 'VAL_VALIDATION_FAILED'],
    handle: async ({ caller, params, signal }) =>
      toResource(await reprocessDocument(deps, caller, params.document_id, signal, toResource)),
  }),
];
