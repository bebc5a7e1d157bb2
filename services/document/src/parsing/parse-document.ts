import { documentTypeOf } from './document-type.ts';
import { DEFAULT_PARSE_LIMITS } from './parse-limits.ts';
import type { ParseLimits } from './parse-limits.ts';
import type { ParsedDocument } from './parsed-document.ts';
import type { ChunkedDocument } from './parser-messages.ts';
import { runParserProcess } from './run-parser-process.ts';

export interface ParseOptions {
  /** Path of a file that does not change during parsing. */
  filePath: string;
  /** Name of the uploaded file. Its extension determines the expected type. */
  filename: string;
  /** Overrides of {@link DEFAULT_PARSE_LIMITS}. */
  limits?: Partial<ParseLimits> | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Extracts the text of a file and its structure in a separate sandboxed process, which has ended when the
 * promise settles. Safe for untrusted files.
 *
 * @throws VAL_VALIDATION_FAILED if the type is not supported or the file is empty, damaged, encrypted,
 *   without text, or of another type than its extension; `details.reason` names the reason.
 *   VAL_FIELD_TOO_LONG (413) if a limit is exceeded; `details.limit` names the limit.
 * @see docs/security-model.md#untrusted-files
 */
export async function parseDocument(options: ParseOptions): Promise<ParsedDocument> {
  const reply = await run(options, 'document');
  if (reply.kind !== 'document')
    throw new Error(`The parser sent a reply of the kind ${reply.kind}. Expected a document.`);
  return reply.document;
}

/**
 * Parses a file like {@link parseDocument} and splits its text into chunks. Both run in the separate process,
 * because chunking a large text would block the event loop of this process for seconds.
 *
 * @throws the errors of {@link parseDocument}
 */
export async function parseAndChunk(options: ParseOptions): Promise<ChunkedDocument> {
  const reply = await run(options, 'chunks');
  if (reply.kind !== 'chunks')
    throw new Error(`The parser sent a reply of the kind ${reply.kind}. Expected chunks.`);
  return reply.document;
}

async function run({ filePath, filename, limits, signal }: ParseOptions, output: 'document' | 'chunks') {
  documentTypeOf(filename);
  return runParserProcess(
    { filePath, filename, output, limits: { ...DEFAULT_PARSE_LIMITS, ...limits } },
    signal,
  );
}
