import { readFile } from 'node:fs/promises';
import { isAppError } from '@loci/core';
import type { DocumentFormat, DocumentType } from './document-type.ts';
import type { FormatParser } from './format-parser.ts';
import { parserLimitExceeded, unreadable } from './parse-errors.ts';
import type { ParseLimits } from './parse-limits.ts';
import type { ParsedDocument } from './parsed-document.ts';

/** Each library is loaded when its first file comes, and only inside the parser process. */
const PARSERS: Readonly<Record<DocumentFormat, () => Promise<FormatParser>>> = {
  text: async () => (await import('./parse-plain-text.ts')).parsePlainText,
  markdown: async () => (await import('./parse-markdown.ts')).parseMarkdown,
  code: async () => (await import('./parse-code.ts')).parseCode,
  json: async () => (await import('./parse-json.ts')).parseJson,
  yaml: async () => (await import('./parse-yaml.ts')).parseYaml,
  html: async () => (await import('./parse-html.ts')).parseHtml,
  epub: async () => (await import('./parse-epub.ts')).parseEpub,
  docx: async () => (await import('./parse-docx.ts')).parseDocx,
  doc: async () => (await import('./parse-doc.ts')).parseDoc,
  pdf: async () => (await import('./parse-pdf.ts')).parsePdf,
};

/**
 * Reads a file in this very process, without limits on time and memory: {@link parseDocument} is the
 * safe way in.
 *
 * @throws VAL_VALIDATION_FAILED or VAL_FIELD_TOO_LONG (413), nothing else
 */
export async function parseFile(
  filePath: string,
  type: DocumentType,
  limits: ParseLimits,
): Promise<ParsedDocument> {
  const parse = await PARSERS[type.format]();
  try {
    return await parse({
      filePath,
      type,
      limits,
      bytes: async () => {
        const { buffer, byteOffset, byteLength } = await readFile(filePath);
        return new Uint8Array(buffer, byteOffset, byteLength);
      },
    });
  } catch (error) {
    throw isAppError(error) ? error : readingFailure(error);
  }
}

/** What a library throws at a file that it cannot make sense of. */
function readingFailure(error: unknown): Error {
  const message = String((error as { message?: unknown }).message);
  if (/call stack/i.test(message)) {
    return parserLimitExceeded('nesting', 'The document is nested too deeply to be read.', error);
  }
  if (/Invalid (?:string|array|typed array) length|allocation failed/i.test(message)) {
    return parserLimitExceeded(
      'memory',
      'Reading the document takes too much memory. Split it into smaller ones.',
      error,
    );
  }
  return unreadable(
    'corrupt',
    'The file is damaged or incomplete. Export it again and upload the new copy.',
    error,
  );
}
