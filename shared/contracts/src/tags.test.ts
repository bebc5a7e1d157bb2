import { describe, expect, test } from '@jest/globals';
import { normalizeTag, normalizeTags } from './tags.ts';

describe('normalizeTag (SPEC.md "Tags": lowercase, spaces and underscores become hyphens, the rest removed)', () => {
  test.each([
    ['Project X', 'project-x'],
    ['a_b c', 'a-b-c'],
    ['  edge  ', 'edge'],
    ['many   spaces', 'many-spaces'],
    ['C++', 'c'],
    ['Ünïcode', 'ncode'],
    ['日本', null],
    ['', null],
    ['  ', null],
    ['a-1', 'a-1'],
    ['x'.repeat(100), 'x'.repeat(100)],
    ['x'.repeat(101), null],
    [`${'x'.repeat(100)}!`, 'x'.repeat(100)],
  ])('%j -> %j', (raw, tag) => {
    expect(normalizeTag(raw)).toBe(tag);
  });
});

test('normalizeTags: distinct, sorted, without those that are empty', () => {
  expect(normalizeTags(['b', 'A', 'a ', '!', 'B'])).toEqual(['a', 'b']);
});
