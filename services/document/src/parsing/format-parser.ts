import type { DocumentType } from './document-type.ts';
import type { ParseLimits } from './parse-limits.ts';
import type { ParsedDocument } from './parsed-document.ts';

/** File to parse. */
export interface ParserInput {
  filePath: string;
  type: DocumentType;
  limits: ParseLimits;
  /** Reads the whole file, for formats that cannot be streamed. */
  bytes(): Promise<Uint8Array<ArrayBuffer>>;
}

/**
 * Parses one file format. Runs in the parser process only.
 *
 * @throws VAL_VALIDATION_FAILED if the file cannot be parsed; VAL_FIELD_TOO_LONG (413) if it exceeds a limit. All other
 *   errors are treated as a damaged file.
 */
export type FormatParser = (input: ParserInput) => Promise<ParsedDocument>;
