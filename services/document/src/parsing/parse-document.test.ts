import { describe, expect, jest, test } from '@jest/globals';
import { DOCUMENT_TYPES } from './document-type.ts';
import { docFile } from '../../test/parsing/doc-file.fixture.ts';
import { docxFile, docxParagraph, epubFile } from '../../test/parsing/office-files.fixture.ts';
import {
  outlineOf,
  parseBytes,
  parseBytesInProcess,
  withFile,
} from '../../test/parsing/parse-bytes.fixture.ts';
import { pptxFile, slideShape, xlsxFile } from '../../test/parsing/open-xml-files.fixture.ts';
import { odtFile } from '../../test/parsing/odt-file.fixture.ts';
import { pdfOfPages } from '../../test/parsing/pdf-file.fixture.ts';
import { parseAndChunk } from './parse-document.ts';

// Each parse starts a process, which takes a long time on a busy machine.
jest.setTimeout(60_000);

const SAMPLES: Readonly<Record<string, string | Buffer>> = {
  '.txt': 'The lighthouse keeper counted the ships.',
  '.md': '# Log\n\nThe lighthouse keeper counted the ships.',
  '.pdf': pdfOfPages([[{ text: 'The lighthouse keeper counted the ships.', y: 700 }]]),
  '.epub': epubFile([{ title: 'Log', body: '<p>The lighthouse keeper counted the ships.</p>' }]),
  '.doc': docFile('The lighthouse keeper counted the ships.\r'),
  '.docx': docxFile(docxParagraph('The lighthouse keeper counted the ships.')),
  '.xlsx': xlsxFile({
    Log: '<row><c t="inlineStr"><is><t>The lighthouse keeper counted the ships.</t></is></c></row>',
  }),
  '.pptx': pptxFile([slideShape('The lighthouse keeper counted the ships.')]),
  '.odt': odtFile('<text:p>The lighthouse keeper counted the ships.</text:p>'),
  '.rtf': '{\\rtf1 The lighthouse keeper counted the ships.}',
  '.html': '<p>The <b>lighthouse</b> keeper\ncounted the ships.</p>',
  '.htm': '<body>The lighthouse keeper counted the ships.',
  '.json': '{"log": "The lighthouse keeper counted the ships."}',
  '.yaml': 'log: The lighthouse keeper counted the ships.\n',
  '.yml': '- The lighthouse keeper counted the ships.\n',
  '.py': '# The lighthouse keeper counted the ships.\n',
  '.js': '// The lighthouse keeper counted the ships.\n',
  '.ts': 'const log = "The lighthouse keeper counted the ships.";\n',
  ...Object.fromEntries(
    '.go .rs .java .c .h .cc .cpp .hpp .kt .swift .php .rb .sh .sql .xml .csv .tsv'
      .split(' ')
      .map((extension) => [extension, 'The lighthouse keeper counted the ships.\n']),
  ),
};

describe('parseDocument', () => {
  test.each(DOCUMENT_TYPES)('parses $extension as $contentType', async ({ extension, contentType }) => {
    const parsed = await parseBytes(`Log${extension.toUpperCase()}`, SAMPLES[extension]!);
    expect(parsed.text).toContain('The lighthouse keeper counted the ships.');
    expect(parsed.contentType).toBe(contentType);
    expect(parsed.blocks.length).toBeGreaterThan(0);
  });

  test('supports exactly the extensions of the samples', () => {
    expect(Object.keys(SAMPLES).sort()).toEqual(DOCUMENT_TYPES.map((type) => type.extension).sort());
  });

  test('parseAndChunk returns the chunks of a file', async () => {
    const document = await withFile('One sentence. Another one.', (filePath) =>
      parseAndChunk({ filePath, filename: 'a.txt' }),
    );
    expect(document).toEqual({
      contentType: 'text/plain',
      chunks: [{ index: 0, content: 'One sentence. Another one.', startChar: 0, endChar: 26, metadata: {} }],
    });
  });

  test('rejects with the reason of an aborted signal', async () => {
    const controller = new AbortController();
    const parsing = parseBytes('a.txt', 'text', {}, controller.signal);
    const reason = new Error('the upload was canceled');
    controller.abort(reason);
    await expect(parsing).rejects.toBe(reason);
  });
});

