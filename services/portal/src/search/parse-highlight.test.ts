import { html } from '@loci/pages';
import { expect, test } from '@jest/globals';
import { parseHighlight } from './parse-highlight.ts';

test('parseHighlight separates the words of the query from the other text', () => {
  expect(parseHighlight('Ada drinks <mark>tea</mark> &amp; <mark>cake</mark>.')).toEqual([
    { text: 'Ada drinks ', isMatch: false },
    { text: 'tea', isMatch: true },
    { text: ' & ', isMatch: false },
    { text: 'cake', isMatch: true },
    { text: '.', isMatch: false },
  ]);
});

test('parseHighlight returns markup of a memory and of a wrong response as text', () => {
  const stored = '&lt;script&gt;alert(&quot;<mark>tea</mark>&quot;)&lt;/script&gt;';
  expect(
    parseHighlight(stored)
      .map(({ text }) => text)
      .join(''),
  ).toBe('<script>alert("tea")</script>');
  const parts = parseHighlight('<img src=x onerror=alert(1)><mark><b>tea</b></mark>');
  expect(html`${parts.map(({ text }) => text)}`.text).not.toMatch(/<(?:img|b|mark)/);
});
