import { firstCodePoints } from '@loci/core';

const TITLE_LENGTH = 80;
/** What a line may hold that a title must not: it would reorder or hide what stands beside it. */
const INVISIBLE = /[\p{Cc}\p{Bidi_Control}\u200b\u2028\u2029\ufeff]+/gu;

/** Where a person can look a found item up. @see DECISIONS.md "The assistant tool interface" */
export const citationUrl = (portalUrl: string, id: string): string => `${portalUrl}/memories/${id}`;

/** The first line of a text that says something, at most 80 characters; never empty. */
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
  const start = firstCodePoints(line, TITLE_LENGTH);
  return start.length < line.length ? `${firstCodePoints(line, TITLE_LENGTH - 1).trimEnd()}…` : start;
}
