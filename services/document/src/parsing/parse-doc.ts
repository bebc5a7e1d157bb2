import WordExtractor from 'word-extractor';
import { createDocumentBuilder } from './document-builder.ts';
import type { FormatParser } from './format-parser.ts';
import { unreadable } from './parse-errors.ts';
import { contentMismatch, isOle } from './sniff-content.ts';

/** Parses Word 97 to 2003 documents: paragraphs, text boxes and notes. Does not read styles, so there are no sections. */
export const parseDoc: FormatParser = async ({ bytes, type, limits }) => {
  const { buffer, byteOffset, byteLength } = await bytes();
  const content = Buffer.from(buffer, byteOffset, byteLength);
  if (content.length === 0) throw unreadable('empty', 'The file is empty. Upload a file with text.');
  if (!isOle(content)) throw await contentMismatch(content, type.extension);
  const header = wordHeader(content);
  if (!header) throw await contentMismatch(content, type.extension);
  if (header.isEncrypted) {
    throw unreadable(
      'encrypted',
      'The document is password-protected. Remove the password and upload it again.',
    );
  }
  const document = await new WordExtractor().extract(content).catch((error: unknown) => {
    if (error instanceof RangeError && /call stack/.test(error.message)) throw error;
    throw unreadable(
      'corrupt',
      'The Word document is damaged. Save it as .docx and upload the new file.',
      error,
    );
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
      // Table cells end with a tab.
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

/**
 * Finds the file information block, which contains the encryption flag. It is at the start of the stream
 * WordDocument, and therefore at the start of a sector. Returns undefined if the file is not a Word document.
 *
 * @see MS-DOC section 2.5.2
 */
function wordHeader(content: Buffer): { isEncrypted: boolean } | undefined {
  for (let offset = SECTOR_BYTES; offset + 32 <= content.length; offset += SECTOR_BYTES) {
    if (content.readUInt16LE(offset) === WORD_IDENT) {
      return { isEncrypted: (content.readUInt16LE(offset + FLAGS_OFFSET) & ENCRYPTED_FLAG) !== 0 };
    }
  }
  return undefined;
}
