import { componentNames, EMBEDDING_STATUSES, PROCESSING_STATUSES } from '@loci/contracts';
import { joinTextRanges } from '@loci/core';
import { continuation, cursorPaginated, encodeCursor, takePage } from '@loci/http';
import type { Cursor, CursorPage } from '@loci/http';
import { z } from 'zod';
import type { StoredChunk } from '../chunks/stored-chunk.ts';
import type { Document } from './document.ts';
import { embeddingProgressOf } from './document.ts';
import { chunkList } from './get-document.ts';
import { CHUNKS_PER_TEXT_PAGE, textPages } from './read-document-text.ts';
import { outlineList } from './read-document-outline.ts';
import type { Heading } from './read-document-outline.ts';
import type { DocumentText } from './read-document-text.ts';
import type { UploadedDocument } from './upload-document.ts';

const embeddingProgress = z.object({
  total: z.int().describe('Number of chunks.'),
  completed: z.int().describe('Number of chunks with an embedding.'),
  pending: z.int().describe('Number of chunks that are not embedded yet.'),
  failed: z.int().describe('Number of chunks whose embedding failed.'),
  percent_complete: z.number().min(0).max(100).describe('Percentage of embedded chunks, 0 to 100.'),
});

const chunkResource = z
  .object({
    id: z.guid().describe('ID of the chunk.'),
    document_id: z.guid().describe('ID of the document.'),
    chunk_index: z.int().describe('Position in the document, from 0.'),
    content: z.string().describe('The extracted text from `start_char` to `end_char`, unchanged.'),
    start_char: z.int().describe('Inclusive start offset in the extracted text, in Unicode code points.'),
    end_char: z
      .int()
      .describe('Offset after the last character in the extracted text, in Unicode code points.'),
    metadata: z
      .object({
        page: z
          .int()
          .optional()
          .describe('Page number of the first character; null in formats without pages.'),
        section: z.string().optional().describe('Heading above the first character; null if there is none.'),
        sections: z
          .array(z.string())
          .optional()
          .describe(
            'Sections of which the chunk has text, in the order of the text. The array has at most 10 sections. The sections after the first have at most 1,000 characters in total.',
          ),
      })
      .describe('Free-form object of the upload, or data about the chunk.'),
    embedding_status: z.enum(EMBEDDING_STATUSES).describe('`pending`, `completed` or `failed`.'),
    created_at: z.string().describe('Time at which the upload started.'),
  })
  .register(componentNames, { name: 'DocumentChunk' });

/** Fields of a document in all responses. @see docs/reference/documents.md#the-document-object */
const documentFields = {
  id: z.guid().describe('ID of the document.'),
  filename: z.string().describe('File name of the upload, without folders.'),
  content_type: z.string().describe('MIME type, which the extension determines.'),
  size: z.int().describe('Bytes.'),
  chunk_count: z.int().describe('Number of chunks.'),
  processing_status: z.enum(PROCESSING_STATUSES).describe('State of the processing of the file.'),
  title: z.string().nullable().describe('Title that the file states; null if there is none.'),
  authors: z.array(z.string()).describe('Authors that the file names.'),
  metadata: z
    .record(z.string(), z.unknown())
    .describe('Free-form object of the upload, or data about the chunk.'),
  created_at: z.string().describe('Time at which the upload started.'),
  updated_at: z
    .string()
    .describe('Time at which the chunks were stored. Embedding the chunks does not change this time.'),
};

export const documentResource = z
  .object({
    ...documentFields,
    embedding_progress: embeddingProgress.describe('Number of chunks by embedding status.'),
  })
  .register(componentNames, { name: 'Document' });

/**
 * Response to a request for one document. It contains either the embedding progress or chunks with their own
 * status.
 */
export const documentWithChunksResource = z
  .object({
    ...documentFields,
    embedding_progress: embeddingProgress
      .optional()
      .describe(
        'Number of chunks by embedding status: `total`, `completed`, `pending` and `failed`. `percent_complete` is the percentage of embedded chunks, 0 to 100. Absent if the response has `chunks`.',
      ),
    chunks: z.array(chunkResource).optional().describe('A page of chunks in the order of the text.'),
    /** True if the document has further chunks. Present if chunks are requested. */
    truncated: continuation.truncated.optional(),
    next_cursor: continuation.next_cursor.optional(),
  })
  .register(componentNames, { name: 'DocumentWithChunks' });

