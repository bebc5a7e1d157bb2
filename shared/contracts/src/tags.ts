import { truncate } from '@loci/core';
import anyAscii from 'any-ascii';

/** Maximum number of distinct tags of a memory. */
export const MAX_TAGS = 10;
/** Maximum length of a normalized tag. */
export const MAX_TAG_LENGTH = 100;
/** Maximum length of a tag in a warning, in UTF-16 code units. */
const MAX_QUOTED_LENGTH = 100;

/**
 * Normalizes a tag: replaces white space and underscores by hyphens, transliterates other characters to ASCII, converts
 * letters to lowercase, and removes characters other than a-z, 0-9 and `-`.
 *
 * @returns null if the result is empty or longer than `MAX_TAG_LENGTH`
 * @see docs/reference/tags.md#tag-normalization
 */
export function normalizeTag(raw: string): string | null {
  const hyphenated = raw.trim().replace(SEPARATORS, '-');
  // A transliteration can contain spaces.
  const tag = anyAscii(hyphenated)
    .toLowerCase()
    .replace(SEPARATORS, '-')
    .replace(/[^a-z0-9-]/g, '');
  return tag === '' || tag.length > MAX_TAG_LENGTH ? null : tag;
}

const SEPARATORS = /[\s_]+/g;

/** Normalizes a list of tags. Returns the valid tags without duplicates, sorted by name. */
export const normalizeTags = (raw: readonly string[]): string[] => normalizeTagsWithWarnings(raw).tags;

export interface NormalizedTags {
  /** Valid tags without duplicates, sorted by name. */
  tags: string[];
  /** One message for each distinct tag that was skipped or changed in more than its case, in the order of the input. */
  warnings: string[];
}

/**
 * Normalizes a list of tags, with warnings that name the tags that are not stored as given.
 *
 * @see docs/reference/tags.md#warnings
 */
export function normalizeTagsWithWarnings(raw: readonly string[]): NormalizedTags {
  const tags = new Set<string>();
  const warnings: string[] = [];
  for (const entry of new Set(raw)) {
    const tag = normalizeTag(entry);
    if (tag !== null) tags.add(tag);
    if (tag !== entry.toLowerCase()) warnings.push(toWarning(entry, tag));
  }
  return { tags: [...tags].sort(), warnings };
}

function toWarning(raw: string, tag: string | null): string {
  const quoted = truncate(raw, MAX_QUOTED_LENGTH);
  return tag === null
    ? `The tag "${quoted}" was skipped. After normalization, a tag must have 1 to ${MAX_TAG_LENGTH} characters (a-z, 0-9 and hyphens).`
    : `The tag "${quoted}" is stored as "${tag}".`;
}
