import { describe, expect, test } from '@jest/globals';
import { outlineOf, parseBytesInProcess } from '../../test/parsing/parse-bytes.fixture.ts';

describe('blocks of source formats', () => {
  test('plain text with LF, CRLF and CR line ends is split into paragraphs', async () => {
    const source = '  One\r\nstill one.\r\n \r\n\r\nTwo.\r\rThree.\n';
    const parsed = await parseBytesInProcess('a.txt', source);
    expect(parsed.text).toBe(source);
    expect(outlineOf(parsed)).toEqual([
      'paragraph: One\r\nstill one.',
      'paragraph: Two.',
      'paragraph: Three.',
    ]);
  });

  test('Markdown is split into headings, lists, code, tables and front matter', async () => {
    const source = [
      '---',
      'title: x',
      '---',
      '# The *Harbour*',
      '',
      'Ships.',
      '',
      '- rope',
      '- oil',
      '  in cans',
      '',
      'Lower [level](https://example.com)',
      '-----',
      '',
      '```',
      '# no heading',
      '```',
      '',
      '| a | b |',
      '|---|---|',
      '| 1 | 2 |',
      '',
      '> # quoted',
      '',
      '# Next',
    ].join('\r\n');
    const parsed = await parseBytesInProcess('a.md', source);
    expect(parsed.text).toBe(source);
    expect(outlineOf(parsed)).toEqual([
      'code: ---\r\ntitle: x\r\n---',
      'heading@The Harbour: # The *Harbour*',
      'paragraph@The Harbour: Ships.',
      'list@The Harbour: - rope',
      'list@The Harbour: - oil\r\n  in cans',
      'heading@The Harbour > Lower level: Lower [level](https://example.com)\r\n-----',
      'code@The Harbour > Lower level: ```\r\n# no heading\r\n```',
      'table@The Harbour > Lower level: | a | b |\r\n|---|---|',
      'table@The Harbour > Lower level: | 1 | 2 |',
      'paragraph@The Harbour > Lower level: > # quoted',
      'heading@Next: # Next',
    ]);
  });

  test('Python is split into declarations with their comments and decorators', async () => {
    const source = [
      'import os',
      '',
      '# Counts ships.',
      '@cached',
      'def count(ships):',
      '    total = 0',
      '',
      '    return total',
      '',
      'class Harbour:',
      '    name = "x"',
      '',
      '    async def open(self):',
      '        pass',
      '',
      'print(1)',
    ].join('\n');
    expect(outlineOf(await parseBytesInProcess('a.py', source))).toEqual([
      'code: import os',
      'code@count: # Counts ships.\n@cached\ndef count(ships):\n    total = 0',
      'code@count:     return total',
      'code@Harbour: class Harbour:\n    name = "x"',
      'code@Harbour > open:     async def open(self):\n        pass',
      'code: print(1)',
    ]);
  });

  test('TypeScript is split into functions, classes and methods', async () => {
    const source = [
      'export async function count(ships: Ship[]): Promise<number> {',
      '  if (ships.length === 0) {',
      '',
      '    return 0;',
      '  }',
      '}',
      '',
      'export const name = (ship: Ship) => ship.name;',
      '',
      'export class Harbour extends Place {',
      '  readonly ships = 3;',
      '',
      '  async open(hour: number): Promise<void> {',
      '  }',
      '}',
    ].join('\n');
    expect((await parseBytesInProcess('a.ts', source)).blocks.map((block) => block.section)).toEqual([
      'count',
      'count',
      'name',
      'Harbour',
      'Harbour > open',
    ]);
  });

  test('JSON is split into entries by key, with comments and decoded escapes', async () => {
    const source =
      '{\n  // stores\n  "rope": [1, 2,],\n  "größe\\u00fc": "M\\u00fcller \\ud83d\\ude00 \\u0000 \\\\u00fc",\n}';
    const parsed = await parseBytesInProcess('a.json', source);
    expect(outlineOf(parsed)).toEqual([
      'code: {\n  // stores',
      'code@rope:   "rope": [1, 2,],',
      'code@größeü:   "größeü": "Müller 😀 \\u0000 \\\\u00fc",\n}',
    ]);
  });

  test('a JSON text with a sequence of 300,000 escapes is decoded', async () => {
    const { text } = await parseBytesInProcess('a.json', `["${'\\u706f'.repeat(300_000)}"]`);
    expect(text).toBe(`["${'灯'.repeat(300_000)}"]`);
  });

  test('YAML is split into entries by key, in all documents of the file', async () => {
    const source = '# c\nname: x\nstores:\n  - rope\n---\nother: !custom {a: 1}\n';
    expect(outlineOf(await parseBytesInProcess('a.yml', source))).toEqual([
      'code: # c',
      'code@name: name: x',
      'code@stores: stores:\n  - rope\n---',
      'code@other: other: !custom {a: 1}',
    ]);
  });

  test('every character that is not white space is in a block, in all formats', async () => {
    const samples = {
      'a.md': '[ref]: https://example.com\n\n***\n\n1. x\n\n   y\n\n<div>\n\nz\n</div>\n',
      'a.py': '\n\n\tx\n  y\n\n}\n',
      'a.json': ' // c\n[1, {"a": 2}, [3]] // d',
      'a.yaml': '%YAML 1.2\n---\n[a, b]\n...\n# end\n',
      'a.txt': '\u2028x\u2028\u2028y\u00a0',
    };
    for (const [name, source] of Object.entries(samples)) {
      const { text, blocks } = await parseBytesInProcess(name, source);
      const covered = blocks.map(({ start, end }) => text.slice(start, end)).join('');
      expect([name, covered.replace(/\s/g, '')]).toEqual([name, source.replace(/\s/g, '')]);
    }
  });
});

