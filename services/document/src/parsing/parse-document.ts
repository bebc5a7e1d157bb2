import { documentTypeOf } from './document-type.ts';
import { DEFAULT_PARSE_LIMITS } from './parse-limits.ts';
import type { ParseLimits } from './parse-limits.ts';
import type { ParsedDocument } from './parsed-document.ts';
import type { ChunkedDocument } from './parser-messages.ts';
import { runParserProcess } from './run-parser-process.ts';

export interface ParseOptions {
  /** A file on disk that nobody changes meanwhile. It is only read. */
  filePath: string;
  /** The name that it was uploaded under; its extension says what it should be. */
  filename: string;
  limits?: Partial<ParseLimits> | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * The text of a file and its structure. Whatever the file holds, this process lives on: the reading
 * happens in another one, which is gone when the promise settles.
 *
 * @throws VAL_VALIDATION_FAILED (422) for a type that is not supported and a file that cannot be read:
 *   empty, damaged, encrypted, without text, or not what its name says; `details.reason` says which.
 *   VAL_FIELD_TOO_LONG (413) over a limit, named by `details.limit`
 * @see SPEC.md "Documents"; DECISIONS.md "Documents"; AUTH-AND-MCP.md section 7, attacks 17 to 19
 */
export async function parseDocument(options: ParseOptions): Promise<ParsedDocument> {
  const reply = await run(options, 'document');
  if (reply.kind !== 'document') throw new Error(`The parser answered with ${reply.kind}`);
  return reply.document;
}

/**
 * {@link parseDocument} and `chunkDocument` in one, both in the other process: chunking a large file
 * would hold this one up for seconds.
 */
export async function parseAndChunk(options: ParseOptions): Promise<ChunkedDocument> {
  const reply = await run(options, 'chunks');
  if (reply.kind !== 'chunks') throw new Error(`The parser answered with ${reply.kind}`);
  return reply.document;
}

async function run({ filePath, filename, limits, signal }: ParseOptions, output: 'document' | 'chunks') {
  documentTypeOf(filename);
  return runParserProcess(
    { filePath, filename, output, limits: { ...DEFAULT_PARSE_LIMITS, ...limits } },
    signal,
  );
}
