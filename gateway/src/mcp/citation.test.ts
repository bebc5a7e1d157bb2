import { describe, expect, test } from '@jest/globals';
import { codePointLength } from '@loci/core';
import { citationTitle } from './citation.ts';

describe('citationTitle', () => {
  test.each([
    ['returns a short line unchanged', 'Ada likes tea.', 'Ada likes tea.'],
    ['returns the first line with text, without heading markers', '\n\n# Plans\n\nFirst…', 'Plans'],
    ['replaces control and invisible characters with spaces', ' \u202e\u0007 evil\u200btext', 'evil text'],
    ['returns "Untitled" for white space', '   ', 'Untitled'],
    ['returns a line of 80 characters unchanged', 'x'.repeat(80), 'x'.repeat(80)],
    ['truncates a line of 81 characters to 79 and an ellipsis', 'x'.repeat(81), `${'x'.repeat(79)}…`],
    ['counts code points, not UTF-16 code units', `${'😀'.repeat(100)}`, `${'😀'.repeat(79)}…`],
  ])('%s', (_, content, title) => {
    expect(citationTitle(content)).toBe(title);
    expect(codePointLength(citationTitle(content))).toBeLessThanOrEqual(80);
  });
});
