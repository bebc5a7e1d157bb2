import { FakeError, invalidField, notImplemented } from '../fake-error.ts';

const MAX_TAGS = 10;
const MAX_TAG_LENGTH = 100;
const SEPARATORS = /[\s_]+/g;

/**
 * Normalizes a tag. Removes the marks of Latin letters. The server transliterates all other letters, and the fake does not.
 *
 * @returns null for a tag that is invalid after normalization
 * @throws FakeError NOT_IMPLEMENTED for letters that the fake cannot transliterate
 * @see docs/reference/tags.md#tag-normalization
 */
export function normalizeTag(raw: string): string | null {
  const plain = raw.trim().replace(SEPARATORS, '-').normalize('NFD').replace(/\p{M}/gu, '');
  if (/[^\x20-\x7e]/.test(plain)) throw notImplemented(`The transliteration of the tag ${raw}`);
  const tag = plain.toLowerCase().replace(/[^a-z0-9-]/g, '');
  return tag === '' || tag.length > MAX_TAG_LENGTH ? null : tag;
}

export interface NormalizedTags {
  tags: string[];
  warnings: string[];
}

/** Normalizes tags, with warnings about those that are not stored as given. */
export function normalizeTags(raw: readonly string[]): NormalizedTags {
  const tags = new Set<string>();
  const warnings: string[] = [];
  for (const entry of new Set(raw)) {
    const tag = normalizeTag(entry);
    if (tag !== null) tags.add(tag);
    if (tag !== entry.toLowerCase()) warnings.push(toWarning(entry, tag));
  }
  return { tags: [...tags].sort(), warnings };
}

/** Normalizes the tags of a memory. @throws FakeError VAL_VALIDATION_FAILED for more than 10 tags */
export function normalizeMemoryTags(raw: readonly string[]): NormalizedTags {
  const normalized = normalizeTags(raw);
  if (normalized.tags.length <= MAX_TAGS) return normalized;
  throw invalidField('tags', `A memory can have at most ${MAX_TAGS} tags.`, 'VAL_VALIDATION_FAILED');
}

/** Returns the tags of a comma-separated filter, or null without one. */
export const toTagFilter = (list: string | null | undefined): string[] | null =>
  list == null || list === '' ? null : normalizeTags(list.split(',')).tags;

/** @throws FakeError VAL_VALIDATION_FAILED if a memory would have more than 10 tags */
export function requireTagCount(tags: readonly string[]): void {
  if (tags.length <= MAX_TAGS) return;
  const message = `A memory can have at most ${MAX_TAGS} tags. With the new tags, it would have ${tags.length}.`;
  throw new FakeError('VAL_VALIDATION_FAILED', message, { fieldErrors: { tags: [message] } });
}

function toWarning(raw: string, tag: string | null): string {
  const quoted = raw.length > MAX_TAG_LENGTH ? `${raw.slice(0, MAX_TAG_LENGTH)}…` : raw;
  return tag === null
    ? `The tag "${quoted}" was skipped. After normalization, a tag must have 1 to ${MAX_TAG_LENGTH} characters (a-z, 0-9 and hyphens).`
    : `The tag "${quoted}" is stored as "${tag}".`;
}
