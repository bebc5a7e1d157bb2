import { MAX_OVERLAP_LENGTH, OVERLAP_LENGTH } from './chunk.ts';
import { codePointsBetween, offsetBefore } from './code-points.ts';
import type { TextPiece } from './text-piece.ts';

/** Start of a chunk, as an offset in UTF-16 code units and in code points. */
export interface ChunkStart {
  start: number;
  startChar: number;
}

/**
 * Returns the start of the chunk whose first new piece is `next`. The chunk repeats the end of the previous
 * chunk: whole sentences of at most {@link MAX_OVERLAP_LENGTH} code points, otherwise words of about
 * {@link OVERLAP_LENGTH} code points. The start is always after the start of the previous chunk.
 */
export function overlappingStart(
  text: string,
  previous: ChunkStart,
  previousPieces: readonly TextPiece[],
  next: TextPiece,
): ChunkStart {
  const nearest = next.startChar - MAX_OVERLAP_LENGTH;
  const repeated = previousPieces.find((piece) => piece.startChar >= nearest && piece.start > previous.start);
  if (repeated) return repeated;

  const last = previousPieces.at(-1)!;
  const gap = next.startChar - last.endChar;
  const start = offsetBefore(text, previous.start + 1, last.end, OVERLAP_LENGTH - gap);
  if (gap >= OVERLAP_LENGTH || start >= last.end) return next;
  const wordStart = startOfWord(text, start, last.end);
  return { start: wordStart, startChar: last.endChar - codePointsBetween(text, wordStart, last.end) };
}

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

function startOfWord(text: string, start: number, end: number): number {
  const words = text.slice(start, end);
  const space = /\s+(?=\S)/.exec(words);
  if (space) return start + space.index + space[0].length;
  // There is no word boundary. Start at a grapheme boundary, so that no character is split.
  const [, second] = graphemes.segment(words);
  return second ? start + second.index : start;
}
