import { randomBytes } from 'node:crypto';
import { describe, expect, jest, test } from '@jest/globals';
import { odtFile } from '../../test/parsing/odt-file.fixture.ts';
import { pptxFile, slideShape, xlsxFile } from '../../test/parsing/open-xml-files.fixture.ts';
import { parseBytes, parseBytesInProcess } from '../../test/parsing/parse-bytes.fixture.ts';
import type { ZipEntry } from '../../test/parsing/zip-file.fixture.ts';

// Each parse starts a process, which takes a long time on a busy machine.
jest.setTimeout(60_000);

const overLimit = (limit: string) => ({ code: 'VAL_FIELD_TOO_LONG', status: 413, details: { limit } });
const corrupt = { code: 'VAL_VALIDATION_FAILED', details: { reason: 'corrupt' } };
const MIB = 1_048_576;

interface FileOptions {
  doctype?: string;
  more?: readonly ZipEntry[];
}

const FORMATS: [string, (text: string, options?: FileOptions) => Buffer][] = [
  [
    'a.xlsx',
    (text, options) => xlsxFile({ Log: `<row><c t="inlineStr"><is><t>${text}</t></is></c></row>` }, options),
  ],
  ['a.odt', (text, options) => odtFile(`<text:p>${text}</text:p>`, options)],
  ['a.pptx', (text, options) => pptxFile([slideShape(text)], options)],
];

// See docs/security-model.md#threat-17-upload-bombs.
describe.each(FORMATS)('the document parser: upload bombs in %s (threat 17)', (filename, fileOf) => {
  test('rejects an archive whose unpacked size is more than 100 times its packed size', async () => {
    const more = [{ name: 'media/a.bin', content: Buffer.alloc(50 * MIB) }];
    await expect(parseBytesInProcess(filename, fileOf('x', { more }))).rejects.toMatchObject(
      overLimit('zip_ratio'),
    );
  });

  test('rejects an archive that unpacks to more than 200 MiB', async () => {
    const zeros = Buffer.alloc(10 * MIB);
    const more = Array.from({ length: 20 }, (_, index) => ({ name: `media/${index}`, content: zeros }));
    const noise = { name: 'noise', content: randomBytes(3 * MIB) };
    await expect(
      parseBytesInProcess(filename, fileOf('x', { more: [noise, ...more] })),
    ).rejects.toMatchObject(overLimit('unpacked_size'));
  });

  test('rejects an archive of more than 10,000 files', async () => {
    const more = Array.from({ length: 10_001 }, (_, index) => ({ name: `${index}`, content: '' }));
    await expect(parseBytesInProcess(filename, fileOf('x', { more }))).rejects.toMatchObject(
      overLimit('zip_entries'),
    );
  });

  test('rejects 60,000 nested elements', async () => {
    await expect(parseBytes(filename, fileOf('<x>'.repeat(60_000)))).rejects.toMatchObject(
      overLimit('nesting'),
    );
  });

  test('rejects a file whose text exceeds the text limit', async () => {
    const limits = { textLength: 1000 };
    await expect(parseBytes(filename, fileOf('x'.repeat(1001)), limits)).rejects.toMatchObject(
      overLimit('text_length'),
    );
  });
});

describe('the document parser: references to the same text (threat 17)', () => {
  test('rejects a row that refers 100,000 times to a shared string of 10,000 characters', async () => {
    const rows = `<row>${'<c t="s"><v>0</v></c>'.repeat(100_000)}</row>`;
    const file = xlsxFile({ Log: rows }, { strings: `<si><t>${'x'.repeat(10_000)}</t></si>` });
    await expect(parseBytesInProcess('a.xlsx', file)).rejects.toMatchObject(overLimit('text_length'));
  });

  test('reads a sheet that the workbook lists twice only once', async () => {
    const workbook = '<sheets><sheet name="Copy" r:id="s0"/></sheets>';
    const file = xlsxFile({ Log: '<row><c><v>7</v></c></row>' }, { workbook });
    expect((await parseBytesInProcess('a.xlsx', file)).text).toBe('Copy\n\n7');
  });

  test('reads a slide that the presentation lists twice only once', async () => {
    const more = [
      {
        name: 'ppt/presentation.xml',
        content: '<p:presentation><p:sldId r:id="s0"/><p:sldId r:id="s0"/></p:presentation>',
      },
    ];
    const file = pptxFile([slideShape('Tea')], { more });
    expect((await parseBytesInProcess('a.pptx', file)).text).toBe('Tea');
  });

  test('rejects a sheet whose directory entry declares a wrong size', async () => {
    const sheet = { name: 'xl/worksheets/s0.xml', content: ' '.repeat(MIB), declaredBytes: 100 };
    await expect(
      parseBytesInProcess('a.xlsx', xlsxFile({ Log: '' }, { more: [sheet] })),
    ).rejects.toMatchObject(corrupt);
  });
});

// See docs/security-model.md#threat-18-xml-entities-and-active-content.
describe('the document parser: XML entities in office files (threat 18)', () => {
  const LAUGHS =
    '<!DOCTYPE x [<!ENTITY a "lollol"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]>';

  test.each(FORMATS)('does not expand entities in %s', async (filename, fileOf) => {
    const { text } = await parseBytesInProcess(filename, fileOf('before &b; &f; after', { doctype: LAUGHS }));
    expect(text).toContain('before');
    expect(text).not.toMatch(/lollol|root:/);
  });
});

// See docs/security-model.md#threat-19-path-traversal.
describe('the document parser: path traversal in office files (threat 19)', () => {
  test.each(FORMATS)(
    'rejects an entry of %s whose path is outside of the archive',
    async (filename, fileOf) => {
      const more = [{ name: '../../etc/passwd', content: 'x' }];
      await expect(parseBytesInProcess(filename, fileOf('x', { more }))).rejects.toMatchObject(corrupt);
    },
  );

  test('ignores a reference to a path outside of the archive', async () => {
    const relationships = {
      name: 'xl/_rels/workbook.xml.rels',
      content:
        '<Relationships><Relationship Id="s0" Type="x/worksheet" Target="../../../etc/passwd"/></Relationships>',
    };
    const file = xlsxFile({ Log: '<row><c><v>1</v></c></row>' }, { more: [relationships] });
    await expect(parseBytesInProcess('a.xlsx', file)).rejects.toMatchObject({
      details: { reason: 'no_text' },
    });
  });
});
