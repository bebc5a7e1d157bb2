import { describe, expect, test } from '@jest/globals';
import { queryTokens, textTokens } from './tenant-terms.ts';

const TENANT = '0199a000-0000-7000-8000-00000000abcd';

describe('Elasticsearch tokens', () => {
  test('of a text are the terms of the text analysis with the tenant as prefix', () => {
    expect(textTokens(TENANT, 'Lost connections, 東京')).toBe(
      ['lost', 'connect', '東', '東京', '京'].map((term) => `00000000abcd:${term}`).join(' '),
    );
  });

  test('of a query are the terms of the query analysis with the tenant as prefix', () => {
    expect(queryTokens(TENANT, 'the CONNECTED')).toEqual(['00000000abcd:connect']);
  });

  test('contain no spaces and are shorter than the token limit of the analyzer', () => {
    const unusual = `ﷺ ${'x'.repeat(5_000)} ${'𠮷'.repeat(150)} ${'𝒳'.repeat(300)}`;
    for (const tokens of [textTokens(TENANT, unusual).split(' '), queryTokens(TENANT, unusual)]) {
      for (const token of tokens) {
        expect(token).toMatch(/^00000000abcd:\S+$/);
        expect(token.length).toBeLessThan(255);
      }
    }
  });

  test.each(['ﷺ', 'x'.repeat(5_000), '東京都', 'Ünïcode', '⒈'])(
    'of a query are a subset of the tokens of a text that contains the query: %s',
    (word) => {
      const tokensOfText = new Set(textTokens(TENANT, `before ${word} after`).split(' '));
      const tokensOfQuery = queryTokens(TENANT, word);
      expect(tokensOfQuery).not.toEqual([]);
      for (const token of tokensOfQuery) expect(tokensOfText).toContain(token);
    },
  );

  test('of a text include repetitions, which BM25 counts', () => {
    expect(textTokens(TENANT, 'one two two').split(' ')).toHaveLength(3);
  });

  test('of a text without words are empty', () => {
    expect(textTokens(TENANT, '🚀 !')).toBe('');
  });
});
