import type { DocumentType } from './document-type.ts';
import type { ParseLimits } from './parse-limits.ts';
import type { ParsedDocument } from './parsed-document.ts';

export interface ParserInput {
  filePath: string;
  type: DocumentType;
  limits: ParseLimits;
  /** The whole file; for formats that cannot be read piece by piece. */
  bytes(): Promise<Uint8Array<ArrayBuffer>>;
}

/**
 * Reads one format. Runs inside the parser process only.
 *
 * @throws VAL_VALIDATION_FAILED for what it cannot read, VAL_FIELD_TOO_LONG (413) over a limit; any
 *   other error counts as a corrupt file
 */
export type FormatParser = (input: ParserInput) => Promise<ParsedDocument>;
