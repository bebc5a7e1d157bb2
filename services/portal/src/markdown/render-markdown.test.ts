import { describe, expect, test } from '@jest/globals';
import { renderMarkdown } from './render-markdown.ts';

/** Returns the rendered content without the element around it. */
const render = (text: string): string =>
  /^<div class="markdown">([^]*)<\/div>$/.exec(renderMarkdown(text).text)![1]!.trim();

describe('renderMarkdown', () => {
  test('renders headings one level lower, emphasis, lists, code and tables', () => {
    expect(render('# Tea\n\n**Hot** and *sweet*\n\n- a\n- b')).toBe(
      '<h2>Tea</h2>\n<p><strong>Hot</strong> and <em>sweet</em></p>\n<ul>\n<li>a</li>\n<li>b</li>\n</ul>',
    );
    expect(render('###### Tea')).toBe('<h6>Tea</h6>');
    expect(render('```js\na < b\n```')).toBe('<pre><code>a &lt; b\n</code></pre>');
    expect(render('|a|\n|-|\n|1|')).toContain('<table>');
  });

  test('adds no inline style to the cells of a table', () => {
    const table = render('|a|b|\n|:-:|-:|\n|1|2|');
    expect(table).not.toContain('style');
    expect(table).toContain('<th class="align-center">a</th>');
    expect(table).toContain('<td class="align-right">2</td>');
  });

  test('shows HTML as text', () => {
    expect(render('<script>alert(1)</script>\n\n<img src=x onerror=alert(1)>')).toBe(
      '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>\n<p>&lt;img src=x onerror=alert(1)&gt;</p>',
    );
  });

  test('marks links so that the target receives no referrer', () => {
    expect(render('[tea](https://example.com/?a=1&b=2 "a \\" title")')).toBe(
      '<p><a href="https://example.com/?a=1&amp;b=2" rel="noreferrer noopener nofollow">tea</a></p>',
    );
    expect(render('https://example.com/tea')).toContain('<a href="https://example.com/tea" rel=');
    expect(render('[mail](mailto:ada@example.com)')).toContain('href="mailto:ada@example.com"');
  });

  test.each([
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](java\tscript:alert(1))',
    '[x](java&#x0A;script:alert(1))',
    '[x](javascript&colon;alert(1))',
    '[x](\u0001javascript:alert(1))',
    '[x](vbscript:alert)',
    '[x](data:text/html,<script>alert(1)</script>)',
    '[x](file:///etc/passwd)',
    '[x](blob:https://example.com/1)',
    '[x](//evil.example)',
    '[x](/sign-out)',
    '[x](?a=1)',
    '[x][1]\n\n[1]: javascript:alert(1)',
    '<javascript:alert(1)>',
    '<ftp://example.com>',
  ])('renders no link for %j', (text) => {
    expect(render(text)).not.toMatch(/<a|href/);
  });

  test('keeps the text of a link that is not allowed, and closes only links that it opened', () => {
    expect(render('[**x** y](/a) [z](https://example.com)')).toBe(
      '<p><strong>x</strong> y <a href="https://example.com" rel="noreferrer noopener nofollow">z</a></p>',
    );
  });

  test.each([
    '![a cat](https://evil.example/pixel.png)',
    '![a cat](/keys)',
    '[![a cat](data:image/png;base64,x)](/keys)',
  ])('replaces the image in %j by its description', (text) => {
    expect(render(text)).toBe('<p>a cat</p>');
  });

  test.each([
    ['a quote in a URL', '[x](https://example.com/"onmouseover="alert(1))'],
    ['a quote in a title', `[x](https://example.com "'><script>")`],
    ['markup in a description', '![<script>](x)'],
    ['markup in the language of code', '```"><script>\nx\n```'],
    ['markup in a table', '|<b onclick=x>|\n|-|\n|"<i>|'],
    ['an autolink with a quote', '<https://example.com/"><script>'],
    ['an unclosed tag', '<div\n\nonclick=alert(1)'],
  ])('escapes %s', (_name, text) => {
    expect(render(text)).not.toMatch(/<(?:script|b|i|img)\b|<div (?!class="scroll")|"\s*on\w+=/);
  });

  test('marks the words of a query in text, and not in URLs', () => {
    expect(renderMarkdown('Tea [teas](https://tea.example) **hot tea**', ['tea']).text).toBe(
      '<div class="markdown"><p><mark>Tea</mark> ' +
        '<a href="https://tea.example" rel="noreferrer noopener nofollow"><mark>teas</mark></a> ' +
        '<strong>hot <mark>tea</mark></strong></p>\n</div>',
    );
  });

  test('replaces bidirectional overrides and control characters', () => {
    expect(render('a\u202egnp.exe\u0000')).toBe('<p>a\ufffdgnp.exe\ufffd</p>');
  });

  test('shows a long text without Markdown', () => {
    const text = `# <b>${'a'.repeat(200_000)}`;
    expect(render(text).slice(0, 20)).toBe('<pre># &lt;b&gt;aaaa');
  });

  test.each([
    ['['],
    ['!['],
    ['*a_'],
    ['**a '],
    ['`'],
    ['<'],
    ['> '],
    ['- '],
    ['\n|-'],
    ['[a]: b\n'],
    ['[a](<b'],
    ['http://'],
  ])('renders 200,000 characters of %j within 5 seconds', (part) => {
    const text = part.repeat(200_000 / part.length);
    const start = performance.now();
    renderMarkdown(text);
    expect(performance.now() - start).toBeLessThan(5_000);
  });
});
