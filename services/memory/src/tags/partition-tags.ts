import { MAX_TAG_LENGTH, normalizeTag } from '@loci/contracts';

const SKIPPED_WARNING = `A tag was skipped. After normalization, a tag must have 1 to ${MAX_TAG_LENGTH} characters (a-z, 0-9 and hyphens).`;

/**
 * Normalizes tags and separates the valid tags from the invalid ones.
 *
 * @returns valid tags in normalized form, and a warning for each invalid tag
 * @see docs/reference/tags.md#tag-normalization
 */
export function partitionTags(input: readonly string[]): { valid: string[]; warnings: string[] } {
  const valid: string[] = [];
  const warnings: string[] = [];
  for (const raw of input) {
    const tag = normalizeTag(raw);
    if (tag === null) warnings.push(SKIPPED_WARNING);
    else valid.push(tag);
  }
  return { valid, warnings };
}
