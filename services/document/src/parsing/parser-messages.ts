import type { ErrorCode, FieldErrors } from '@loci/core';
import type { Chunk } from '../chunking/chunk.ts';
import type { DocumentProperties } from './document-properties.ts';
import type { ParseLimits } from './parse-limits.ts';
import type { ParsedDocument } from './parsed-document.ts';

/** Request to the parser process. */
export interface ParserRequest {
  filePath: string;
  filename: string;
  limits: ParseLimits;
  output: 'document' | 'chunks';
}

/** Chunks of a parsed file. */
export interface ChunkedDocument extends DocumentProperties {
  contentType: string;
  chunks: Chunk[];
}

/** Reply of the parser process, which sends exactly one reply. */
export type ParserReply =
  | { kind: 'document'; document: ParsedDocument }
  | { kind: 'chunks'; document: ChunkedDocument }
  | { kind: 'failure'; failure: ParserFailure };

/** Serialized `AppError`. */
export interface ParserFailure {
  code: ErrorCode;
  message: string;
  status: number | undefined;
  details: Record<string, unknown> | undefined;
  fieldErrors: FieldErrors | undefined;
  /** Stack trace of the underlying library error, for the log. */
  cause: string | undefined;
}
