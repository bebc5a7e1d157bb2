import { cursorPageQuery, queryBoolean, uuid } from '@loci/http';
import { z } from 'zod';

export const documentParams = z.object({ document_id: uuid });

export const uploadDocumentQuery = z.object({ include_chunk_ids: queryBoolean.default(false) });

export const getDocumentQuery = z.object({
  include_chunks: queryBoolean.default(false),
  cursor: cursorPageQuery.cursor,
});

export const readDocumentTextQuery = z.object({ cursor: cursorPageQuery.cursor });

export const listDocumentsQuery = z.object(cursorPageQuery);
