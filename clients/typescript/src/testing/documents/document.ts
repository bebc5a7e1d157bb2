import { toIso } from '../validation/timestamps.ts';

/** Part of the text of a document. @see docs/reference/documents.md#the-chunk-object */
export interface StoredChunk {
  readonly id: string;
  readonly index: number;
  readonly content: string;
  /** Offsets in the text, in Unicode code points. */
  readonly start: number;
  readonly end: number;
}

/** An uploaded file. Times are milliseconds since the epoch. */
export interface StoredDocument {
  readonly id: string;
  readonly filename: string;
  readonly contentType: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly metadata: Record<string, unknown>;
  readonly chunks: readonly StoredChunk[];
  readonly createdAt: number;
  readonly userId: string;
}

/** Fields of a document in every response. The fake embeds the chunks at once. */
export const toDocumentFields = (document: StoredDocument) => ({
  id: document.id,
  filename: document.filename,
  content_type: document.contentType,
  size: document.bytes.length,
  chunk_count: document.chunks.length,
  processing_status: 'completed',
  title: null,
  authors: [],
  metadata: document.metadata,
  created_at: toIso(document.createdAt),
  updated_at: toIso(document.createdAt),
});

/** @see docs/reference/documents.md#the-document-object */
export const toDocumentResource = (document: StoredDocument) => ({
  ...toDocumentFields(document),
  embedding_progress: {
    total: document.chunks.length,
    completed: document.chunks.length,
    pending: 0,
    failed: 0,
    percent_complete: 100,
  },
});

export const toChunkResource = (document: StoredDocument, chunk: StoredChunk) => ({
  id: chunk.id,
  document_id: document.id,
  chunk_index: chunk.index,
  content: chunk.content,
  start_char: chunk.start,
  end_char: chunk.end,
  metadata: {},
  embedding_status: 'completed',
  created_at: toIso(document.createdAt),
});

const TARGET_LENGTH = 400;

/**
 * Splits a text into chunks of at most 400 code points, which end with a paragraph, a sentence or a word if possible.
 * Unlike those of the server, the chunks do not overlap.
 */
export function splitText(text: string): { content: string; start: number; end: number }[] {
  const codePoints = [...text];
  const chunks: { content: string; start: number; end: number }[] = [];
  for (let start = 0; start < codePoints.length;) {
    const end = start + lengthOfChunk(codePoints.slice(start, start + TARGET_LENGTH + 1).join(''));
    const content = codePoints.slice(start, end).join('');
    const leading = [...content].length - [...content.trimStart()].length;
    const trimmed = content.trim();
    if (trimmed !== '') {
      const from = start + leading;
      chunks.push({ content: trimmed, start: from, end: from + [...trimmed].length });
    }
    start = end;
  }
  return chunks;
}

/** @returns number of code points */
function lengthOfChunk(window: string): number {
  const codePoints = [...window];
  if (codePoints.length <= TARGET_LENGTH) return codePoints.length;
  const text = codePoints.slice(0, TARGET_LENGTH).join('');
  for (const boundary of [/\n\s*\n(?!.*\n\s*\n)/s, /[.!?]\s(?!.*[.!?]\s)/s, /\s(?!.*\s)/s]) {
    const match = boundary.exec(text);
    if (match !== null && match.index > 0) return [...text.slice(0, match.index + match[0].length)].length;
  }
  return TARGET_LENGTH;
}
