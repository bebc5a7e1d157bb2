import { describe, expect, test } from '@jest/globals';
import { docxFile, docxParagraph, epubFile } from '../../test/parsing/office-files.fixture.ts';
import { parseBytesInProcess } from '../../test/parsing/parse-bytes.fixture.ts';
import { pdfOfPages } from '../../test/parsing/pdf-file.fixture.ts';
import { documentProperties } from './document-properties.ts';

const CHAPTERS = [{ title: 'One', body: '<h1>One</h1><p>Tea.</p>' }];
const coreProperties = (content: string) => [
  {
    name: 'docProps/core.xml',
    content: `<cp:coreProperties xmlns:cp="c" xmlns:dc="d">${content}</cp:coreProperties>`,
  },
];
const lines = (text: string, size = 12) => [
  { text, size, y: 700 },
  { text: 'The keeper counted the ships that passed before the fog came in again at dawn.', y: 600 },
];
const info = (fields: string) => ({ more: [`<<${fields}>>`], trailer: '/Info 7 0 R' });

/** Parses a file and returns its title and authors. */
async function propertiesOf(filename: string, content: string | Uint8Array) {
  const { title, authors } = await parseBytesInProcess(filename, content);
  return { title, authors };
}

describe('title and authors of a file', () => {
  test.each([
    [
      'a PDF with document information',
      'a.pdf',
      pdfOfPages([lines('Tea.')], info('/Title(The Log)/Author(Ada Lovelace; Grace Hopper)')),
      { title: 'The Log', authors: ['Ada Lovelace', 'Grace Hopper'] },
    ],
    [
      'a PDF whose title is a placeholder',
      'a.pdf',
      pdfOfPages([lines('Harbor Rules', 24)], info('/Title(untitled)')),
      { title: 'Harbor Rules' },
    ],
    [
      'a PDF whose title has the prefix of a Word file',
      'a.pdf',
      pdfOfPages([lines('Tea.')], info('/Title(Microsoft Word - Log.docx)')),
      { title: 'Log.docx' },
    ],
    [
      'a DOCX with core properties',
      'a.docx',
      docxFile(docxParagraph('Heading', 'H1') + docxParagraph('Tea.'), {
        more: coreProperties('<dc:title>The &amp; Log</dc:title><dc:creator>Ada;Grace</dc:creator>'),
      }),
      { title: 'The & Log', authors: ['Ada', 'Grace'] },
    ],
    [
      'a DOCX with an empty title and a heading',
      'a.docx',
      docxFile(docxParagraph('Heading', 'H1') + docxParagraph('Tea.'), {
        more: coreProperties('<dc:title></dc:title>'),
      }),
      { title: 'Heading' },
    ],
    [
      'an EPUB with metadata',
      'a.epub',
      epubFile(CHAPTERS, {
        metadata: '<dc:title>The Book</dc:title><dc:creator>Ada</dc:creator><dc:creator>Grace</dc:creator>',
      }),
      { title: 'The Book', authors: ['Ada', 'Grace'] },
    ],
    ['an EPUB without metadata', 'a.epub', epubFile(CHAPTERS), {}],
    [
      'an HTML page with a head',
      'a.html',
      '<title>The\n Page &amp; more</title><meta name="Author" content="Ada"><h1>Heading</h1><p>Tea.</p>',
      { title: 'The Page & more', authors: ['Ada'] },
    ],
    [
      'an HTML page with a title only in an SVG graphic',
      'a.html',
      '<svg><title>Icon</title></svg><h1>The <em>Heading</em></h1><p>Tea.</p>',
      { title: 'The Heading' },
    ],
    [
      'a Markdown file with front matter',
      'a.md',
      '---\ntitle: "The Log"\nauthor: Ada\nauthors:\n  - name: Grace\n  - Ada\n---\n# Heading\n\nTea.\n',
      { title: 'The Log', authors: ['Ada', 'Grace'] },
    ],
    ['a Markdown file with a heading', 'a.md', 'Tea.\n\n# The *Heading*\n', { title: 'The Heading' }],
    [
      'a Markdown file whose front matter is not valid YAML',
      'a.md',
      '---\ntitle: [\n---\n# Heading\n',
      { title: 'Heading' },
    ],
    ['plain text', 'a.txt', 'Title\n\nTea.', {}],
  ])('are read from %s', async (_, filename, content, expected) => {
    expect(await propertiesOf(filename, content)).toEqual(expected);
  });
});

describe('documentProperties', () => {
  test('removes invisible characters and truncates texts to 300 characters', () => {
    expect(documentProperties(['\u202e a\u0000\n b '], ['x'.repeat(500)])).toEqual({
      title: 'a b',
      authors: ['x'.repeat(300)],
    });
  });

  test('keeps at most 20 different authors', () => {
    const names = Array.from({ length: 30 }, (_, index) => `Author ${index}`);
    expect(documentProperties([], [names.join(';'), 'Author 0']).authors).toEqual(names.slice(0, 20));
  });

  test('ignores values that are not text', () => {
    expect(documentProperties([null, 7, {}, ' '], [undefined, false])).toEqual({});
  });
});
