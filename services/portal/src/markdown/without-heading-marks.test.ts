import { html } from '@loci/pages';
import { expect, test } from '@jest/globals';
import { parseHighlight } from '../search/parse-highlight.ts';
import { withoutHeadingMarks } from './without-heading-marks.ts';

const shown = (highlight: string): string =>
  withoutHeadingMarks(parseHighlight(highlight))
    .map(({ text, isMatch }) => (isMatch ? `[${text}]` : text))
    .join('');

test('removes the marks of headings, also before a word of the query and after an ellipsis', () => {
  expect(shown('# <mark>Tea</mark> log\n\n### Green <mark>tea</mark>\n## <mark>Tea</mark>')).toBe(
    '[Tea] log\n\nGreen [tea]\n[Tea]',
  );
  expect(shown('…## Green <mark>tea</mark>')).toBe('…Green [tea]');
});

test('keeps other number signs', () => {
  const text = '#<mark>tea</mark> # 1 and C# 9\n####### seven\nPot <mark>tea</mark># 2, #3';
  expect(shown(text)).toBe(text.replaceAll('<mark>', '[').replaceAll('</mark>', ']'));
  expect(shown('<mark>tea</mark># 2')).toBe('[tea]# 2');
});

test('does not turn stored text into markup', () => {
  const [part] = withoutHeadingMarks([{ text: '# <img src=x>', isMatch: false }]);
  expect(html`${part!.text}`.text).toBe('&lt;img src=x&gt;');
});
