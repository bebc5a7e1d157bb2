import type { ParsedDocument } from '../parsing/parsed-document.ts';
import { MAX_CHUNK_LENGTH, TARGET_CHUNK_LENGTH } from './chunk.ts';
import type { Chunk, ChunkMetadata } from './chunk.ts';
import { overlappingStart } from './overlap.ts';
import type { ChunkStart } from './overlap.ts';
import { splitIntoPieces } from './text-piece.ts';
import type { TextPiece } from './text-piece.ts';

/** A chunk shorter than this may reach beyond the target rather than stay so short. */
const SHORT_LENGTH = 300;
/** A chunk is parted where a paragraph ends if it then has at least this length. */
const MIN_PARAGRAPH_CUT_LENGTH = 300;
/** Sections with less text than this are put together with the next one. */
const MIN_SECTION_LENGTH = 150;

/**
 * Parts a document's text for search: about 400 code points, never over 450, and about 50 of the chunk
 * before repeated, except across pages, chapters and sections. Every character that is not white space is
 * in a chunk; each begins and ends behind the one before.
 *
 * The strategy follows from the blocks: text parts at sentences, Markdown, HTML and Word at headings, PDF
 * at pages and sections, EPUB at chapters, code at declarations, all of them at paragraphs before sentences.
 *
 * @see SPEC.md "Documents" 1; DECISIONS.md "Documents"
 */
export function chunkDocument(parsed: ParsedDocument): Chunk[] {
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

/** True where a page, a chapter, or a section of some length ends. */
function endsBefore(start: ChunkStart | undefined, pieces: readonly TextPiece[], next: TextPiece): boolean {
  const last = pieces.at(-1);
  if (!last || last.block === next.block) return false;
  if (last.block.page !== next.block.page || last.block.chapter !== next.block.chapter) return true;
  if (next.block.kind !== 'heading' && next.block.section === last.block.section) return false;
  // The rest of a section that was long enough for a chunk does not belong to the next one.
  if (start) return true;
  const body = pieces.filter((piece) => piece.block.kind !== 'heading');
  return body.length > 0 && last.endChar - body[0]!.startChar >= MIN_SECTION_LENGTH;
}

function fits(start: ChunkStart, pieces: readonly TextPiece[], next: TextPiece): boolean {
  const isShort = pieces.at(-1)!.endChar - start.startChar < SHORT_LENGTH;
  return next.endChar - start.startChar <= (isShort ? MAX_CHUNK_LENGTH : TARGET_CHUNK_LENGTH);
}

/** How many pieces make the best chunk: up to the end of a paragraph, else of a sentence; never up to a heading. */
function bestCut(start: ChunkStart | undefined, pieces: readonly TextPiece[], next: TextPiece): number {
  const from = (start ?? pieces[0]!).startChar;
  const isLongEnough = (piece: TextPiece): boolean => piece.endChar - from >= MIN_PARAGRAPH_CUT_LENGTH;
  const paragraphEnd = pieces.findLastIndex(
    (piece, index) => isLongEnough(piece) && piece.block !== (pieces[index + 1] ?? next).block,
  );
  const sentenceEnd = pieces.findLastIndex((piece) => isLongEnough(piece) && piece.isWhole);
  let last = paragraphEnd >= 0 ? paragraphEnd : sentenceEnd >= 0 ? sentenceEnd : pieces.length - 1;
  while (last > 0 && pieces[last]!.block.kind === 'heading') last--;
  return last + 1;
}

/** The page of the pieces, which is one, and the section that most of the text belongs to. */
function metadataOf(pieces: readonly TextPiece[]): ChunkMetadata {
  const lengths = new Map<string | undefined, number>();
  for (const { block, startChar, endChar } of pieces) {
    lengths.set(block.section, (lengths.get(block.section) ?? 0) + endChar - startChar);
  }
  const [[section]] = [...lengths].sort(([, a], [, b]) => b - a) as [[string | undefined, number]];
  const { page } = pieces[0]!.block;
  return { ...(page !== undefined && { page }), ...(section !== undefined && { section }) };
}
