import type { ErrorCode, FieldErrors } from '@loci/core';
import type { Chunk } from '../chunking/chunk.ts';
import type { ParseLimits } from './parse-limits.ts';
import type { ParsedDocument } from './parsed-document.ts';

/** What the parser process is asked. */
export interface ParserRequest {
  filePath: string;
  filename: string;
  limits: ParseLimits;
  output: 'document' | 'chunks';
}

export interface ChunkedDocument {
  contentType: string;
  chunks: Chunk[];
}

/** What it answers, once. */
export type ParserReply =
  | { kind: 'document'; document: ParsedDocument }
  | { kind: 'chunks'; document: ChunkedDocument }
  | { kind: 'failure'; failure: ParserFailure };

/** An `AppError` on its way between two processes. */
export interface ParserFailure {
  code: ErrorCode;
  message: string;
  status: number | undefined;
  details: Record<string, unknown> | undefined;
  fieldErrors: FieldErrors | undefined;
  /** The stack of what a library threw, for the log. */
  cause: string | undefined;
}
