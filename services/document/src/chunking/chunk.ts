export interface Chunk {
  /** Counted from 0, in the order of the text. */
  index: number;
  /** Exactly the extracted text from `startChar` to `endChar`. */
  content: string;
  /** Unicode code points into the extracted text. */
  startChar: number;
  /** Behind the last character. */
  endChar: number;
  metadata: ChunkMetadata;
}

export interface ChunkMetadata {
  /** Counted from 1, for documents that have pages. */
  page?: number;
  /** Titles from the outermost to the innermost, joined by ` > `. */
  section?: string;
}

/** Code points. @see SPEC.md "Documents" 1 */
export const TARGET_CHUNK_LENGTH = 400;
export const MAX_CHUNK_LENGTH = 450;
export const OVERLAP_LENGTH = 50;
/** A whole sentence this short is repeated rather than a part of a longer one. */
export const MAX_OVERLAP_LENGTH = 60;
