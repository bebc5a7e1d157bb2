import { parserLimitExceeded, unreadable } from './parse-errors.ts';
import type { Block, BlockKind, ParsedDocument } from './parsed-document.ts';
import { createSectionPath } from './section-path.ts';

/** Position of a block in the structure of its document. */
export interface BlockPosition {
  level?: number | undefined;
  page?: number | undefined;
  chapter?: number | undefined;
  /** Overrides the section that results from the previous headings. Null means no section. */
  section?: string | null | undefined;
}

/** Builds a document from blocks in the order of the text. */
export interface DocumentBuilder {
  /** Adds a block. Ignores blocks without text. @throws VAL_FIELD_TOO_LONG (413) if the document gets too long */
  add(kind: BlockKind, content: string, position?: BlockPosition): void;
  /** Replaces the section path with these titles, from the outermost to the innermost. */
  startSection(titles: readonly string[]): void;
  readonly isEmpty: boolean;
  /** Returns the document. @throws VAL_VALIDATION_FAILED if it has no text */
  finish(contentType: string): ParsedDocument;
}

/** Creates a builder for an empty document. @param limits.textLength maximum length of the text in UTF-16 code units */
export function createDocumentBuilder(limits: { textLength: number }): DocumentBuilder {
  const parts: string[] = [];
  const blocks: Block[] = [];
  const sections = createSectionPath();
  let length = 0;

  return {
    add(kind, content, position = {}) {
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
      if (kind === 'heading') sections.enter(position.level ?? 1, trimmed);
      const section = position.section === undefined ? sections.current() : (position.section ?? undefined);
      blocks.push(blockOf(kind, start, length, position, section));
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

/** Creates a block. Omits keys without a value. */
export function blockOf(
  kind: BlockKind,
  start: number,
  end: number,
  position: BlockPosition,
  section: string | undefined,
): Block {
  return {
    kind,
    start,
    end,
    ...(position.level !== undefined && { level: position.level }),
    ...(position.page !== undefined && { page: position.page }),
    ...(position.chapter !== undefined && { chapter: position.chapter }),
    ...(section !== undefined && { section }),
  };
}

/** Creates the error for an extracted text of more than `textLength` UTF-16 code units (413). */
export function textTooLongError(textLength: number) {
  return parserLimitExceeded(
    'text_length',
    `The document has more than ${textLength} characters of text. Split it into smaller documents.`,
  );
}

/** Creates the error for a file without text (422). */
export function noTextError() {
  return unreadable('no_text', 'The file contains no text. Upload a file with text.');
}

function separatorBetween(previous: BlockKind | undefined, next: BlockKind): string {
  if (previous === undefined) return '';
  return previous === next && (next === 'list' || next === 'table') ? '\n' : '\n\n';
}

function trimCode(content: string): string {
  return content.trimEnd().replace(/^(?:[^\S\n]*\n)+/, '');
}
