import { describe, expect, test } from '@jest/globals';
import { codePointLength } from '@loci/core';
import { citationTitle } from './citation.ts';

describe('citationTitle', () => {
  test.each([
    ['Ada likes tea.', 'Ada likes tea.'],
    ['\n\n# Plans\n\nFirst…', 'Plans'],
    [' \u202e\u0007 evil\u200btext', 'evil text'],
    ['   ', 'Untitled'],
    ['x'.repeat(80), 'x'.repeat(80)],
    ['x'.repeat(81), `${'x'.repeat(79)}…`],
    [`${'😀'.repeat(100)}`, `${'😀'.repeat(79)}…`],
  ])('%.40j', (content, title) => {
    expect(citationTitle(content)).toBe(title);
    expect(codePointLength(citationTitle(content))).toBeLessThanOrEqual(80);
  });
});
