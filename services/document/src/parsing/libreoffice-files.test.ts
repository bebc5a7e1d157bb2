import { readFile } from 'node:fs/promises';
import { describe, expect, test } from '@jest/globals';
import { parseBytesInProcess } from '../../test/parsing/parse-bytes.fixture.ts';
import type { ParsedDocument } from './parsed-document.ts';

const FOLDER = new URL('../../test/parsing/libreoffice/', import.meta.url);

/** Formats a document with one line per property and per block. */
function format({ title, authors = [], text, blocks }: ParsedDocument): string {
  const lines = blocks.map(({ kind, page, chapter, section = '', start, end }) => {
    const position =
      page !== undefined ? `page ${page}, ` : chapter !== undefined ? `chapter ${chapter}, ` : '';
    return `${kind} [${position}${section}] ${text.slice(start, end).replaceAll('\n', '\\n')}`;
  });
  return [`title: ${title ?? ''}`, `authors: ${authors.join('; ')}`, ...lines, ''].join('\n');
}

// See the README.md of the folder.
describe('files that LibreOffice wrote', () => {
  test.each(['report.odt', 'report.docx', 'report.rtf', 'ships.xlsx', 'slides.pptx', 'japanese.pdf'])(
    '%s is parsed into the expected title, authors, sections and text',
    async (name) => {
      const document = await parseBytesInProcess(name, await readFile(new URL(name, FOLDER)));
      expect(format(document)).toBe(await readFile(new URL(`${name}.txt`, FOLDER), 'utf8'));
    },
  );
});
