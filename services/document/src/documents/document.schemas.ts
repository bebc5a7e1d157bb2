import { invalidField } from '@loci/core';
import { cursorPageQuery, optionalCursorPageQuery, queryBoolean, startTimestamp, uuid } from '@loci/http';
import { z } from 'zod';
import type { RestoredDocument } from './upload-document.ts';

export const documentParams = z.object({ document_id: uuid.describe('ID of the document.') });

export const uploadDocumentQuery = z.object({
  restored_id: uuid
    .optional()
    .describe('ID that the document had in an export. Only owners can restore documents.'),
  restored_created_at: startTimestamp
    .optional()
    .describe('Creation time that the document had in an export. Requires `restored_id`.'),
  include_chunk_ids: queryBoolean.default(false).describe('True adds `metadata.chunk_ids` to the response.'),
});

/** @throws VAL_FIELD_INVALID for a creation time without an ID */
export function toRestored({
  restored_id: id,
  restored_created_at: createdAt,
}: z.output<typeof uploadDocumentQuery>): RestoredDocument | null {
  if (id !== undefined) return { id, createdAt };
  if (createdAt !== undefined) throw invalidField('restored_created_at', 'Requires restored_id.');
  return null;
}

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
