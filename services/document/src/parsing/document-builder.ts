import { parserLimitExceeded, unreadable } from './parse-errors.ts';
import type { Block, BlockKind, ParsedDocument } from './parsed-document.ts';
import { createSectionPath } from './section-path.ts';

export interface BlockPosition {
  level?: number | undefined;
  page?: number | undefined;
  chapter?: number | undefined;
  /** Replaces the path that the headings so far make; null stands for no section. */
  section?: string | null | undefined;
}

/** Puts a document together from the blocks that a parser finds, one after the other. */
export interface DocumentBuilder {
  /** Blocks that are empty or white space are left out. */
  add(kind: BlockKind, content: string, place?: BlockPosition): void;
  /** Forgets the headings so far and starts under `titles`. */
  startSection(titles: readonly string[]): void;
  readonly isEmpty: boolean;
  finish(contentType: string): ParsedDocument;
}

/** @param textLength the most UTF-16 units that the text may have */
export function createDocumentBuilder(limits: { textLength: number }): DocumentBuilder {
  const parts: string[] = [];
  const blocks: Block[] = [];
  const sections = createSectionPath();
  let length = 0;

  return {
    add(kind, content, place = {}) {
      const storable = content.replaceAll('\u0000', '').toWellFormed();
      const trimmed = kind === 'code' ? trimCode(storable) : storable.trim();
      if (trimmed === '') return;
      const separator = separatorBetween(blocks.at(-1)?.kind, kind);
      if (length + separator.length + trimmed.length > limits.textLength)
        throw textTooLongError(limits.textLength);
      if (separator !== '') parts.push(separator);
      parts.push(trimmed);
      const start = length + separator.length;
      length = start + trimmed.length;
      if (kind === 'heading') sections.enter(place.level ?? 1, trimmed);
      const section = place.section === undefined ? sections.current() : (place.section ?? undefined);
      blocks.push(blockOf(kind, start, length, place, section));
    },
    startSection(titles) {
      sections.reset(titles);
    },
    get isEmpty() {
      return blocks.length === 0;
    },
    finish(contentType) {
      if (blocks.length === 0) throw noTextError();
      return { text: parts.join(''), contentType, blocks };
    },
  };
}

/** Leaves keys out that have no value, so that equal places make equal objects. */
export function blockOf(
  kind: BlockKind,
  start: number,
  end: number,
  place: BlockPosition,
  section: string | undefined,
): Block {
  return {
    kind,
    start,
    end,
    ...(place.level !== undefined && { level: place.level }),
    ...(place.page !== undefined && { page: place.page }),
    ...(place.chapter !== undefined && { chapter: place.chapter }),
    ...(section !== undefined && { section }),
  };
}

export function textTooLongError(textLength: number) {
  return parserLimitExceeded(
    'text_length',
    `The document holds more than ${textLength} characters of text. Split it into smaller documents.`,
  );
}

export function noTextError() {
  return unreadable('no_text', 'The file holds no text. Upload a file with text in it.');
}

function separatorBetween(previous: BlockKind | undefined, next: BlockKind): string {
  if (previous === undefined) return '';
  return previous === next && (next === 'list' || next === 'table') ? '\n' : '\n\n';
}

function trimCode(content: string): string {
  return content.trimEnd().replace(/^(?:[^\S\n]*\n)+/, '');
}
