import { randomBytes } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { describe, expect, jest, test } from '@jest/globals';
import { docxFile, docxParagraph, epubFile } from '../../test/parsing/office-files.fixture.ts';
import { outlineOf, parseBytes, parseBytesInProcess } from '../../test/parsing/parse-bytes.fixture.ts';
import { pdfFile, pdfOfPages, pdfStream } from '../../test/parsing/pdf-file.fixture.ts';
import { zipFile } from '../../test/parsing/zip-file.fixture.ts';
import { DEFAULT_PARSE_LIMITS } from './parse-limits.ts';

// Each parse starts a process, which takes a long time on a busy machine.
jest.setTimeout(60_000);

const overLimit = (limit: string) => ({ code: 'VAL_FIELD_TOO_LONG', status: 413, details: { limit } });
const corrupt = { code: 'VAL_VALIDATION_FAILED', details: { reason: 'corrupt' } };
const MIB = 1_048_576;

// See docs/security-model.md#threat-17-upload-bombs.
describe('the document parser: upload bombs (threat 17)', () => {
  test('rejects a PDF with too many pages', async () => {
    const pages = pdfOfPages(Array.from({ length: 3 }, () => [{ text: 'Tea.', y: 700 }]));
    await expect(parseBytes('a.pdf', pages, { pages: 2 })).rejects.toMatchObject(overLimit('pages'));
    expect((await parseBytes('a.pdf', pages, { pages: 3 })).blocks).toHaveLength(3);
  });

  test('rejects a PDF with too many pages before it reads the pages', async () => {
    // Reading these pages takes minutes.
    const content = deflateSync('BT /F1 9 Tf 72 700 Td (Tea.) Tj ET\n'.repeat(200_000));
    const page = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 3 0 R>>';
    const kids = Array.from({ length: 200 }, (_, index) => `${index + 4} 0 R`);
    const pages = pdfFile([
      '<</Type/Catalog/Pages 2 0 R>>',
      `<</Type/Pages/Count ${kids.length}/Kids[${kids.join(' ')}]>>`,
      pdfStream(content, '/Filter/FlateDecode'),
      ...kids.map(() => page),
    ]);
    const limits = { pages: 199, timeoutMs: 20_000 };
    await expect(parseBytes('a.pdf', pages, limits)).rejects.toMatchObject(overLimit('pages'));
  });

  test('the default limits are 60 s, 10,000 archive entries, a compression ratio of 100 and 200 MiB of unpacked data', () => {
    expect(DEFAULT_PARSE_LIMITS).toMatchObject({
      timeoutMs: 60_000,
      zipEntries: 10_000,
      zipRatio: 100,
      unpackedBytes: 200 * MIB,
    });
  });

  test('rejects an archive of a few megabytes that unpacks to 4 GB', async () => {
    const zeros = Buffer.alloc(10 * MIB);
    const entries = Array.from({ length: 410 }, (_, index) => ({
      name: `word/${index}.xml`,
      content: zeros,
    }));
    await expect(parseBytes('a.docx', zipFile(entries))).rejects.toMatchObject({
      code: 'VAL_FIELD_TOO_LONG',
      status: 413,
    });
    await expect(parseBytesInProcess('a.docx', zipFile(entries.slice(0, 15)))).rejects.toMatchObject(
      overLimit('zip_ratio'),
    );
    const incompressible = [...entries.slice(0, 20), { name: 'noise', content: randomBytes(3 * MIB) }];
    await expect(parseBytesInProcess('a.epub', zipFile(incompressible))).rejects.toMatchObject(
      overLimit('unpacked_size'),
    );
  });

  test('rejects an archive whose central directory declares wrong sizes', async () => {
    const entry = { name: 'word/media.xml', content: Buffer.alloc(50 * MIB), declaredBytes: 100 };
    await expect(
      parseBytesInProcess('a.docx', docxFile(docxParagraph('x'), { more: [entry] })),
    ).rejects.toMatchObject(corrupt);
  });

  test('rejects an archive of more than 10,000 files', async () => {
    const entries = Array.from({ length: 10_001 }, (_, index) => ({ name: `${index}`, content: '' }));
    await expect(parseBytesInProcess('a.epub', zipFile(entries))).rejects.toMatchObject(
      overLimit('zip_entries'),
    );
  });

  test('does not unpack archives inside an archive', async () => {
    const inner = zipFile([{ name: 'bomb', content: Buffer.alloc(MIB) }]);
    const outer = docxFile(docxParagraph('Only this.'), {
      more: [{ name: 'word/inner.zip', content: inner }],
    });
    expect((await parseBytesInProcess('a.docx', outer)).text).toBe('Only this.');
  });

  test('rejects a PDF whose content unpacks to more than the memory limit', async () => {
    const bomb = deflateSync(deflateSync(Buffer.alloc(250 * MIB, ' ')));
    const pdf = pdfFile([
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Count 1/Kids[3 0 R]>>',
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R>>',
      pdfStream(bomb, '/Filter[/FlateDecode/FlateDecode]'),
    ]);
    await expect(parseBytes('a.pdf', pdf, { memoryBytes: 220 * MIB })).rejects.toMatchObject(
      overLimit('memory'),
    );
  });

  test('rejects a PDF with a loop in its page tree', async () => {
    const pages = pdfFile([
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Count 1000000000/Kids[2 0 R 2 0 R]>>',
    ]);
    await expect(parseBytes('a.pdf', pages)).rejects.toMatchObject(corrupt);
  });

  test('parses a PDF with a loop in its bookmarks', async () => {
    const bookmarks = pdfOfPages([[{ text: 'Readable', y: 700 }]], {
      catalog: '/Outlines 7 0 R',
      more: ['<</First 8 0 R>>', '<</Title(a)/First 8 0 R/Next 8 0 R/Dest[5 0 R/Fit]>>'],
    });
    expect((await parseBytes('a.pdf', bookmarks)).text).toBe('Readable');
  });

  test('rejects a PDF with a loop in its form objects', async () => {
    const loop = '/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X 5 0 R>>>>';
    const forms = pdfFile([
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Count 1/Kids[3 0 R]>>',
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 1e12 1e12]/Contents 4 0 R/Resources<</XObject<</X 5 0 R>>>>>>',
      pdfStream('/X Do'),
      pdfStream('/X Do /X Do', loop),
    ]);
    await expect(parseBytes('a.pdf', forms, { timeoutMs: 3_000 })).rejects.toMatchObject({
      code: expect.stringMatching(/^VAL_/),
    });
  });

  test('rejects a file that exceeds the time limit', async () => {
    await expect(parseBytes('a.txt', 'x', { timeoutMs: 1 })).rejects.toMatchObject(overLimit('time'));
  });

  test('rejects a file that exceeds the memory limit', async () => {
    const deep = '['.repeat(5_000_000) + ']'.repeat(5_000_000);
    await expect(parseBytes('a.json', deep, { memoryBytes: 150 * MIB })).rejects.toMatchObject(
      overLimit('memory'),
    );
  });

  test('rejects a file whose text exceeds the text limit', async () => {
    const limits = { textLength: 1000 };
    await expect(parseBytes('a.txt', 'x'.repeat(1001), limits)).rejects.toMatchObject(
      overLimit('text_length'),
    );
    await expect(parseBytes('a.html', '<p>x</p>'.repeat(1001), limits)).rejects.toMatchObject(
      overLimit('text_length'),
    );
  });

  test('rejects HTML with 60,000 nested elements, but not with 10,000', async () => {
    await expect(parseBytesInProcess('a.html', '<div>'.repeat(60_000) + 'x')).rejects.toMatchObject(
      overLimit('nesting'),
    );
    expect((await parseBytesInProcess('a.html', '<i>'.repeat(10_000) + 'x')).text).toBe('x');
  });

  test('parses JSON with 100,000 nested arrays', async () => {
    const json = '['.repeat(100_000) + ']'.repeat(100_000);
    expect((await parseBytesInProcess('a.json', json)).text).toHaveLength(200_000);
  });

  test('rejects YAML with 100,000 nested sequences', async () => {
    const yaml = '['.repeat(100_000) + ']'.repeat(100_000);
    await expect(parseBytesInProcess('a.yaml', yaml)).rejects.toMatchObject({
      code: expect.stringMatching(/^VAL_/),
    });
  });

  test('rejects a Word document with 20,000 nested elements', async () => {
    const word = docxFile('<w:sdt><w:sdtContent>'.repeat(20_000) + '</w:sdtContent></w:sdt>'.repeat(20_000));
    await expect(parseBytes('a.docx', word)).rejects.toMatchObject({ code: expect.stringMatching(/^VAL_/) });
  });
});

