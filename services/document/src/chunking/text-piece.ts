import type { Block } from '../parsing/parsed-document.ts';
import { MAX_CHUNK_LENGTH, MAX_OVERLAP_LENGTH } from './chunk.ts';
import { codePointsBetween, offsetAfter } from './code-points.ts';

/** A stretch of text that chunks are put together from: a sentence, a line, or a part of a long one. */
export interface TextPiece {
  /** UTF-16 offsets, for slicing. */
  start: number;
  end: number;
  /** The same in code points. */
  startChar: number;
  endChar: number;
  block: Block;
  /** The text may well be parted behind it: the end of a sentence or a line, not of a part of one. */
  isWhole: boolean;
}

/** Leaves room for the overlap, so that no piece has to do without. */
const MAX_PIECE_LENGTH = MAX_CHUNK_LENGTH - MAX_OVERLAP_LENGTH;
const PREFERRED_LENGTH = Math.floor(0.6 * MAX_PIECE_LENGTH);

/** UTF-16 units. Not worth looking for sentences in, which takes 30 microseconds to begin with. */
const SHORT_PARAGRAPH = 120;

/** UTF-16 units. Far longer than any piece, and short enough that one run of a segmenter stays cheap. */
const WINDOW_LENGTH = 8_192;

interface Range {
  start: number;
  end: number;
  isWhole: boolean;
}

/**
 * The pieces of a document in order, none over {@link MAX_PIECE_LENGTH} code points. Takes time in
 * proportion to the text, whatever is in it.
 */
export function* splitIntoPieces(text: string, blocks: Iterable<Block>): Generator<TextPiece> {
  let offset = 0;
  let characters = 0;
  for (const block of blocks) {
    for (const { start, end, isWhole } of rangesOf(text, block)) {
      const startChar = characters + codePointsBetween(text, offset, start);
      const endChar = startChar + codePointsBetween(text, start, end);
      [offset, characters] = [end, endChar];
      yield { start, end, startChar, endChar, block, isWhole };
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
    yield { start: block.start, end: block.end, isWhole: true };
  } else {
    yield* sentencesOf(text, block);
  }
}

/** Lines with their indentation; empty ones are left out. */
function* linesOf(text: string, block: Block): Generator<Range> {
  // Looking for a line's end in the text itself would go through all of it when it has none.
  const source = text.slice(block.start, block.end);
  for (const { index, 0: content } of source.matchAll(/[^\r\n]+/g)) {
    const start = block.start + index;
    const line = trimEnd(text, start, start + content.length);
    if (line.end > line.start) yield* fits(text, line) ? [{ ...line, isWhole: true }] : partsOf(text, line);
  }
}

const sentences = new Intl.Segmenter('und', { granularity: 'sentence' });

function* sentencesOf(text: string, { start, end }: Block): Generator<Range> {
  let from = start;
  while (from < end) {
    const windowEnd = Math.min(end, offsetAfter(text, from, WINDOW_LENGTH));
    // Paragraphs are often wrapped by hand: a line's end is not a sentence's.
    const window = text.slice(from, windowEnd).replace(/[\r\n]/g, ' ');
    let next = windowEnd;
    for (const { index, segment } of sentences.segment(window)) {
      const sentence = { start: from + index, end: from + index + segment.length };
      const mayGoOn = sentence.end === windowEnd && windowEnd < end;
      if (mayGoOn && index > 0) {
        next = sentence.start;
        break;
      }
      const parts = splitSentence(text, sentence);
      // The last part of a sentence longer than the window would end wherever the window does.
      if (mayGoOn && parts.length > 1) next = parts.pop()!.start;
      yield* parts;
    }
    from = next;
  }
}

function splitSentence(text: string, range: { start: number; end: number }): Range[] {
  const sentence = trim(text, range.start, range.end);
  if (sentence.end <= sentence.start) return [];
  return fits(text, sentence) ? [{ ...sentence, isWhole: true }] : [...partsOf(text, sentence)];
}

/** Parts of what is too long for a piece, at the best places that there are. */
function* partsOf(text: string, { start, end }: { start: number; end: number }): Generator<Range> {
  let from = start;
  while (from < end) {
    const limit = Math.min(end, offsetAfter(text, from, MAX_PIECE_LENGTH));
    const to = limit === end ? end : bestCut(text, from, limit);
    const part = trim(text, from, to);
    if (part.end > part.start) yield { ...part, isWhole: to === end };
    from = to;
  }
}

/** Best first: a line's end, a sentence's or an entry's, a clause's, a word's. Each leaves what it ends in front. */
const CUTS = [/[\r\n]+/g, /[.!?;}\])。！？；…]+(?=[\s\p{Lo}])/gu, /[,:，、：}\])]+/g, /\s+/g];

function bestCut(text: string, from: number, limit: number): number {
  const earliest = offsetAfter(text, from, PREFERRED_LENGTH);
  const candidates = text.slice(earliest, limit);
  for (const cut of CUTS) {
    let last = -1;
    for (const match of candidates.matchAll(cut)) last = match.index + match[0].length;
    if (last > 0) return earliest + last;
  }
  return graphemeCut(text, from, limit);
}

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** The last place at or before `limit` that does not part a character as people see it. */
function graphemeCut(text: string, from: number, limit: number): number {
  const window = text.slice(from, Math.min(text.length, limit + 64));
  const cut = from + (graphemes.segment(window).containing(limit - from)?.index ?? limit - from);
  // A pile of combining marks longer than a chunk has to be parted somewhere.
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
