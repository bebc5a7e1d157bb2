/** Part of the text of a document. Documents are embedded and searched by chunk. */
export interface Chunk {
  /** Position in the document, from 0. */
  index: number;
  /** The extracted text from `startChar` to `endChar`. */
  content: string;
  /** Inclusive start offset in the extracted text, in Unicode code points. */
  startChar: number;
  /** Exclusive end offset in the extracted text, in Unicode code points. */
  endChar: number;
  metadata: ChunkMetadata;
}

export interface ChunkMetadata {
  /** Page number, from 1. Only for documents with pages. */
  page?: number;
  /** Titles of the enclosing headings, from the outermost to the innermost, joined by ` > `. */
  section?: string;
}

/** Target length of a chunk, in code points. @see docs/reference/documents.md#chunking */
export const TARGET_CHUNK_LENGTH = 400;
/** Maximum length of a chunk, in code points. */
export const MAX_CHUNK_LENGTH = 450;
/** Length of an overlap that starts within a sentence, in code points. */
export const OVERLAP_LENGTH = 50;
/** Maximum length of an overlap that consists of whole sentences, in code points. */
export const MAX_OVERLAP_LENGTH = 60;
