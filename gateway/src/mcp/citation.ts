import type { DocumentCitation } from '@loci/contracts';
import { firstCodePoints } from '@loci/core';

/** Maximum characters of a title. */
const MAX_TITLE_LENGTH = 80;
/** Maximum characters of the name of a document in a title, which leaves space for the page or the section. */
const MAX_NAME_LENGTH = 50;
/** Matches characters that would reorder or hide the text around a title. */
const INVISIBLE = /[\p{Cc}\p{Bidi_Control}\u200b\u2028\u2029\ufeff]+/gu;

/** Returns the portal URL of a memory or document chunk. @see docs/reference/mcp-tools.md#citations */
export const citationUrl = (portalUrl: string, id: string): string => `${portalUrl}/memories/${id}`;

/**
 * Returns the title of a document chunk: the title or the file name of the document, and the page or the section.
 * Returns the title of the text if the file name is unknown.
 *
 * @see docs/reference/mcp-tools.md#citations
 */
export function chunkTitle(content: string, document: DocumentCitation | null): string {
  const name = document?.title ?? document?.filename;
  if (!document || name == null) return citationTitle(content);
  const { page, section } = document;
  const position = page !== null ? `, page ${page}` : section !== null ? `: ${section}` : '';
  return citationTitle(`${truncateTitle(name, MAX_NAME_LENGTH)}${position}`);
}

/**
 * Returns the title of a text: its first line with visible text, without Markdown heading markers and
 * truncated to 80 characters. Returns "Untitled" if no line has visible text.
 *
 * @see docs/reference/mcp-tools.md#citations
 */
export function citationTitle(content: string): string {
  const line = content
    .split(/[\r\n\u2028\u2029]+/)
    .map((raw) =>
      raw
        .replace(INVISIBLE, ' ')
        .replace(/^\s*#+\s+/, '')
        .trim(),
    )
    .find((text) => text !== '');
  if (line === undefined) return 'Untitled';
  return truncateTitle(line, MAX_TITLE_LENGTH);
}

function truncateTitle(title: string, maxCharacters: number): string {
  const start = firstCodePoints(title, maxCharacters);
  return start.length < title.length ? `${firstCodePoints(title, maxCharacters - 1).trimEnd()}…` : start;
}
