import { blockOf, noTextError, textTooLongError } from './document-builder.ts';
import type { Block, BlockKind, ParsedDocument } from './parsed-document.ts';

/** Start of a block in a source text. The block ends where the next one starts. */
export interface BlockStart {
  offset: number;
  kind: BlockKind;
  level?: number | undefined;
  section?: string | undefined;
}

export interface Line {
  start: number;
  /** Exclusive end offset, before the line end characters. */
  end: number;
}

/** Yields the lines of a text, which end with LF, CRLF or CR. */
export function* linesOf(text: string): Generator<Line> {
  const lineEnd = /\r\n?|\n/g;
  let start = 0;
  for (let match = lineEnd.exec(text); match; match = lineEnd.exec(text)) {
    yield { start, end: match.index };
    start = lineEnd.lastIndex;
  }
  if (start < text.length) yield { start, end: text.length };
}

/**
 * Builds a document whose text is the decoded file.
 *
 * @param starts block starts, sorted by offset. Text before the first start belongs to the first block.
 * @throws VAL_FIELD_TOO_LONG (413) if the text is too long; VAL_VALIDATION_FAILED if there is no text
 */
export function buildSourceDocument(
  text: string,
  contentType: string,
  starts: readonly BlockStart[],
  limits: { textLength: number },
): ParsedDocument {
  if (text.length > limits.textLength) throw textTooLongError(limits.textLength);
  const blocks: Block[] = [];
  starts.forEach((block, index) => {
    const from = index === 0 ? 0 : startWithIndentation(text, block.offset);
    const range = trimRange(text, from, starts[index + 1]?.offset ?? text.length, block.kind === 'code');
    if (range)
      blocks.push(blockOf(block.kind, range.start, range.end, { level: block.level }, block.section));
  });
  if (blocks.length === 0) throw noTextError();
  return { text, contentType, blocks };
}

/** Returns the start of the line if only white space precedes `offset`, otherwise `offset`. */
function startWithIndentation(text: string, offset: number): number {
  let start = offset;
  while (text[start - 1] === ' ' || text[start - 1] === '\t') start--;
  return start === 0 || text[start - 1] === '\n' || text[start - 1] === '\r' ? start : offset;
}

const NON_SPACE = /\S/g;

function trimRange(text: string, from: number, to: number, keepIndentation: boolean): Line | undefined {
  NON_SPACE.lastIndex = from;
  const first = NON_SPACE.exec(text)?.index ?? to;
  if (first >= to) return undefined;
  let start = first;
  while (keepIndentation && start > from && text[start - 1] !== '\n' && text[start - 1] !== '\r') start--;
  let end = to;
  while (/\s/.test(text[end - 1]!)) end--;
  return { start, end };
}
