import { readFile } from 'node:fs/promises';
import mammoth from 'mammoth';
import { createDocumentBuilder } from './document-builder.ts';
import { documentProperties } from './document-properties.ts';
import type { DocumentProperties } from './document-properties.ts';
import { firstHeading } from './first-heading.ts';
import type { FormatParser } from './format-parser.ts';
import { appendHtml } from './html-blocks.ts';
import { openOfficeFile } from './office-file.ts';
import { readOfficeProperties } from './office-properties.ts';
import { unreadable } from './parse-errors.ts';

/** Matches the content type of the main part of a Word document. */
const WORD_PART = /wordprocessingml\.(?:document|template)|ms-word\.document/;

/** Parses Word documents (Office Open XML): headings, paragraphs, lists, tables and notes. */
export const parseDocx: FormatParser = async ({ filePath, type, limits }) => {
  const zip = await openOfficeFile({ filePath, type, limits }, WORD_PART);
  let properties: DocumentProperties;
  try {
    // mammoth unpacks without size limits, so the sizes are verified first.
    await zip.verifyAll();
    properties = await readOfficeProperties(zip);
  } finally {
    zip.close();
  }
  const builder = createDocumentBuilder(limits);
  appendHtml(builder, await toHtml(filePath));
  const document = builder.finish(type.contentType);
  return { ...document, ...documentProperties([firstHeading(document)]), ...properties };
};

async function toHtml(filePath: string): Promise<string> {
  try {
    const { value } = await mammoth.convertToHtml(
      { buffer: await readFile(filePath) },
      {
        styleMap: ["p[style-name='Title'] => h1:fresh", "p[style-name='Subtitle'] => p:fresh"],
        convertImage: mammoth.images.imgElement(() => Promise.resolve({ src: '' })),
        externalFileAccess: false,
      },
    );
    return value;
  } catch (error) {
    if (error instanceof RangeError) throw error;
    throw unreadable(
      'corrupt',
      'The Word document is damaged. Save it as .docx again and upload the new copy.',
      error,
    );
  }
}
