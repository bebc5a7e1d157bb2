import { cursorPageQuery, optionalCursorPageQuery, queryBoolean, uuid } from '@loci/http';
import { z } from 'zod';

export const documentParams = z.object({ document_id: uuid });

export const uploadDocumentQuery = z.object({ include_chunk_ids: queryBoolean.default(false) });

export const getDocumentQuery = z.object({
  include_chunks: queryBoolean.default(false),
  page: cursorPageQuery.page,
  /** Maximum number of chunks. Undefined for the default of the operation. */
  per_page: optionalCursorPageQuery.per_page.unwrap().optional(),
  cursor: cursorPageQuery.cursor,
});

export const readDocumentTextQuery = z.object({ cursor: cursorPageQuery.cursor });

export const listDocumentsQuery = z.object(cursorPageQuery);
