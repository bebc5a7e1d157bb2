/**
 * Entry point of the process that parses one untrusted file, replies, and exits. `run-parser-process.ts` starts it in a
 * sandbox.
 */
import { isAppError } from '@loci/core';
import type { AppError } from '@loci/core';
import { chunkDocument } from '../chunking/chunk-document.ts';
import { documentTypeOf } from './document-type.ts';
import { parseFile } from './parse-file.ts';
import type { ParserFailure, ParserReply, ParserRequest } from './parser-messages.ts';

process.once('message', (request: ParserRequest) => {
  void parse(request).then((reply) => process.send!(reply, () => process.exit(0)));
});
process.once('disconnect', () => process.exit(1));

async function parse({ filePath, filename, limits, output }: ParserRequest): Promise<ParserReply> {
  try {
    const document = await parseFile(filePath, documentTypeOf(filename), limits);
    if (output === 'document') return { kind: 'document', document };
    const { text, blocks, ...rest } = document;
    return { kind: 'chunks', document: { ...rest, chunks: chunkDocument({ text, blocks }) } };
  } catch (error) {
    if (!isAppError(error)) throw error;
    return { kind: 'failure', failure: failureOf(error) };
  }
}

function failureOf(error: AppError): ParserFailure {
  const { code, message, status, details, fieldErrors, cause } = error;
  return {
    code,
    message,
    status,
    details: details ?? undefined,
    fieldErrors: fieldErrors ?? undefined,
    cause: cause === undefined ? undefined : String((cause as { stack?: unknown }).stack ?? cause),
  };
}
