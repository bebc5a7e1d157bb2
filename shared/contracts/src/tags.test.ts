import { describe, expect, test } from '@jest/globals';
import { normalizeTag, normalizeTags, normalizeTagsWithWarnings } from './tags.ts';

describe('normalizeTag', () => {
  test.each([
    ['converts to lowercase and replaces a space with a hyphen', 'Project X', 'project-x'],
    ['replaces underscores and spaces with hyphens', 'a_b c', 'a-b-c'],
    ['trims white space', '  edge  ', 'edge'],
    ['replaces a sequence of spaces with one hyphen', 'many   spaces', 'many-spaces'],
    ['removes punctuation', 'C++', 'c'],
    ['transliterates accented letters', 'Ünïcode', 'unicode'],
    ['transliterates decomposed accented letters', 'U\u0308ni\u0308code', 'unicode'],
    ['transliterates letters to several letters', 'Cæsar', 'caesar'],
    ['transliterates Cyrillic text', 'Привет мир', 'privet-mir'],
    ['transliterates Chinese characters', '日本語', 'ribenyu'],
    ['transliterates emoji', '😀', 'grinning'],
    ['replaces spaces of a transliteration with hyphens', '㌙', 'gram-ton'],
    ['replaces an ideographic space with a hyphen', 'a\u3000b', 'a-b'],
    ['ignores a lone surrogate', '\ud800x', 'x'],
    ['does not change a normalized tag', 'a-1--b', 'a-1--b'],
    ['keeps digits and hyphens', 'a-1', 'a-1'],
    ['accepts a tag of 100 characters', 'x'.repeat(100), 'x'.repeat(100)],
    ['does not count removed characters', `${'x'.repeat(100)}!`, 'x'.repeat(100)],
    ['rejects a tag of 101 characters', 'x'.repeat(101), null],
    ['rejects a tag without any character that can be transliterated', '!\u{10ffff}', null],
    ['rejects a tag whose transliteration has more than 100 characters', '日'.repeat(51), null],
    ['rejects an empty tag', '', null],
    ['rejects a blank tag', '  ', null],
  ])('%s', (_behavior, raw, tag) => {
    expect(normalizeTag(raw)).toBe(tag);
  });
});

describe('normalizeTags', () => {
  test('returns distinct valid tags, sorted by name', () => {
    expect(normalizeTags(['b', 'A', 'a ', '!', 'B'])).toEqual(['a', 'b']);
  });
});

describe('normalizeTagsWithWarnings', () => {
  test('names each distinct tag that was skipped or changed in more than its case, in the order of the input', () => {
    const { tags, warnings } = normalizeTagsWithWarnings(['ok', 'Tea', 'Ünïcode', '!!', 'a b', 'Ünïcode']);
    expect(tags).toEqual(['a-b', 'ok', 'tea', 'unicode']);
    expect(warnings).toEqual([
      'The tag "Ünïcode" is stored as "unicode".',
      'The tag "!!" was skipped. After normalization, a tag must have 1 to 100 characters (a-z, 0-9 and hyphens).',
      'The tag "a b" is stored as "a-b".',
    ]);
  });

  test('shortens a tag of more than 100 characters in a warning', () => {
    const { warnings } = normalizeTagsWithWarnings(['é'.repeat(1_000)]);
    expect(warnings).toEqual([expect.stringContaining(`"${'é'.repeat(99)}…"`)]);
  });
});
