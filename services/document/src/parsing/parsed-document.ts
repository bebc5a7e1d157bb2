export type BlockKind = 'heading' | 'paragraph' | 'list' | 'table' | 'code';

/**
 * A stretch of the extracted text that belongs together. `start` and `end` are UTF-16 offsets into
 * it: `text.slice(start, end)` begins and ends with a character that is not white space, except that
 * code keeps the indentation of its first line.
 */
export interface Block {
  kind: BlockKind;
  start: number;
  end: number;
  /** 1 is the highest; headings only. */
  level?: number;
  /** Counted from 1, for documents that have pages. */
  page?: number;
  /** Counted from 1, for documents that have chapters. */
  chapter?: number;
  /** Titles from the outermost to the innermost, joined by ` > `. */
  section?: string;
}

export interface ParsedDocument {
  /** Storable as it is: well-formed, without NUL characters. */
  text: string;
  contentType: string;
  /** In the order of the text, without overlaps; together they hold every character that is not white space. */
  blocks: Block[];
}
