import { PassThrough } from 'node:stream';
import { describe, expect, test } from '@jest/globals';
import { cleanText, toSingleLine } from '../../src/loci/output/clean-text.ts';
import { formatTable, truncate } from '../../src/loci/output/table.ts';
import { Terminal } from '../../src/loci/output/terminal.ts';

describe('cleanText', () => {
  test('removes escape sequences and control characters of the text of a memory', () => {
    expect(cleanText('a\u001b]0;title\u0007b\u001b[31mc\u0000\u009b2Jd\u202e')).toBe('abcd');
  });

  test('keeps newlines, tabs and joined emoji', () => {
    expect(cleanText('a\n\tb 👩‍💻')).toBe('a\n\tb 👩‍💻');
  });

  test('toSingleLine replaces newlines with spaces', () => {
    expect(toSingleLine(' a\r\n\n b\t')).toBe('a b');
  });
});

describe('formatTable', () => {
  const columns = [{ title: 'NAME' }, { title: 'N', align: 'right' as const }, { title: 'TEXT' }];

  test('aligns columns with characters that are two columns wide', () => {
    const table = formatTable(
      columns,
      [
        ['日本', '1', 'x'],
        ['Ada', '12', 'y'],
      ],
      {},
    );
    expect(table).toBe('NAME   N  TEXT\n日本   1  x\nAda   12  y');
  });

  test('shortens the last column to the width of the terminal', () => {
    const lines = formatTable(columns, [['a', '1', 'word '.repeat(20)]], { width: 40 }).split('\n');
    expect(lines[1]).toHaveLength(40);
    expect(lines[1]).toMatch(/…$/u);
  });

  test('does not shorten a text if standard output is not a terminal', () => {
    expect(formatTable(columns, [['a', '1', 'x'.repeat(500)]], {})).toContain('x'.repeat(500));
  });

  test('truncate does not split an emoji of several code points', () => {
    expect(truncate('👩‍💻👩‍💻👩‍💻', 5)).toBe('👩‍💻👩‍💻…');
  });
});

describe('colors', () => {
  const terminal = (env: NodeJS.ProcessEnv, isTTY: boolean): Terminal => {
    const stream = Object.assign(new PassThrough(), { isTTY });
    return new Terminal({ stdin: stream, stdout: stream, stderr: stream }, env);
  };

  test('are used on a terminal', () => {
    expect(terminal({}, true).style('bold', 'a')).toBe('\u001b[1ma\u001b[0m');
  });

  test.each([
    ['NO_COLOR is set', { NO_COLOR: '1' }, true],
    ['TERM is dumb', { TERM: 'dumb' }, true],
    ['standard output is not a terminal', {}, false],
  ])('are not used if %s', (_case, env, isTTY) => {
    expect(terminal(env, isTTY).style('bold', 'a')).toBe('a');
  });
});
