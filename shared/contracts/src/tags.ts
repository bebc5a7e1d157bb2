export const MAX_TAGS = 10;
export const MAX_TAG_LENGTH = 100;

/**
 * A tag as it is stored: lower case, spaces and underscores as hyphens, other characters than a-z, 0-9 and
 * `-` removed. `null` when nothing is left or more than 100 characters are.
 * @see SPEC.md "Tags"; DECISIONS.md "Tags"
 */
export function normalizeTag(raw: string): string | null {
  const tag = raw
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '-')
    .replace(/[^a-z0-9-]/g, '');
  return tag === '' || tag.length > MAX_TAG_LENGTH ? null : tag;
}

/** The distinct tags of a list, sorted by name; those that normalise to nothing are left out. */
export function normalizeTags(raw: readonly string[]): string[] {
  const tags = new Set<string>();
  for (const entry of raw) {
    const tag = normalizeTag(entry);
    if (tag !== null) tags.add(tag);
  }
  return [...tags].sort();
}
