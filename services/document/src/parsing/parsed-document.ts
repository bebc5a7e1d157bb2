import type { DocumentProperties } from './document-properties.ts';

export type BlockKind = 'heading' | 'paragraph' | 'list' | 'table' | 'code';

/**
 * Structural part of the extracted text. `start` and `end` are UTF-16 offsets. The block starts and ends with a
 * character that is not white space, except that code keeps the indentation of its first line.
 */
export interface Block {
  kind: BlockKind;
  start: number;
  end: number;
  /** Heading level, from 1 (highest). Headings only. */
  level?: number;
  /** Page number, from 1. Only for documents with pages. */
  page?: number;
  /** Chapter number, from 1. Only for documents with chapters. */
  chapter?: number;
  /** Titles of the enclosing headings, from the outermost to the innermost, joined by ` > `. */
  section?: string;
}

/** Extracted text of a file with its structure. */
export interface ParsedDocument extends DocumentProperties {
  /** Well-formed text without NUL characters. */
  text: string;
  contentType: string;
  /** Blocks in the order of the text, without overlaps. Every character that is not white space is in a block. */
  blocks: Block[];
}
