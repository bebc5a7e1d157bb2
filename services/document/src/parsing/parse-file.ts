import { readFile } from 'node:fs/promises';
import { isAppError } from '@loci/core';
import type { DocumentFormat, DocumentType } from './document-type.ts';
import type { FormatParser } from './format-parser.ts';
import { parserLimitExceeded, unreadable } from './parse-errors.ts';
import type { ParseLimits } from './parse-limits.ts';
import type { ParsedDocument } from './parsed-document.ts';

/** Functions that load a parser by format. A parser process loads only the libraries that it needs. */
const PARSERS: Readonly<Record<DocumentFormat, () => Promise<FormatParser>>> = {
  text: async () => (await import('./parse-plain-text.ts')).parsePlainText,
  markdown: async () => (await import('./parse-markdown.ts')).parseMarkdown,
  code: async () => (await import('./parse-code.ts')).parseCode,
  delimited: async () => (await import('./parse-delimited.ts')).parseDelimited,
  json: async () => (await import('./parse-json.ts')).parseJson,
  yaml: async () => (await import('./parse-yaml.ts')).parseYaml,
  html: async () => (await import('./parse-html.ts')).parseHtml,
  epub: async () => (await import('./parse-epub.ts')).parseEpub,
  docx: async () => (await import('./parse-docx.ts')).parseDocx,
  xlsx: async () => (await import('./parse-xlsx.ts')).parseXlsx,
  pptx: async () => (await import('./parse-pptx.ts')).parsePptx,
  odt: async () => (await import('./parse-odt.ts')).parseOdt,
  rtf: async () => (await import('./parse-rtf.ts')).parseRtf,
  doc: async () => (await import('./parse-doc.ts')).parseDoc,
  pdf: async () => (await import('./parse-pdf.ts')).parsePdf,
};

/**
 * Parses a file in this process, without limits on time and memory. Untrusted files must be parsed with
 * {@link parseDocument} instead.
 *
 * @throws VAL_VALIDATION_FAILED if the file cannot be parsed; VAL_FIELD_TOO_LONG (413) if it exceeds a limit
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
    throw isAppError(error) ? error : toParseError(error);
  }
}

/** Maps an error of a parser library to an `AppError`. */
function toParseError(error: unknown): Error {
  const message = String((error as { message?: unknown }).message);
  if (/call stack/i.test(message)) {
    return parserLimitExceeded(
      'nesting',
      'The document is nested too deeply. Simplify its structure.',
      error,
    );
  }
  if (/Invalid (?:string|array|typed array) length|allocation failed/i.test(message)) {
    return parserLimitExceeded(
      'memory',
      'Parsing the document takes too much memory. Split it into smaller documents.',
      error,
    );
  }
  return unreadable(
    'corrupt',
    'The file is damaged or incomplete. Export it again and upload the new copy.',
    error,
  );
}
