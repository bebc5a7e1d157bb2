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
  /**
   * Section in which the chunk begins: the titles of the enclosing headings, from the outermost to the
   * innermost, joined by ` > `. Missing if no heading precedes the text.
   */
  section?: string;
  /**
   * Sections of which the chunk has text, in the order of the text. Missing if there are none. Contains at
   * most {@link MAX_SECTIONS} sections with a total length of at most {@link MAX_SECTIONS_LENGTH}. The first
   * section is present even if it is longer.
   */
  sections?: string[];
}

/** Maximum number of sections in the metadata of a chunk. */
export const MAX_SECTIONS = 10;
/**
 * Maximum total length of the sections in the metadata of a chunk, in UTF-16 code units. Without this limit, a
 * file with many short headings below long ones would have metadata that is a hundred times longer than its text.
 */
export const MAX_SECTIONS_LENGTH = 1_000;

/** Target length of a chunk, in code points. @see docs/reference/documents.md#chunking */
export const TARGET_CHUNK_LENGTH = 400;
/** Maximum length of a chunk, in code points. */
export const MAX_CHUNK_LENGTH = 450;
/** Length of an overlap that starts within a sentence, in code points. */
export const OVERLAP_LENGTH = 50;
/** Maximum length of an overlap that consists of whole sentences, in code points. */
export const MAX_OVERLAP_LENGTH = 60;
