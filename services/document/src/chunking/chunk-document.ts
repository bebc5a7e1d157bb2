import type { ParsedDocument } from '../parsing/parsed-document.ts';
import { MAX_CHUNK_LENGTH, MAX_SECTIONS, MAX_SECTIONS_LENGTH, TARGET_CHUNK_LENGTH } from './chunk.ts';
import type { Chunk, ChunkMetadata } from './chunk.ts';
import { overlappingStart } from './overlap.ts';
import type { ChunkStart } from './overlap.ts';
import { splitIntoPieces } from './text-piece.ts';
import type { TextPiece } from './text-piece.ts';

/** Chunks shorter than this, in code points, may grow to the maximum instead of the target length. */
const SHORT_LENGTH = 300;
/** Minimum length, in code points, of a chunk that ends at a paragraph or a sentence. */
const MIN_CUT_LENGTH = 300;
/** Length in code points below which a section shares a chunk with the next section. */
const MIN_SECTION_LENGTH = 150;

/**
 * Splits the text of a document into chunks of about 400 and at most 450 code points. Each chunk repeats
 * about 50 code points of the previous chunk, except across pages, chapters and sections. Every character
 * that is not white space is in a chunk. Chunks are sorted by start and by end. The result is deterministic.
 *
 * Markdown, HTML and Word are split at headings, PDF at pages and sections, EPUB at chapters, and code at
 * declarations. Within these boundaries, chunks end at paragraphs if possible, otherwise at sentences.
 *
 * @see docs/reference/documents.md#chunking
 */
export function chunkDocument(parsed: Pick<ParsedDocument, 'text' | 'blocks'>): Chunk[] {
  const { text } = parsed;
  const chunks: Chunk[] = [];
  let pieces: TextPiece[] = [];
  let start: ChunkStart | undefined;

  function emit(count: number, next: TextPiece | undefined): void {
    const emitted = pieces.slice(0, count);
    const from = start ?? emitted[0]!;
    const last = emitted.at(-1)!;
    chunks.push({
      index: chunks.length,
      content: text.slice(from.start, last.end),
      startChar: from.startChar,
      endChar: last.endChar,
      metadata: metadataOf(emitted),
    });
    pieces = pieces.slice(count);
    const following = pieces[0] ?? next;
    start = following && overlappingStart(text, from, emitted, following);
  }

  for (const piece of splitIntoPieces(text, parsed.blocks)) {
    if (endsBefore(start, pieces, piece)) {
      emit(pieces.length, undefined);
      start = undefined;
    }
    while (pieces.length > 0 && !fits(start ?? pieces[0]!, pieces, piece))
      emit(bestCut(start, pieces, piece), piece);
    pieces.push(piece);
  }
  if (pieces.length > 0) emit(pieces.length, undefined);
  return chunks;
}

/** Returns true if a page, a chapter, or a section that is long enough for a chunk ends before `next`. */
function endsBefore(start: ChunkStart | undefined, pieces: readonly TextPiece[], next: TextPiece): boolean {
  const last = pieces.at(-1);
  if (!last || last.block === next.block) return false;
  if (last.block.page !== next.block.page || last.block.chapter !== next.block.chapter) return true;
  if (next.block.kind !== 'heading' && next.block.section === last.block.section) return false;
  // If the section already filled a chunk, its rest does not share a chunk with the next section.
  if (start) return true;
  const body = pieces.filter((piece) => piece.block.kind !== 'heading');
  return body.length > 0 && last.endChar - body[0]!.startChar >= MIN_SECTION_LENGTH;
}

function fits(start: ChunkStart, pieces: readonly TextPiece[], next: TextPiece): boolean {
  const isShort = pieces.at(-1)!.endChar - start.startChar < SHORT_LENGTH;
  return next.endChar - start.startChar <= (isShort ? MAX_CHUNK_LENGTH : TARGET_CHUNK_LENGTH);
}

/** Returns the number of pieces in the next chunk. Prefers the end of a paragraph, then of a sentence. */
function bestCut(start: ChunkStart | undefined, pieces: readonly TextPiece[], next: TextPiece): number {
  const from = (start ?? pieces[0]!).startChar;
  const isLongEnough = (piece: TextPiece): boolean => piece.endChar - from >= MIN_CUT_LENGTH;
  const paragraphEnd = pieces.findLastIndex(
    (piece, index) => isLongEnough(piece) && piece.block !== (pieces[index + 1] ?? next).block,
  );
  const sentenceEnd = pieces.findLastIndex((piece) => isLongEnough(piece) && piece.isComplete);
  let last = paragraphEnd >= 0 ? paragraphEnd : sentenceEnd >= 0 ? sentenceEnd : pieces.length - 1;
  while (last > 0 && pieces[last]!.block.kind === 'heading') last--;
  return last + 1;
}

/** Returns the page, which all pieces share, the section in which the chunk begins, and all of its sections. */
function metadataOf(pieces: readonly TextPiece[]): ChunkMetadata {
  const { page } = pieces[0]!.block;
  const section = firstSection(pieces);
  const sections = sectionsOf(pieces);
  return {
    ...(page !== undefined && { page }),
    ...(section !== undefined && { section }),
    ...(sections.length > 0 && { sections }),
  };
}

/**
 * Returns the sections of the pieces in their order, limited by {@link MAX_SECTIONS} and
 * {@link MAX_SECTIONS_LENGTH}.
 */
function sectionsOf(pieces: readonly TextPiece[]): string[] {
  const all = new Set(pieces.flatMap(({ block }) => block.section ?? []));
  let length = 0;
  return [...all]
    .slice(0, MAX_SECTIONS)
    .filter((section, index) => (length += section.length) <= MAX_SECTIONS_LENGTH || index === 0);
}

/**
 * Returns the section of the first piece. If that piece is a heading without text before its first subheading,
 * returns the section of the subheading, which includes the heading.
 */
function firstSection(pieces: readonly TextPiece[]): string | undefined {
  const { section } = pieces[0]!.block;
  const ofText = pieces.find(({ block }) => block.kind !== 'heading')?.block.section;
  const isSubsection = section !== undefined && ofText?.startsWith(`${section} > `);
  return isSubsection ? ofText : section;
}
