import { firstCodePoints } from '@loci/core';

const EXCERPT_LENGTH = 320;

/** Returns the first `length` code points of a text, with an ellipsis if it is longer. */
export function excerpt(content: string, length = EXCERPT_LENGTH): string {
  const start = firstCodePoints(content, length);
  return start.length < content.length ? `${start.trimEnd()}…` : content;
}
