import { firstCodePoints } from '@loci/core';

/** Maximum characters of a title. */
const MAX_TITLE_LENGTH = 80;
/** Characters that would reorder or hide the text around a title. */
const INVISIBLE = /[\p{Cc}\p{Bidi_Control}\u200b\u2028\u2029\ufeff]+/gu;

/** Returns the portal URL of a memory or document chunk. @see docs/reference/mcp-tools.md#citations */
export const citationUrl = (portalUrl: string, id: string): string => `${portalUrl}/memories/${id}`;

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
  const start = firstCodePoints(line, MAX_TITLE_LENGTH);
  return start.length < line.length ? `${firstCodePoints(line, MAX_TITLE_LENGTH - 1).trimEnd()}…` : start;
}
