import { describe, expect, test } from '@jest/globals';
import { outlineOf, parseBytes, parseBytesInProcess } from '../../test/parsing/parse-bytes.fixture.ts';

const rtfOutline = async (body: string): Promise<string[]> =>
  outlineOf(await parseBytesInProcess('a.rtf', `{\\rtf1\\ansi\\ansicpg1252\\deff0${body}}`));

describe('RTF files', () => {
  test('headings, paragraphs, list items, table rows and notes are blocks', async () => {
    const body =
      '{\\fonttbl{\\f0 Times;}}{\\stylesheet{\\ql Normal;}{\\s1\\b heading 1;}{\\*\\cs2 Strong;}}' +
      '{\\info{\\title The Log}{\\author Ada}}\\pard\\s1 Harbor\\par\n\\pard It {\\b was}\r\n gray{\\super 1{\\footnote\\pard At dawn.\\par}}.\\par' +
      '\\pard{\\listtext 1.\\tab}\\ls1 Lamp\\par\\trowd\\pard\\intbl a\\par b\\cell\\cell c\\cell\\row\\pard End';
    const document = await parseBytesInProcess('a.rtf', `{\\rtf1\\ansi${body}}`);
    expect(outlineOf(document)).toEqual([
      'heading@Harbor: Harbor',
      'paragraph@Harbor: It was gray1.',
      'paragraph@Harbor: At dawn.',
      'list@Harbor: Lamp',
      'table@Harbor: a b |  | c',
      'paragraph@Harbor: End',
    ]);
    expect(document).toMatchObject({ title: 'The Log', authors: ['Ada'] });
  });

  test.each([
    ['code pages', "gr\\'fcn", 'paragraph: grün'],
    ['fonts with a character set', "{\\fonttbl{\\f1\\fcharset128 M;}}\\f1 \\'93\\'fa", 'paragraph: 日'],
    [
      'Unicode characters with a fallback',
      "\\u26085 ?\\uc2\\u-10179\\'93\\'fa\\u-8704 ??",
      'paragraph: 日😀',
    ],
    [
      'special characters',
      '\\ldblquote a\\rdblquote\\~\\{b\\}\\emdash\\line c',
      'paragraph: “a”\u00a0{b}—\nc',
    ],
  ])('text with %s is decoded', async (_, body, expected) => {
    expect(await rtfOutline(body)).toEqual([expected]);
  });

  test('images, binary data, field codes, hidden and deleted text and headers are ignored', async () => {
    const body =
      '{\\pict\\wmetafile8 0a0b}{\\object{\\objdata ff}}{\\header no}{\\*\\unknown no}{\\v no}{\\deleted no}{\\pict\\bin3 }}}' +
      '}{\\field{\\*\\fldinst HYPERLINK "x"}{\\fldrslt Tea}}';
    expect(await rtfOutline(body)).toEqual(['paragraph: Tea']);
  });

  test('100,000 nested groups are rejected as too deeply nested', async () => {
    await expect(parseBytes('a.rtf', `{\\rtf1 ${'{'.repeat(100_000)}x`)).rejects.toMatchObject({
      code: 'VAL_FIELD_TOO_LONG',
      details: { limit: 'nesting' },
    });
  });
});