/**
 * Response body of `GET /api/v2/documents/{document_id}/text`.
 *
 * @see docs/reference/documents.md#read-the-text-of-a-document
 */
export const documentTextResource = z
  .object({
    ...documentFields,
    text: z.string().describe('Text of the page. Empty while the document is being uploaded.'),
    first_chunk_index: z
      .int()
      .nullable()
      .describe('Index of the first chunk of the page. Null if the page has no text.'),
    last_chunk_index: z
      .int()
      .nullable()
      .describe('Positions of the first and the last chunk of the page; null if there is no text.'),
    first_page: z.int().nullable().describe('Page numbers of these chunks; null in formats without pages.'),
    last_page: z.int().nullable().describe('Page numbers of these chunks; null in formats without pages.'),
    section: z.string().nullable().describe('Heading above the first chunk; null if there is none.'),
    previous_cursor: z
      .string()
      .nullable()
      .describe('Cursor of the page before this one; null at the start of the text.'),
    next_cursor: continuation.next_cursor,
  })
  .register(componentNames, { name: 'DocumentText' });

/**
 * Response body of `GET /api/v2/documents/{document_id}/outline`.
 *
 * @see docs/reference/documents.md#get-the-outline-of-a-document
 */
export const documentOutlineResource = z
  .object({
    items: z
      .array(
        z
          .object({
            section: z
              .string()
              .describe(
                'Titles of the enclosing headings from the outermost to the innermost, joined by ` > `.',
              ),
            chunk_id: z.guid().describe('ID of the chunk in which the section starts.'),
            chunk_index: z.int().describe('Position of the chunk in the document, from 0.'),
            page: z.int().nullable().describe('Page number of the chunk; null in formats without pages.'),
            text_cursor: z.string().describe('Cursor of the page of the text that starts with the chunk.'),
          })
          .register(componentNames, { name: 'DocumentHeading' }),
      )
      .describe('Sections in the order of the text.'),
    next_cursor: continuation.next_cursor,
  })
  .register(componentNames, { name: 'DocumentOutline' });

/** Maps a page of the outline to the response. @param cursor cursor of the request */
export function toOutlineResource(
  id: string,
  { headings, next }: { headings: readonly Heading[]; next: number | null },
  cursor: Cursor | undefined,
): z.input<typeof documentOutlineResource> {
  const items = headings.map(({ section, chunkIndex, chunkId, page }) => ({
    section,
    chunk_id: chunkId,
    chunk_index: chunkIndex,
    page,
    text_cursor: textCursor(id, chunkIndex),
  }));
  const position = (cursor?.position ?? 0) + items.length;
  return {
    items,
    next_cursor: next === null ? null : encodeCursor({ list: outlineList(id), after: [next], position }),
  };
}

/** Returns the cursor of the page of text that starts with a chunk. */
const textCursor = (id: string, first: number): string =>
  encodeCursor({ list: textPages(id), after: [first - 1], position: first });

export const documentPageResource = cursorPaginated(documentResource).register(componentNames, {
  name: 'DocumentList',
});

export const uploadedResource = documentResource
  .extend({
    metadata: z
      .looseObject({
        chunk_ids: z
          .array(z.guid())
          .optional()
          .describe('IDs of the chunks, in the order of the text. Only with `include_chunk_ids`.'),
        message: z.string().describe('Human-readable message.'),
        processing_time: z.number().describe('Seconds.'),
        duplicate_upload: z.boolean().describe('True if the tenant had already stored the same file.'),
      })
      .describe('Free-form object of the upload, with data about the upload.'),
  })
  .register(componentNames, { name: 'UploadedDocument' });

export const deletedResource = z
  .object({
    id: z.guid().describe('ID of the document.'),
    deleted: z.literal(true).describe('True.'),
  })
  .register(componentNames, { name: 'DeletedDocument' });

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
    previous_cursor:
      first === undefined || first.index === 0
        ? null
        : textCursor(document.id, Math.max(0, first.index - CHUNKS_PER_TEXT_PAGE)),
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
