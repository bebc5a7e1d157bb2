import { extname } from 'node:path';
import { unsupportedType } from './parse-errors.ts';

export type DocumentFormat =
  | 'text'
  | 'markdown'
  | 'pdf'
  | 'epub'
  | 'doc'
  | 'docx'
  | 'xlsx'
  | 'pptx'
  | 'odt'
  | 'rtf'
  | 'html'
  | 'json'
  | 'yaml'
  | 'code'
  | 'delimited';

export interface DocumentType {
  /** Extension in lower case, with its dot. */
  extension: string;
  format: DocumentFormat;
  contentType: string;
}

/** Supported file types. @see docs/reference/documents.md#supported-file-types */
export const DOCUMENT_TYPES: readonly DocumentType[] = [
  { extension: '.txt', format: 'text', contentType: 'text/plain' },
  { extension: '.md', format: 'markdown', contentType: 'text/markdown' },
  { extension: '.pdf', format: 'pdf', contentType: 'application/pdf' },
  { extension: '.epub', format: 'epub', contentType: 'application/epub+zip' },
  { extension: '.doc', format: 'doc', contentType: 'application/msword' },
  {
    extension: '.docx',
    format: 'docx',
    contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  },
  {
    extension: '.xlsx',
    format: 'xlsx',
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  },
  {
    extension: '.pptx',
    format: 'pptx',
    contentType: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  },
  { extension: '.odt', format: 'odt', contentType: 'application/vnd.oasis.opendocument.text' },
  { extension: '.rtf', format: 'rtf', contentType: 'application/rtf' },
  { extension: '.html', format: 'html', contentType: 'text/html' },
  { extension: '.htm', format: 'html', contentType: 'text/html' },
  { extension: '.json', format: 'json', contentType: 'application/json' },
  { extension: '.yaml', format: 'yaml', contentType: 'application/x-yaml' },
  { extension: '.yml', format: 'yaml', contentType: 'application/x-yaml' },
  { extension: '.py', format: 'code', contentType: 'text/x-python' },
  { extension: '.js', format: 'code', contentType: 'application/javascript' },
  { extension: '.ts', format: 'code', contentType: 'text/x-typescript' },
  { extension: '.go', format: 'code', contentType: 'text/x-go' },
  { extension: '.rs', format: 'code', contentType: 'text/x-rust' },
  { extension: '.java', format: 'code', contentType: 'text/x-java' },
  { extension: '.c', format: 'code', contentType: 'text/x-c' },
  { extension: '.h', format: 'code', contentType: 'text/x-c' },
  { extension: '.cc', format: 'code', contentType: 'text/x-c++' },
  { extension: '.cpp', format: 'code', contentType: 'text/x-c++' },
  { extension: '.hpp', format: 'code', contentType: 'text/x-c++' },
  { extension: '.kt', format: 'code', contentType: 'text/x-kotlin' },
  { extension: '.swift', format: 'code', contentType: 'text/x-swift' },
  { extension: '.php', format: 'code', contentType: 'application/x-php' },
  { extension: '.rb', format: 'code', contentType: 'text/x-ruby' },
  { extension: '.sh', format: 'code', contentType: 'application/x-sh' },
  { extension: '.sql', format: 'code', contentType: 'application/sql' },
  { extension: '.xml', format: 'code', contentType: 'application/xml' },
  { extension: '.csv', format: 'delimited', contentType: 'text/csv' },
  { extension: '.tsv', format: 'delimited', contentType: 'text/tab-separated-values' },
];

const byExtension = new Map(DOCUMENT_TYPES.map((type) => [type.extension, type]));

/**
 * Returns the document type for the extension of a file name, ignoring case.
 *
 * @throws VAL_VALIDATION_FAILED if the extension is not in {@link DOCUMENT_TYPES}
 */
export function documentTypeOf(filename: string): DocumentType {
  const extension = extname(filename).toLowerCase();
  const type = byExtension.get(extension);
  if (!type) throw unsupportedType(extension, [...byExtension.keys()]);
  return type;
}