// See docs/security-model.md#threat-18-xml-entities-and-active-content.
describe('the document parser: XML entities and active content (threat 18)', () => {
  const LAUGHS =
    '<!DOCTYPE x [<!ENTITY a "lollol"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]>';

  test('does not expand entities in Word documents', async () => {
    const file = docxFile(docxParagraph('before &b; &f; after'), { doctype: LAUGHS });
    const text = await parseBytes('a.docx', file).then(
      (parsed) => parsed.text,
      (error: { code: string }) => error.code,
    );
    expect(text).not.toMatch(/lollol|root:/);
  });

  test('does not expand entities in EPUB and HTML', async () => {
    const book = epubFile([{ title: 'T', body: '<p>before &b; &f; after</p>' }], { doctype: LAUGHS });
    expect(outlineOf(await parseBytesInProcess('a.epub', book))).toEqual([
      'paragraph@T: before &b; &f; after',
    ]);
    expect((await parseBytesInProcess('a.html', `${LAUGHS}<p>&b;</p>`)).text).not.toContain('lollol');
  });

  test('does not expand aliases in YAML', async () => {
    const levels = Array.from({ length: 12 }, (_, level) => {
      const items =
        level === 0
          ? 'x, x'
          : Array(9)
              .fill(`*a${level - 1}`)
              .join(', ');
      return `k${level}: &a${level} [${items}]`;
    });
    const source = levels.join('\n');
    expect((await parseBytesInProcess('a.yaml', source)).text).toBe(source);
  });

  test('ignores scripts, styles and images in HTML', async () => {
    const page =
      '<title>T</title><style>p{}</style><p onclick="x()">seen<img src="https://example.com/i.png" alt=""><svg><script>alert(1)</script><text>no</text></svg><script>alert(1)</script>';
    expect((await parseBytesInProcess('a.html', page)).text).toBe('seen');
  });
});

// See docs/security-model.md#threat-19-path-traversal.
describe('the document parser: path traversal in archives (threat 19)', () => {
  test.each(['../../etc/passwd', '/etc/passwd', 'a/../../b', '..\\..\\b'])(
    'rejects an archive with an entry named %s',
    async (name) => {
      const file = docxFile(docxParagraph('x'), { more: [{ name, content: 'x' }] });
      await expect(parseBytesInProcess('a.docx', file)).rejects.toMatchObject(corrupt);
    },
  );

  test('ignores a chapter whose path is outside of the EPUB archive', async () => {
    const book = zipFile([
      { name: 'META-INF/container.xml', content: '<rootfile full-path="a/book.opf"/>' },
      {
        name: 'a/book.opf',
        content:
          '<package><manifest><item id="c" href="../../../../etc/passwd" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="c"/></spine></package>',
      },
    ]);
    await expect(parseBytesInProcess('a.epub', book)).rejects.toMatchObject({
      details: { reason: 'no_text' },
    });
  });
});
