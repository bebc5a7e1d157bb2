import type { Block } from '../parsing/parsed-document.ts';
import { MAX_CHUNK_LENGTH, MAX_OVERLAP_LENGTH } from './chunk.ts';
import { codePointsBetween, offsetAfter } from './code-points.ts';

/** Smallest unit of a chunk: a sentence, a line, or a part of a long sentence or line. */
export interface TextPiece {
  /** Offsets in UTF-16 code units. */
  start: number;
  end: number;
  /** Offsets in code points. */
  startChar: number;
  endChar: number;
  block: Block;
  /** True if the piece ends a sentence or a line. */
  isComplete: boolean;
}

/** Maximum length of a piece, in code points. Leaves room for the overlap in a chunk. */
const MAX_PIECE_LENGTH = MAX_CHUNK_LENGTH - MAX_OVERLAP_LENGTH;
const PREFERRED_LENGTH = Math.floor(0.6 * MAX_PIECE_LENGTH);

/** Length in UTF-16 code units up to which paragraphs are not split into sentences. Segmenting costs at least 30 µs. */
const SHORT_PARAGRAPH = 120;

/** Maximum input of one segmentation, in code points. Much longer than a piece, but still fast to segment. */
const WINDOW_LENGTH = 8_192;

interface Range {
  start: number;
  end: number;
  isComplete: boolean;
}

/**
 * Yields the pieces of a document in order. A piece has at most {@link MAX_PIECE_LENGTH} code points. Takes linear time
 * for every text.
 */
export function* splitIntoPieces(text: string, blocks: Iterable<Block>): Generator<TextPiece> {
  let offset = 0;
  let characters = 0;
  for (const block of blocks) {
    for (const { start, end, isComplete } of rangesOf(text, block)) {
      const startChar = characters + codePointsBetween(text, offset, start);
      const endChar = startChar + codePointsBetween(text, start, end);
      [offset, characters] = [end, endChar];
      yield { start, end, startChar, endChar, block, isComplete };
    }
  }
}

function* rangesOf(text: string, block: Block): Generator<Range> {
  if (block.kind === 'code') {
    yield* linesOf(text, block);
  } else if (
    fits(text, block) &&
    (block.kind !== 'paragraph' || block.end - block.start <= SHORT_PARAGRAPH)
  ) {
    yield { start: block.start, end: block.end, isComplete: true };
  } else {
    yield* sentencesOf(text, block);
  }
}

/** Yields the lines of a block with their indentation, without empty lines. */
function* linesOf(text: string, block: Block): Generator<Range> {
  // A search in `text` instead of the slice would continue after the end of the block.
  const source = text.slice(block.start, block.end);
  for (const { index, 0: content } of source.matchAll(/[^\r\n]+/g)) {
    const start = block.start + index;
    const line = trimEnd(text, start, start + content.length);
    if (line.end > line.start)
      yield* fits(text, line) ? [{ ...line, isComplete: true }] : partsOf(text, line);
  }
}

const sentences = new Intl.Segmenter('und', { granularity: 'sentence' });

function* sentencesOf(text: string, { start, end }: Block): Generator<Range> {
  let from = start;
  while (from < end) {
    const windowEnd = Math.min(end, offsetAfter(text, from, WINDOW_LENGTH));
    // Text is often wrapped at a fixed width, so a line end does not end a sentence.
    const window = text.slice(from, windowEnd).replace(/[\r\n]/g, ' ');
    let next = windowEnd;
    for (const { index, segment } of sentences.segment(window)) {
      const sentence = { start: from + index, end: from + index + segment.length };
      const mayContinue = sentence.end === windowEnd && windowEnd < end;
      if (mayContinue && index > 0) {
        next = sentence.start;
        break;
      }
      const parts = splitSentence(text, sentence);
      // The window cuts off the last part of a long sentence. The next window starts with this part again.
      if (mayContinue && parts.length > 1) next = parts.pop()!.start;
      yield* parts;
    }
    from = next;
  }
}

function splitSentence(text: string, range: { start: number; end: number }): Range[] {
  const sentence = trim(text, range.start, range.end);
  if (sentence.end <= sentence.start) return [];
  return fits(text, sentence) ? [{ ...sentence, isComplete: true }] : [...partsOf(text, sentence)];
}

/** Splits a range that is too long for a piece at the best of {@link BOUNDARIES}. */
function* partsOf(text: string, { start, end }: { start: number; end: number }): Generator<Range> {
  let from = start;
  while (from < end) {
    const limit = Math.min(end, offsetAfter(text, from, MAX_PIECE_LENGTH));
    const to = limit === end ? end : bestCut(text, from, limit);
    const part = trim(text, from, to);
    if (part.end > part.start) yield { ...part, isComplete: to === end };
    from = to;
  }
}

/** Boundaries in order of preference: the end of a line, of a sentence or entry, of a clause, of a word. */
const BOUNDARIES = [/[\r\n]+/g, /[.!?;}\])。！？；…]+(?=[\s\p{Lo}])/gu, /[,:，、：}\])]+/g, /\s+/g];

function bestCut(text: string, from: number, limit: number): number {
  const earliest = offsetAfter(text, from, PREFERRED_LENGTH);
  const candidates = text.slice(earliest, limit);
  for (const boundary of BOUNDARIES) {
    let last = -1;
    for (const match of candidates.matchAll(boundary)) last = match.index + match[0].length;
    if (last > 0) return earliest + last;
  }
  return graphemeCut(text, from, limit);
}

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Returns the last grapheme boundary at or before `limit`. */
function graphemeCut(text: string, from: number, limit: number): number {
  const window = text.slice(from, Math.min(text.length, limit + 64));
  const cut = from + (graphemes.segment(window).containing(limit - from)?.index ?? limit - from);
  // A grapheme that is longer than a piece, such as many combining marks, must be split.
  return cut > from ? cut : limit;
}

function fits(text: string, { start, end }: { start: number; end: number }): boolean {
  if (end - start <= MAX_PIECE_LENGTH) return true;
  return end - start <= 2 * MAX_PIECE_LENGTH && codePointsBetween(text, start, end) <= MAX_PIECE_LENGTH;
}

function trim(text: string, start: number, end: number): { start: number; end: number } {
  let from = start;
  while (from < end && /\s/.test(text[from]!)) from++;
  return trimEnd(text, from, end);
}

function trimEnd(text: string, start: number, end: number): { start: number; end: number } {
  let to = end;
  while (to > start && /\s/.test(text[to - 1]!)) to--;
  return { start, end: to };
}
