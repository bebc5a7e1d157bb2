import { cursorPageQuery, optionalCursorPageQuery, queryBoolean, uuid } from '@loci/http';
import { z } from 'zod';

export const documentParams = z.object({ document_id: uuid.describe('ID of the document.') });

export const uploadDocumentQuery = z.object({
  include_chunk_ids: queryBoolean.default(false).describe('True adds `metadata.chunk_ids` to the response.'),
});

export const getDocumentQuery = z.object({
  include_chunks: queryBoolean
    .default(false)
    .describe('True adds a page of chunks and omits `embedding_progress`.'),
  page: cursorPageQuery.page,
  /** Undefined for the default of the operation. */
  per_page: optionalCursorPageQuery.per_page
    .unwrap()
    .optional()
    .describe('Maximum number of chunks of a page. Defaults to 100.'),
  cursor: cursorPageQuery.cursor,
});

export const readDocumentTextQuery = z.object({ cursor: cursorPageQuery.cursor });

export const listDocumentsQuery = z.object(cursorPageQuery);
