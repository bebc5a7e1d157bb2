/**
 * The process that reads one file that nobody trusts, answers and ends. Started by
 * `run-parser-process.ts`, with rights to read the file and the code and nothing else.
 */
import { Worker } from 'node:worker_threads';
import { isAppError } from '@loci/core';
import type { AppError } from '@loci/core';
import { chunkDocument } from '../chunking/chunk-document.ts';
import { documentTypeOf } from './document-type.ts';
import { parseFile } from './parse-file.ts';
import type { ParserFailure, ParserReply, ParserRequest } from './parser-messages.ts';

process.once('message', (request: ParserRequest) => {
  void answer(request).then((reply) => process.send!(reply, () => process.exit(0)));
});
process.once('disconnect', () => process.exit(1));

async function answer({ filePath, filename, limits, output }: ParserRequest): Promise<ParserReply> {
  const watchdog = new Worker(new URL('./parser-watchdog.ts', import.meta.url), { workerData: limits });
  watchdog.unref();
  try {
    const document = await parseFile(filePath, documentTypeOf(filename), limits);
    if (output === 'document') return { kind: 'document', document };
    return {
      kind: 'chunks',
      document: { contentType: document.contentType, chunks: chunkDocument(document) },
    };
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