describe('the PDF parser', () => {
  test('detects headings by their font size if the file has no bookmarks', async () => {
    const pdf = pdfOfPages([
      [
        { text: 'The Harbour', size: 24, y: 700 },
        { text: 'Ships come in at dawn, when the tide is high enough for deep', y: 660 },
        { text: 'keels, and leave before noon.', y: 646 },
      ],
      [{ text: 'A second page goes on about ropes and knots.', y: 700 }],
    ]);
    const parsed = await parseBytes('harbour.pdf', pdf);
    expect(outlineOf(parsed)).toEqual([
      'heading@The Harbour: The Harbour',
      'paragraph@The Harbour: Ships come in at dawn, when the tide is high enough for deep keels, and leave before noon.',
      'paragraph@The Harbour: A second page goes on about ropes and knots.',
    ]);
    expect(parsed.blocks.map((block) => block.page)).toEqual([1, 1, 2]);
  });

  test('starts a section at the exact line of each bookmark', async () => {
    const pdf = pdfOfPages(
      [
        [
          { text: 'Text in front of every bookmark.', y: 740 },
          { text: 'About ropes.', y: 600 },
          { text: 'About knots.', y: 400 },
        ],
      ],
      {
        catalog: '/Outlines 7 0 R',
        more: [
          '<</First 8 0 R/Last 8 0 R/Count 1>>',
          '<</Title(Ropes)/Parent 7 0 R/Dest[5 0 R/XYZ 0 620 0]/First 9 0 R/Last 9 0 R/Count 1>>',
          '<</Title(Knots)/Parent 8 0 R/Dest[5 0 R/XYZ 0 420 0]>>',
        ],
      },
    );
    expect(outlineOf(await parseBytes('ropes.pdf', pdf))).toEqual([
      'paragraph: Text in front of every bookmark.',
      'paragraph@Ropes: About ropes.',
      'paragraph@Ropes > Knots: About knots.',
    ]);
  });

  test('joins words that are hyphenated at a line end', async () => {
    const pdf = pdfOfPages([
      [
        { text: 'The harbour master keeps an exten-', y: 700 },
        { text: 'sive list of ships.', y: 686 },
      ],
    ]);
    const { text } = await parseBytes('list.pdf', pdf);
    expect(text).toBe('The harbour master keeps an extensive list of ships.');
  });

  test('decodes text in predefined East Asian encodings', async () => {
    const text = '灯台守は船を数えた';
    const codes = Buffer.from(text, 'utf16le').swap16().toString('hex');
    const pdf = pdfOfPages([[{ text: ' ', y: 700 }]]).toString('latin1');
    const japanese = pdf
      .replace(
        '<</Type/Font/Subtype/Type1/BaseFont/Courier>>',
        '<</Type/Font/Subtype/Type0/BaseFont/Ryumin-Light/Encoding/UniJIS-UCS2-H/DescendantFonts[<</Type/Font/Subtype/CIDFontType0/BaseFont/Ryumin-Light/CIDSystemInfo<</Registry(Adobe)/Ordering(Japan1)/Supplement 2>>/FontDescriptor<</Type/FontDescriptor/FontName/Ryumin-Light/Flags 4>>>>]>>',
      )
      .replace(/\/Length \d+>>\nstream\n[^]*?\nendstream/, () => {
        const content = `BT /F2 12 Tf 72 700 Td <${codes}> Tj ET`;
        return `/Length ${content.length}>>\nstream\n${content}\nendstream`;
      });
    // The replacements invalidate the cross-reference offsets, which PDF readers must tolerate.
    expect((await parseBytes('japanese.pdf', Buffer.from(japanese, 'latin1'))).text).toBe(text);
  });
});

