import { blockOf, noTextError, textTooLongError } from './document-builder.ts';
import type { Block, BlockKind, ParsedDocument } from './parsed-document.ts';

/** Where a block begins in a text that is kept as it is. It reaches to the next one's beginning. */
export interface BlockStart {
  offset: number;
  kind: BlockKind;
  level?: number | undefined;
  section?: string | undefined;
}

export interface Line {
  start: number;
  /** Without the line end. */
  end: number;
}

/** The lines of a text in order, whichever way they end (LF, CRLF, CR). */
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
 * A document whose text is its source: offsets into it are offsets into the decoded file.
 *
 * @param starts ascending; what comes before the first belongs to the first
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

/** The beginning of the line, if nothing but white space stands in front. */
function startWithIndentation(text: string, offset: number): number {
  let start = offset;
  while (text[start - 1] === ' ' || text[start - 1] === '\t') start--;
  return start === 0 || text[start - 1] === '\n' || text[start - 1] === '\r' ? start : offset;
}

const NOT_SPACE = /\S/g;

function trimRange(text: string, from: number, to: number, keepIndentation: boolean): Line | undefined {
  NOT_SPACE.lastIndex = from;
  const first = NOT_SPACE.exec(text)?.index ?? to;
  if (first >= to) return undefined;
  let start = first;
  while (keepIndentation && start > from && text[start - 1] !== '\n' && text[start - 1] !== '\r') start--;
  let end = to;
  while (/\s/.test(text[end - 1]!)) end--;
  return { start, end };
}
