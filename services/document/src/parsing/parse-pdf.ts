import { fileURLToPath } from 'node:url';
import './pdf-canvas-stub.ts';
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { createDocumentBuilder } from './document-builder.ts';
import { documentProperties } from './document-properties.ts';
import type { DocumentProperties } from './document-properties.ts';
import type { FormatParser } from './format-parser.ts';
import { parserLimitExceeded, unreadable } from './parse-errors.ts';
import { readOutline } from './pdf-outline.ts';
import { readPage } from './pdf-page.ts';
import type { PageLine } from './pdf-page.ts';
import { appendPage, bodyFontSize } from './pdf-paragraphs.ts';
import { contentMismatch, isPdf } from './sniff-content.ts';

const MAX_DAMAGED_PAGES = 100;

/** Parses PDF into paragraphs per page. Sections come from the outline or, without one, from font sizes. */
export const parsePdf: FormatParser = async ({ bytes, type, limits }) => {
  const content = await bytes();
  if (content.length === 0) throw unreadable('empty', 'The file is empty. Upload a file with text.');
  if (!isPdf(content)) throw await contentMismatch(content, type.extension);
  const pdf = await open(content);
  // Checked before the pages are read, because reading them takes most of the time.
  if (pdf.numPages > limits.pages) {
    throw parserLimitExceeded(
      'pages',
      `The PDF has ${pdf.numPages} pages. Split it into documents of at most ${limits.pages} pages.`,
    );
  }
  const pages = await readPages(pdf, limits.textLength);
  const outline = await readOutline(pdf);
  const builder = createDocumentBuilder(limits);
  const bodySize = bodyFontSize(pages);
  pages.forEach((lines, index) => appendPage(builder, lines, { page: index + 1, outline, bodySize }));
  if (builder.isEmpty) {
    throw unreadable(
      'no_text',
      'The PDF contains no text. If it is a scan, run text recognition (OCR) and upload the result.',
    );
  }
  const document = builder.finish(type.contentType);
  const { text, blocks } = document;
  const heading = blocks.find(({ kind, level, page }) => kind === 'heading' && level === 1 && page === 1);
  return { ...document, ...(await readProperties(pdf, heading && text.slice(heading.start, heading.end))) };
};

/** Matches titles that programs write if the author did not enter a title. */
const PLACEHOLDER_TITLE = /^(?:untitled|document\d*|(?:untitled|document)\.\w+)$/i;

/** Reads the title and the authors in the XMP metadata and the document information. Ignores damaged metadata. */
async function readProperties(
  pdf: PDFDocumentProxy,
  heading: string | undefined,
): Promise<DocumentProperties> {
  const found = await pdf.getMetadata().catch(() => null);
  if (!found) return documentProperties([heading]);
  const { Title, Author } = found.info as { Title?: unknown; Author?: unknown };
  const { metadata } = found;
  const titles = [metadata?.get('dc:title'), Title].map((title: unknown) =>
    typeof title === 'string' ? title.replace(/^Microsoft (?:Word|PowerPoint|Excel) - /, '') : '',
  );
  const creators: unknown = metadata?.get('dc:creator');
  return documentProperties(
    [...titles.filter((title) => !PLACEHOLDER_TITLE.test(title.trim())), heading],
    [creators, Author].flat(),
  );
}

async function open(data: Uint8Array<ArrayBuffer>): Promise<PDFDocumentProxy> {
  try {
    return await getDocument({
      data,
      verbosity: VerbosityLevel.ERRORS,
      // The character maps are needed for text in the predefined East Asian encodings.
      cMapUrl: resourceFolder('cmaps'),
      cMapPacked: true,
      standardFontDataUrl: resourceFolder('standard_fonts'),
      isEvalSupported: false,
      useSystemFonts: false,
      disableFontFace: true,
      useWasm: false,
    }).promise;
  } catch (error) {
    if ((error as { name?: unknown }).name === 'PasswordException') {
      throw unreadable(
        'encrypted',
        'The PDF is password-protected. Remove the password and upload it again.',
        error,
      );
    }
    throw unreadable(
      'corrupt',
      'The PDF is damaged or incomplete. Export it again and upload the new copy.',
      error,
    );
  }
}

function resourceFolder(name: string): string {
  return fileURLToPath(new URL(`${name}/`, import.meta.resolve('pdfjs-dist/package.json')));
}

/** Returns the lines of each page. Damaged pages have no lines. */
async function readPages(pdf: PDFDocumentProxy, textLength: number): Promise<PageLine[][]> {
  const pages: PageLine[][] = [];
  let damagedPages = 0;
  let length = 0;
  for (let number = 1; number <= pdf.numPages && length <= textLength; number++) {
    try {
      const lines = await readPage(await pdf.getPage(number));
      for (const line of lines) length += line.text.length;
      pages.push(lines);
    } catch (error) {
      if (++damagedPages > MAX_DAMAGED_PAGES || pdf.numPages === damagedPages) {
        throw unreadable(
          'corrupt',
          'The pages of the PDF are damaged. Export it again and upload the new copy.',
          error,
        );
      }
      pages.push([]);
    }
  }
  return pages;
}
