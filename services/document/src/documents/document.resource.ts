import { EMBEDDING_STATUSES, PROCESSING_STATUSES } from '@loci/contracts';
import { joinTextRanges } from '@loci/core';
import { continuation, cursorPaginated, takePage } from '@loci/http';
import type { Cursor, CursorPage } from '@loci/http';
import { z } from 'zod';
import type { StoredChunk } from '../chunks/stored-chunk.ts';
import type { Document } from './document.ts';
import { embeddingProgressOf } from './document.ts';
import { chunkList } from './get-document.ts';
import { CHUNKS_PER_TEXT_PAGE, textPages } from './read-document-text.ts';
import type { DocumentText } from './read-document-text.ts';
import type { UploadedDocument } from './upload-document.ts';

const embeddingProgress = z.object({
  total: z.int(),
  completed: z.int(),
  pending: z.int(),
  failed: z.int(),
  percent_complete: z.number().min(0).max(100),
});

const chunkResource = z.object({
  id: z.guid(),
  document_id: z.guid(),
  chunk_index: z.int(),
  content: z.string(),
  /** Inclusive start offset in the extracted text, in Unicode code points. */
  start_char: z.int(),
  end_char: z.int(),
  metadata: z.object({
    page: z.int().optional(),
    section: z.string().optional(),
    sections: z.array(z.string()).optional(),
  }),
  embedding_status: z.enum(EMBEDDING_STATUSES),
  created_at: z.string(),
});

/** Fields of a document in all responses. @see docs/reference/documents.md#the-document-object */
const documentFields = {
  id: z.guid(),
  filename: z.string(),
  content_type: z.string(),
  size: z.int().describe('Bytes.'),
  chunk_count: z.int(),
  processing_status: z.enum(PROCESSING_STATUSES),
  title: z.string().nullable(),
  authors: z.array(z.string()),
  metadata: z.record(z.string(), z.unknown()),
  created_at: z.string(),
  updated_at: z.string(),
};

export const documentResource = z.object({ ...documentFields, embedding_progress: embeddingProgress });

/**
 * Response to a request for one document. It contains either the embedding progress or chunks with their own
 * status.
 */
export const documentWithChunksResource = z.object({
  ...documentFields,
  embedding_progress: embeddingProgress.optional(),
  chunks: z.array(chunkResource).optional(),
  /** True if the document has further chunks. Present if chunks are requested. */
  truncated: continuation.truncated.optional(),
  next_cursor: continuation.next_cursor.optional(),
});

/**
 * Response body of `GET /api/v2/documents/{document_id}/text`.
 *
 * @see docs/reference/documents.md#read-the-text-of-a-document
 */
export const documentTextResource = z.object({
  ...documentFields,
  text: z.string(),
  /** Index of the first chunk of the page. Null if the page has no text. */
  first_chunk_index: z.int().nullable(),
  last_chunk_index: z.int().nullable(),
  first_page: z.int().nullable(),
  last_page: z.int().nullable(),
  section: z.string().nullable(),
  next_cursor: continuation.next_cursor,
});

export const documentPageResource = cursorPaginated(documentResource);

export const uploadedResource = documentResource.extend({
  metadata: z.looseObject({
    chunk_ids: z.array(z.guid()).optional(),
    message: z.string(),
    processing_time: z.number().describe('Seconds.'),
    duplicate_upload: z.boolean(),
  }),
});

export const deletedResource = z.object({ id: z.guid(), deleted: z.literal(true) });

const toFields = (document: Document) => ({
  id: document.id,
  filename: document.filename,
  content_type: document.contentType,
  size: document.sizeBytes,
  chunk_count: document.chunkCount,
  processing_status: document.processingStatus,
  title: document.title,
  authors: document.authors,
  metadata: document.metadata,
  created_at: document.createdAt.toISOString(),
  updated_at: document.updatedAt.toISOString(),
});

export function toResource(document: Document): z.input<typeof documentResource> {
  const { percentComplete, ...counts } = embeddingProgressOf(document);
  return { ...toFields(document), embedding_progress: { ...counts, percent_complete: percentComplete } };
}

/** Returns a warning for a response with a part of the chunks, for clients that have not asked for a page. */
export const furtherChunksWarning = ({ chunkCount }: Document, { perPage }: CursorPage): string =>
  `The document has ${chunkCount} chunks, and a page has at most ${perPage}. Send next_cursor as cursor to receive the next ones.`;

/**
 * Maps a document and a page of its chunks to the response.
 *
 * @param chunks up to `perPage` chunks, and one more if there is a next page
 */
export function toResourceWithChunks(
  document: Document,
  chunks: readonly StoredChunk[],
  page: CursorPage,
): z.input<typeof documentWithChunksResource> {
  const { items, truncated, next_cursor } = takePage(chunks, page, {
    list: chunkList(document.id),
    toItem: toChunkResource,
    keyOf: ({ index }) => [index],
  });
  return {
    ...toFields(document),
    chunks: items,
    truncated: truncated || next_cursor !== null,
    next_cursor,
  };
}

/**
 * Maps a page of text to the response.
 *
 * @param cursor cursor of the request
 */
export function toTextResource(
  { document, chunks }: DocumentText,
  cursor: Cursor | undefined,
): z.input<typeof documentTextResource> {
  const { items, next_cursor } = takePage(
    chunks,
    { page: 1, perPage: CHUNKS_PER_TEXT_PAGE, cursor },
    { list: textPages(document.id), toItem: (chunk) => chunk, keyOf: ({ index }) => [index] },
  );
  const [first, last] = [items[0], items.at(-1)];
  return {
    ...toFields(document),
    text: joinTextRanges(
      items.map(({ content, startChar, endChar }) => ({ content, start: startChar, end: endChar })),
    ),
    first_chunk_index: first?.index ?? null,
    last_chunk_index: last?.index ?? null,
    first_page: first?.metadata.page ?? null,
    last_page: last?.metadata.page ?? null,
    section: first?.metadata.section ?? null,
    next_cursor,
  };
}

const toChunkResource = (chunk: StoredChunk): z.input<typeof chunkResource> => ({
  id: chunk.id,
  document_id: chunk.documentId,
  chunk_index: chunk.index,
  content: chunk.content,
  start_char: chunk.startChar,
  end_char: chunk.endChar,
  metadata: chunk.metadata,
  embedding_status: chunk.embeddingStatus,
  created_at: chunk.createdAt.toISOString(),
});

/**
 * Maps the result of an upload to the response. Adds fields about the upload, which are not stored, to the
 * metadata.
 */
export function toUploadedResource(uploaded: UploadedDocument): z.input<typeof uploadedResource> {
  const { document, chunkIds, isDuplicate, processingSeconds } = uploaded;
  return {
    ...toResource(document),
    metadata: {
      ...document.metadata,
      ...(chunkIds && { chunk_ids: chunkIds }),
      message: isDuplicate
        ? `This file is already stored as ${document.filename}.`
        : `Stored ${document.filename} in ${document.chunkCount} ${document.chunkCount === 1 ? 'chunk' : 'chunks'}.`,
      processing_time: processingSeconds,
      duplicate_upload: isDuplicate,
    },
  };
}
