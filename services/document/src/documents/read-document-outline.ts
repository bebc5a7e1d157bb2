import type { Caller } from '@loci/core';
import { notFound } from '@loci/core';
import { continueAfter } from '@loci/http';
import type { Cursor } from '@loci/http';
import type { ChunkRepository, OutlineChunk } from '../chunks/stored-chunk.repository.ts';
import type { DocumentRepository } from './document.repository.ts';
import { chunkIndex } from './get-document.ts';
import type { GetDocumentDeps } from './get-document.ts';

/** Maximum number of chunks that a request reads. */
export const MAX_OUTLINE_CHUNKS = 1_000;
/** Number of headings after which a page ends. */
const HEADINGS_PER_PAGE = 500;

/** Returns the name of the outline of a document. A cursor contains the name and is valid only for this list. */
export const outlineList = (id: string): string => `outline:${id}`;

/** Start of a section. */
export interface Heading {
  section: string;
  chunkIndex: number;
  chunkId: string;
  page: number | null;
}

export interface ReadOutlineDeps extends Pick<GetDocumentDeps, 'inTransaction' | 'now'> {
  documents: Pick<DocumentRepository, 'find'>;
  chunks: Pick<ChunkRepository, 'outlineChunks'>;
}

/**
 * Returns a page of the headings of a document, in the order of the text.
 *
 * @returns the headings, and the index of the chunk to continue after, or null at the end
 * @throws RES_NOT_FOUND; VAL_FIELD_INVALID for a cursor of another document
 * @see docs/reference/documents.md#get-the-outline-of-a-document
 */
export async function readDocumentOutline(
  { inTransaction, documents, chunks, now }: ReadOutlineDeps,
  { tenantId }: Caller,
  id: string,
  cursor: Cursor | undefined,
): Promise<{ headings: Heading[]; next: number | null }> {
  const after = continueAfter(cursor, outlineList(id), chunkIndex)?.[0];
  const [document, found] = await inTransaction(tenantId, (tx) =>
    Promise.all([
      documents.find(tx, tenantId, id, now()),
      // The page starts with the chunk before it, whose last section can continue.
      chunks.outlineChunks(tx, tenantId, id, { from: after ?? 0, limit: MAX_OUTLINE_CHUNKS }),
    ]),
  );
  if (!document) throw notFound('document', id);
  return toHeadings(found, after);
}

function toHeadings(
  chunks: readonly OutlineChunk[],
  after: number | undefined,
): { headings: Heading[]; next: number | null } {
  const headings: Heading[] = [];
  let current: string | null = null;
  for (const chunk of chunks) {
    for (const section of chunk.sections) {
      if (section !== current && chunk.index !== after)
        headings.push({ section, chunkIndex: chunk.index, chunkId: chunk.id, page: chunk.page });
      current = section;
    }
    if (headings.length >= HEADINGS_PER_PAGE) return { headings, next: chunk.index };
  }
  return { headings, next: chunks.length < MAX_OUTLINE_CHUNKS ? null : chunks.at(-1)!.index };
}
