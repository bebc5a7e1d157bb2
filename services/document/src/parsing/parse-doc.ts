import WordExtractor from 'word-extractor';
import { createDocumentBuilder } from './document-builder.ts';
import type { FormatParser } from './format-parser.ts';
import { unreadable } from './parse-errors.ts';
import { contentMismatch, isOle } from './sniff-content.ts';

/** Word 97 to 2003: paragraphs, text boxes and notes. The format's styles are not read, so there are no sections. */
export const parseDoc: FormatParser = async ({ bytes, type, limits }) => {
  const { buffer, byteOffset, byteLength } = await bytes();
  const content = Buffer.from(buffer, byteOffset, byteLength);
  if (content.length === 0) throw unreadable('empty', 'The file is empty. Upload a file with text in it.');
  if (!isOle(content)) throw await contentMismatch(content, type.extension);
  const header = wordHeader(content);
  if (!header) throw await contentMismatch(content, type.extension);
  if (header.isEncrypted) {
    throw unreadable(
      'encrypted',
      'The document is protected by a password. Remove the password and upload it again.',
    );
  }
  const document = await new WordExtractor().extract(content).catch((error: unknown) => {
    if (error instanceof RangeError && /call stack/.test(error.message)) throw error;
    throw unreadable('corrupt', 'The Word document is damaged. Save it as .docx and upload that.', error);
  });
  const builder = createDocumentBuilder(limits);
  const parts = [
    document.getBody(),
    document.getTextboxes({ includeHeadersAndFooters: false }),
    document.getFootnotes(),
    document.getEndnotes(),
  ];
  for (const part of parts) {
    for (const paragraph of part.split(/\n+/)) {
      // A table's cells end in tabs.
      const isRow = /\S\t/.test(paragraph);
      builder.add(isRow ? 'table' : 'paragraph', isRow ? paragraph.trim().replace(/\t+/g, ' | ') : paragraph);
    }
  }
  return builder.finish(type.contentType);
};

const SECTOR_BYTES = 512;
const WORD_IDENT = 0xa5ec;
const FLAGS_OFFSET = 10;
const ENCRYPTED_FLAG = 0x0100;

/** The file information block, which begins the stream WordDocument and so some sector ([MS-DOC] 2.5.2). */
function wordHeader(content: Buffer): { isEncrypted: boolean } | undefined {
  for (let offset = SECTOR_BYTES; offset + 32 <= content.length; offset += SECTOR_BYTES) {
    if (content.readUInt16LE(offset) === WORD_IDENT) {
      return { isEncrypted: (content.readUInt16LE(offset + FLAGS_OFFSET) & ENCRYPTED_FLAG) !== 0 };
    }
  }
  return undefined;
}
