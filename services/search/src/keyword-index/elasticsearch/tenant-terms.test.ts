import { describe, expect, test } from '@jest/globals';
import { queryTokens, textTokens } from './tenant-terms.ts';

const TENANT = '0199a000-0000-7000-8000-00000000abcd';

describe('terms as tokens', () => {
  test('are the terms of our own analysis, each with its tenant before it', () => {
    expect(textTokens(TENANT, 'Lost connections, 東京')).toBe(
      ['lost', 'connect', '東', '東京', '京'].map((term) => `00000000abcd:${term}`).join(' '),
    );
    expect(queryTokens(TENANT, 'the CONNECTED')).toEqual(['00000000abcd:connect']);
  });

  test('hold no space, which would part them, and are never cut by the analyzer', () => {
    const strange = `ﷺ ${'x'.repeat(5_000)} ${'𠮷'.repeat(150)} ${'𝒳'.repeat(300)}`;
    for (const tokens of [textTokens(TENANT, strange).split(' '), queryTokens(TENANT, strange)]) {
      for (const token of tokens) {
        expect(token).toMatch(/^00000000abcd:\S+$/);
        expect(token.length).toBeLessThan(255);
      }
    }
  });

  test.each(['ﷺ', 'x'.repeat(5_000), '東京都', 'Ünïcode', '⒈'])(
    'of a query are found in a text: %s',
    (word) => {
      const held = new Set(textTokens(TENANT, `before ${word} after`).split(' '));
      const wanted = queryTokens(TENANT, word);
      expect(wanted).not.toEqual([]);
      for (const token of wanted) expect(held).toContain(token);
    },
  );

  test('are as many as the text is long: BM25 counts them', () => {
    expect(textTokens(TENANT, 'one two two').split(' ')).toHaveLength(3);
    expect(textTokens(TENANT, '🚀 !')).toBe('');
  });
});