describe('the EPUB parser', () => {
  const chapters = [
    { title: 'Dawn', body: '<h1>Dawn</h1><p>The first ship&nbsp;came.</p><h2>Later</h2><p>It left.</p>' },
    { title: 'Dusk', body: '<p>The lamp was lit.</p>' },
  ];

  test.each([2, 3] as const)(
    'uses the titles in the table of contents of an EPUB %i book as sections',
    async (version) => {
      const parsed = await parseBytes('book.epub', epubFile(chapters, { version }));
      expect(outlineOf(parsed)).toEqual([
        'heading@Dawn: Dawn',
        'paragraph@Dawn: The first ship\u00a0came.',
        'heading@Dawn > Later: Later',
        'paragraph@Dawn > Later: It left.',
        'paragraph@Dusk: The lamp was lit.',
      ]);
      expect(parsed.blocks.map((block) => block.chapter)).toEqual([1, 1, 1, 1, 2]);
    },
  );

  const encryption = (uri: string) => ({
    name: 'META-INF/encryption.xml',
    content: `<encryption><enc:EncryptedData><enc:CipherReference URI="${uri}"/></enc:EncryptedData></encryption>`,
  });

  test('parses a book with an obfuscated font', async () => {
    const withFont = epubFile(chapters, { more: [encryption('OEBPS/font.otf')] });
    expect((await parseBytes('font.epub', withFont)).text).toContain('The lamp was lit.');
  });

  test('rejects a book with an encrypted chapter', async () => {
    const locked = epubFile(chapters, { more: [encryption('OEBPS/text/chapter%201.xhtml')] });
    await expect(parseBytes('locked.epub', locked)).rejects.toMatchObject({
      details: { reason: 'encrypted' },
    });
  });
});

describe('the Word parser', () => {
  test('parses headings, paragraphs and table rows of .docx', async () => {
    const cell = (text: string): string => `<w:tc>${docxParagraph(text)}</w:tc>`;
    const body = [
      docxParagraph('Stores', 'H1'),
      docxParagraph('What is left.'),
      `<w:tbl><w:tr>${cell('Rope')}${cell('12')}</w:tr><w:tr>${cell('Oil')}${cell('3')}</w:tr></w:tbl>`,
      docxParagraph('Next year', 'H2'),
      docxParagraph('More of it.'),
    ].join('');
    expect(outlineOf(await parseBytes('stores.docx', docxFile(body)))).toEqual([
      'heading@Stores: Stores',
      'paragraph@Stores: What is left.',
      'table@Stores: Rope | 12',
      'table@Stores: Oil | 3',
      'heading@Stores > Next year: Next year',
      'paragraph@Stores > Next year: More of it.',
    ]);
  });

  test('places a footnote behind the first paragraph that refers to it, and only there', async () => {
    const reference = '<w:p><w:r><w:t>Fog.</w:t><w:footnoteReference w:id="1"/></w:r></w:p>';
    const w = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
    const notes = `<w:footnotes ${w}><w:footnote w:id="1">${docxParagraph('At dawn.')}</w:footnote></w:footnotes>`;
    const file = docxFile(
      docxParagraph('North', 'H1') + reference + docxParagraph('South', 'H1') + reference,
      {
        more: [{ name: 'word/footnotes.xml', content: notes }],
      },
    );
    expect(outlineOf(await parseBytesInProcess('a.docx', file))).toEqual([
      'heading@North: North',
      'paragraph@North: Fog.',
      'paragraph@North: At dawn.',
      'heading@South: South',
      'paragraph@South: Fog.',
    ]);
  });

  test('parses Latin, Cyrillic and Japanese paragraphs and emoji of .doc', async () => {
    const parsed = await parseBytesInProcess('old.doc', docFile('Grüße aus Kiel 😀.\rПривет.\r灯台\r'));
    expect(outlineOf(parsed)).toEqual([
      'paragraph: Grüße aus Kiel 😀.',
      'paragraph: Привет.',
      'paragraph: 灯台',
    ]);
  });
});
