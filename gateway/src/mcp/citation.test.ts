import { describe, expect, test } from '@jest/globals';
import { codePointLength } from '@loci/core';
import { chunkTitle, citationTitle } from './citation.ts';

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

describe('chunkTitle', () => {
  const document = {
    id: '0199a000-0000-7000-8000-000000000001',
    filename: 'log.pdf',
    title: 'The log' as string | null,
    page: null as number | null,
    section: null as string | null,
    chunk_index: 0,
    chunk_count: 1,
  };

  test.each([
    ['the title and the page', { page: 7, section: 'Autumn' }, 'The log, page 7'],
    ['the title and the section of a document without pages', { section: 'Autumn' }, 'The log: Autumn'],
    ['the title only', {}, 'The log'],
    ['the file name of a document without a title', { title: null, page: 7 }, 'log.pdf, page 7'],
    ['the page after a long title', { title: 'x'.repeat(90), page: 7 }, `${'x'.repeat(49)}…, page 7`],
  ])('returns %s', (_, changes, title) => {
    expect(chunkTitle('Text.', { ...document, ...changes })).toBe(title);
  });

  test('returns a title from the text if the name of the document is unknown', () => {
    expect(chunkTitle('Text.', { ...document, filename: null as never, title: null })).toBe('Text.');
  });
});
