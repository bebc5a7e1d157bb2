import { describe, expect, test } from '@jest/globals';
import { normalizeTag, normalizeTags } from './tags.ts';

describe('normalizeTag', () => {
  test.each([
    ['converts to lowercase and replaces a space with a hyphen', 'Project X', 'project-x'],
    ['replaces underscores and spaces with hyphens', 'a_b c', 'a-b-c'],
    ['trims white space', '  edge  ', 'edge'],
    ['replaces a sequence of spaces with one hyphen', 'many   spaces', 'many-spaces'],
    ['removes punctuation', 'C++', 'c'],
    ['removes letters other than a-z', 'Ünïcode', 'ncode'],
    ['keeps digits and hyphens', 'a-1', 'a-1'],
    ['accepts a tag of 100 characters', 'x'.repeat(100), 'x'.repeat(100)],
    ['does not count removed characters', `${'x'.repeat(100)}!`, 'x'.repeat(100)],
    ['rejects a tag of 101 characters', 'x'.repeat(101), null],
    ['rejects a tag without any allowed character', '日本', null],
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
