import { describe, expect, jest, test } from '@jest/globals';
import { DOCUMENT_TYPES } from './document-type.ts';
import { docFile, oleFile } from '../../test/parsing/doc-file.fixture.ts';
import { docxFile, docxParagraph, epubFile } from '../../test/parsing/office-files.fixture.ts';
import { parseBytes, parseBytesInProcess } from '../../test/parsing/parse-bytes.fixture.ts';
import { pdfOfPages } from '../../test/parsing/pdf-file.fixture.ts';
import { zipFile } from '../../test/parsing/zip-file.fixture.ts';

// Each parse starts a process, which takes a long time on a busy machine.
jest.setTimeout(60_000);

const PNG = Buffer.from('89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000', 'hex');

function unreadable(reason: string, message: RegExp) {
  return {
    code: 'VAL_VALIDATION_FAILED',
    message: expect.stringMatching(message),
    details: { reason },
    fieldErrors: { file: [expect.stringMatching(message)] },
  };
}

describe('files that cannot be parsed', () => {
  test('an unsupported extension is rejected with the list of supported extensions', async () => {
    await expect(parseBytes('tool.exe', 'MZ')).rejects.toMatchObject({
      code: 'VAL_VALIDATION_FAILED',
      message: expect.stringMatching(/^The file type \.exe is not supported\. Upload one of \.txt, /),
      details: { reason: 'unsupported_type' },
    });
    await expect(parseBytes('README', 'x')).rejects.toMatchObject({
      details: { reason: 'unsupported_type' },
    });
  });

  test.each(DOCUMENT_TYPES.filter((type) => type.format !== 'pdf'))(
    'an empty $extension file is rejected as empty',
    async ({ extension }) => {
      await expect(parseBytesInProcess(`a${extension}`, '')).rejects.toMatchObject(
        unreadable('empty', /is empty/),
      );
    },
  );

  test('an empty .pdf file is rejected as empty', async () => {
    await expect(parseBytes('a.pdf', '')).rejects.toMatchObject(unreadable('empty', /is empty/));
  });

  test.each([
    '.txt',
    '.md',
    '.html',
    '.json',
    '.yaml',
    '.py',
    '.docx',
    '.xlsx',
    '.pptx',
    '.odt',
    '.rtf',
    '.doc',
    '.epub',
  ])('an image with the extension %s is rejected as content_mismatch', async (extension) => {
    await expect(parseBytesInProcess(`a${extension}`, PNG)).rejects.toMatchObject(
      unreadable('content_mismatch', /contains png data \(image\/png\)/),
    );
  });

  test('text with the extension .pdf is rejected as content_mismatch', async () => {
    await expect(parseBytes('a.pdf', 'hello')).rejects.toMatchObject(
      unreadable('content_mismatch', /does not match the extension \.pdf/),
    );
  });

  test('a PDF with the extension .txt is rejected as content_mismatch', async () => {
    const pdf = pdfOfPages([[{ text: 'Hello', y: 700 }]]);
    await expect(parseBytesInProcess('a.txt', pdf)).rejects.toMatchObject(
      unreadable('content_mismatch', /contains pdf data/),
    );
  });

  test('a document with the extension of another document format is rejected as content_mismatch', async () => {
    const book = epubFile([{ title: 'a', body: 'b' }]);
    const word = docxFile(docxParagraph('x'));
    await expect(parseBytesInProcess('a.docx', book)).rejects.toMatchObject(
      unreadable('content_mismatch', /epub/),
    );
    for (const name of ['a.xlsx', 'a.pptx']) {
      await expect(parseBytesInProcess(name, word)).rejects.toMatchObject(
        unreadable('content_mismatch', /docx/),
      );
    }
    await expect(parseBytesInProcess('a.epub', word)).rejects.toMatchObject(
      unreadable('content_mismatch', /not an EPUB/),
    );
    await expect(parseBytesInProcess('a.doc', word)).rejects.toMatchObject(
      unreadable('content_mismatch', /docx/),
    );
    await expect(parseBytesInProcess('a.doc', oleFile({ Workbook: Buffer.from('x') }))).rejects.toMatchObject(
      {
        details: { reason: 'content_mismatch' },
      },
    );
    await expect(parseBytesInProcess('a.doc', '{\\rtf1 hello}')).rejects.toMatchObject({
      message: expect.stringMatching(/contains rtf data/),
    });
  });

  test('a PDF without text is rejected with a hint about OCR', async () => {
    await expect(parseBytes('scan.pdf', pdfOfPages([[], []]))).rejects.toMatchObject(
      unreadable('no_text', /run text recognition \(OCR\)/),
    );
  });

  test('files with only white space or markup are rejected as having no text', async () => {
    await expect(parseBytesInProcess('a.txt', ' \r\n\t\n ')).rejects.toMatchObject(
      unreadable('no_text', /contains no text/),
    );
    await expect(parseBytesInProcess('a.html', '<script>let x</script><br>')).rejects.toMatchObject({
      details: { reason: 'no_text' },
    });
    await expect(parseBytesInProcess('a.docx', docxFile(docxParagraph('')))).rejects.toMatchObject({
      details: { reason: 'no_text' },
    });
  });

  test('password-protected files are rejected as encrypted', async () => {
    const key = `<${'00'.repeat(32)}>`;
    const pdf = pdfOfPages([[{ text: 'Secret', y: 700 }]], {
      more: [`<</Filter/Standard/V 2/R 3/Length 128/P -44/O ${key}/U ${key}>>`],
      trailer: '/Encrypt 7 0 R/ID[<00><00>]',
    });
    const password = unreadable('encrypted', /password-protected/);
    await expect(parseBytes('a.pdf', pdf)).rejects.toMatchObject(password);
    await expect(parseBytesInProcess('a.doc', docFile('x', { isEncrypted: true }))).rejects.toMatchObject(
      password,
    );
    const office = oleFile({ EncryptedPackage: Buffer.from('x'), EncryptionInfo: Buffer.from('y') });
    for (const name of ['a.docx', 'a.xlsx', 'a.pptx']) {
      await expect(parseBytesInProcess(name, office)).rejects.toMatchObject(password);
    }
  });

  test('damaged files are rejected as corrupt', async () => {
    const corrupt = { code: 'VAL_VALIDATION_FAILED', details: { reason: 'corrupt' } };
    const pdf = pdfOfPages([[{ text: 'Hello', y: 700 }]]);
    const word = docxFile(docxParagraph('Hello'));
    await expect(parseBytes('a.pdf', Buffer.from('%PDF-1.7\nnothing more'))).rejects.toMatchObject(corrupt);
    await expect(parseBytes('a.pdf', pdf.subarray(0, 60))).rejects.toMatchObject(corrupt);
    await expect(parseBytesInProcess('a.docx', word.subarray(0, word.length - 200))).rejects.toMatchObject(
      corrupt,
    );
    await expect(parseBytesInProcess('a.docx', docxFile('<w:p><w:broken'))).rejects.toMatchObject(corrupt);
    await expect(parseBytesInProcess('a.doc', docFile('Hello\r').subarray(0, 8000))).rejects.toMatchObject(
      corrupt,
    );
    const noChapters = zipFile([
      { name: 'META-INF/container.xml', content: '<rootfile full-path="missing.opf"/>' },
    ]);
    await expect(parseBytesInProcess('a.epub', noChapters)).rejects.toMatchObject(corrupt);
  });

  test('invalid JSON and YAML are rejected with the line of the error', async () => {
    await expect(parseBytesInProcess('a.json', '{\n"a": 1,\n"b" 2}')).rejects.toMatchObject(
      unreadable('corrupt', /not valid JSON: ColonExpected in line 3\. Correct it, or upload it as \.txt\./),
    );
    await expect(parseBytesInProcess('a.yaml', 'a: 1\nb: [1, 2\nc: 3\n')).rejects.toMatchObject(
      unreadable('corrupt', /not valid YAML in line 3/),
    );
  });
});
