/** Maximum number of distinct tags of a memory. */
export const MAX_TAGS = 10;
/** Maximum length of a normalized tag. */
export const MAX_TAG_LENGTH = 100;

/**
 * Normalizes a tag: converts it to lowercase, replaces white space and underscores by hyphens, and removes characters
 * other than a-z, 0-9 and `-`.
 *
 * @returns null if the result is empty or longer than `MAX_TAG_LENGTH`
 * @see docs/reference/tags.md#tag-normalization
 */
export function normalizeTag(raw: string): string | null {
  const tag = raw
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '-')
    .replace(/[^a-z0-9-]/g, '');
  return tag === '' || tag.length > MAX_TAG_LENGTH ? null : tag;
}

/** Normalizes a list of tags. Returns the valid tags without duplicates, sorted by name. */
export function normalizeTags(raw: readonly string[]): string[] {
  const tags = new Set<string>();
  for (const entry of raw) {
    const tag = normalizeTag(entry);
    if (tag !== null) tags.add(tag);
  }
  return [...tags].sort();
}
