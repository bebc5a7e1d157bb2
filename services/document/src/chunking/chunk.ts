/** Part of the text of a document, the unit of search. */
export interface Chunk {
  /** Position in the document, from 0. */
  index: number;
  /** The extracted text from `startChar` to `endChar`. */
  content: string;
  /** Offset into the extracted text, in Unicode code points. */
  startChar: number;
  /** Exclusive end offset, in Unicode code points. */
  endChar: number;
  metadata: ChunkMetadata;
}

export interface ChunkMetadata {
  /** Page number, from 1. Only for documents with pages. */
  page?: number;
  /** Titles of the enclosing headings, from the outermost to the innermost, joined by ` > `. */
  section?: string;
}

/** Lengths in Unicode code points. @see docs/reference/documents.md#chunking */
export const TARGET_CHUNK_LENGTH = 400;
export const MAX_CHUNK_LENGTH = 450;
/** Length of the overlap if it starts within a sentence. */
export const OVERLAP_LENGTH = 50;
/** Maximum length of an overlap that consists of whole sentences. */
export const MAX_OVERLAP_LENGTH = 60;