describe('blocks of HTML', () => {
  test('contain headings, paragraphs, breaks, lists, tables and preformatted text', async () => {
    const page = `<html><head><title>no</title></head><body>
      <nav>Home</nav><h1>The   Harbour</h1><p>Ships &amp; <b>ropes</b>.<br>Next&nbsp;line
      <p>Unclosed<ul><li>one<li>two <p>more</p></ul>
      <table><tr><th>Name<th>Count<tr><td><p>Rope</p></td><td>12</td></table>
      <h2>Code</h2><pre>a {\n  b\n}</pre>tail</body></html>`;
    expect(outlineOf(await parseBytesInProcess('a.html', page))).toEqual([
      'paragraph: Home',
      'heading@The Harbour: The Harbour',
      'paragraph@The Harbour: Ships & ropes.\nNext\u00a0line',
      'paragraph@The Harbour: Unclosed',
      'list@The Harbour: one',
      'list@The Harbour: two',
      'list@The Harbour: more',
      'table@The Harbour: Name | Count',
      'table@The Harbour: Rope | 12',
      'heading@The Harbour > Code: Code',
      'code@The Harbour > Code: a {\n  b\n}',
      'paragraph@The Harbour > Code: tail',
    ]);
  });

  test('keep the columns of a table with merged cells aligned', async () => {
    const page =
      '<table><tr><th colspan=2>Ship<th>Tons<tr><td rowspan="2">Lark<td>North<td>9<tr><td>South<td>8' +
      '<tr><td>Gull<td><ul><li>East</ul><td>7<tr><td colspan="1000000">Wide<td>6</table>';
    expect(outlineOf(await parseBytesInProcess('a.html', page))).toEqual([
      'table: Ship | | Tons',
      'table: Lark | North | 9',
      'table: | South | 8',
      'table: Gull |',
      'list: East',
      'paragraph: 7',
      `table: Wide${' |'.repeat(21)} 6`,
    ]);
  });

  test('do not contain reading aids above a text', async () => {
    const page = '<p><ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp>字<rt>じ</ruby>です</p>';
    expect(outlineOf(await parseBytesInProcess('a.html', page))).toEqual(['paragraph: 漢字です']);
  });

  test('are decoded with the encoding that the page declares', async () => {
    const page = Buffer.from('<meta charset="iso-8859-2"><p>Gda\xf1sk</p>', 'latin1');
    expect((await parseBytesInProcess('a.htm', page)).text).toBe('Gdańsk');
  });
});
