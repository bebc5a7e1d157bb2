import { describe, expect, test } from '@jest/globals';
import { estimateTokens } from './estimate-tokens.ts';

describe('estimateTokens', () => {
  test.each([
    ['an empty text as 0', '', 0],
    ['a UUID as 24', '00000000-0000-7000-8000-000000000001', 24],
    ['7 ASCII characters as 2', 'memory:', 2],
    ['every other character as 1', '茶を飲む', 4],
    ['a mixed text as the sum of its parts', '茶 00000000-0000-7000-8000-000000000001 tea', 1 + 24 + 2],
  ])('counts %s', (_, text, tokens) => {
    expect(estimateTokens(text)).toBe(tokens);
  });
});
