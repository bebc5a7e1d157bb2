import { describe, expect, test } from '@jest/globals';
import { contentOf } from './markdown.pages.ts';

describe('content of a memory', () => {
  test.each(['  Tea *or* coffee?\n- one dash', 'snake_case and 2 * 3 * 4', '#hashtag', 'a | b'])(
    'keeps text as it was typed if it is not Markdown: %s',
    (text) => {
      expect(contentOf(text).text).toBe(`<p class="memory">${text}</p>`);
    },
  );

  test.each([
    '# Plan',
    '- tea\n- coffee',
    '1. one\n2. two',
    '> quote',
    '**bold**',
    '[a](https://example.com)',
    'run `npm`',
  ])('formats Markdown: %s', (text) => {
    expect(contentOf(text).text).toContain('<div class="markdown">');
  });
});
