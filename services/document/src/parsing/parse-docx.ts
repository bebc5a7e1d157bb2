import mammoth from 'mammoth';
import { createDocumentBuilder } from './document-builder.ts';
import { documentProperties } from './document-properties.ts';
import { placeNotes } from './docx-notes.ts';
import type { WordDocument } from './docx-notes.ts';
import { firstHeading } from './first-heading.ts';
import type { FormatParser } from './format-parser.ts';
import { appendHtml } from './html-blocks.ts';
import { openOfficeFile } from './office-file.ts';
import { readOfficeProperties } from './office-properties.ts';
import { unreadable } from './parse-errors.ts';
import { readXml } from './zip-archive.ts';
import type { ZipArchive } from './zip-archive.ts';

/** Matches the content type of the main part of a Word document. */
const WORD_PART = /wordprocessingml\.(?:document|template)|ms-word\.document/;

/** Maps the styles of titles. Ignores tables of contents, because they repeat the headings. */
const STYLE_MAP = [
  "p[style-name='Title'] => h1:fresh",
  "p[style-name='Subtitle'] => p:fresh",
  "p[style-name='TOC Heading'] => !",
  "p[style-name^='toc '] => !",
];

/** Parses Word documents (Office Open XML): headings, paragraphs, lists, tables and notes. */
export const parseDocx: FormatParser = async ({ filePath, type, limits }) => {
  const zip = await openOfficeFile({ filePath, type, limits }, WORD_PART);
  try {
    await zip.verifyAll();
    const builder = createDocumentBuilder(limits);
    appendHtml(builder, await toHtml(zip));
    const document = builder.finish(type.contentType);
    return {
      ...document,
      ...documentProperties([firstHeading(document)]),
      ...(await readOfficeProperties(zip)),
    };
  } finally {
    zip.close();
  }
};

/**
 * Matches the tags around a text with a reading aid above it. mammoth would ignore these elements with their
 * text.
 */
const RUBY_TAG = /<\/?(?:\w+:)?ruby(?:Base)?>/g;

async function toHtml(zip: ZipArchive): Promise<string> {
  const file = {
    exists: (path: string) => zip.has(path),
    read: async (path: string) => (await readXml(zip, path)).replace(RUBY_TAG, ''),
  };
  try {
    const { value } = await mammoth.convertToHtml(
      // mammoth unpacks files itself unless it receives an object with these methods, which its types omit.
      { file } as unknown as Parameters<typeof mammoth.convertToHtml>[0],
      {
        styleMap: STYLE_MAP,
        transformDocument: (document: WordDocument) => placeNotes(document),
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
