import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { AppError } from '@loci/core';
import { parserLimitExceeded } from './parse-errors.ts';
import type { ParserFailure, ParserReply, ParserRequest } from './parser-messages.ts';
import { forkSandboxedProcess } from './sandbox/fork-sandboxed-process.ts';

const ENTRY = fileURLToPath(new URL('./parser-process.ts', import.meta.url));
const KEPT_STDERR_LENGTH = 4_000;

/**
 * Parses one file in a separate sandboxed process and waits for the process to end.
 *
 * A worker thread is not sufficient, because it aborts the whole process if it runs out of memory inside V8
 * (a growing `Map`, a long `split`).
 *
 * @throws the error that the parser threw; `VAL_FIELD_TOO_LONG` (413) if the parser exceeded its time limit
 *   or memory limit; the reason of `signal` if `signal` is aborted. The process has ended when the promise
 *   settles.
 * @see docs/decisions/0003-parse-files-in-child-processes.md
 */
export async function runParserProcess(request: ParserRequest, signal?: AbortSignal): Promise<ParserReply> {
  signal?.throwIfAborted();
  const child = await forkSandboxedProcess(ENTRY, request.filePath, request.limits);
  const { timeoutMs } = request.limits;
  let reply: ParserReply | undefined;
  let stderr = '';
  let isTimedOut = false;

  const kill = (): void => void child.kill('SIGKILL');
  const timer = setTimeout(() => {
    isTimedOut = true;
    kill();
  }, timeoutMs);
  signal?.addEventListener('abort', kill, { once: true });
  child.on('message', (message) => (reply = message as ParserReply));
  child.stderr?.setEncoding('utf8').on('data', (part: string) => {
    stderr = (stderr + part).slice(-KEPT_STDERR_LENGTH);
  });

  try {
    if (signal?.aborted) kill();
    else child.send(request);
    const exitCode = await ended(child);
    if (reply?.kind === 'failure') throw errorOf(reply.failure);
    if (reply) return reply;
    signal?.throwIfAborted();
    throw isTimedOut ? timeoutError(timeoutMs) : crashError(exitCode, stderr);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', kill);
    kill();
  }
}

/** Resolves with the exit code when the process has ended and all of its output has been read. */
function ended(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once('close', resolve);
    if (child.pid === undefined) child.once('error', reject);
  });
}

/** Creates the error for a process that ended without a reply. A regular exit without a reply is a bug. */
function crashError(exitCode: number | null, stderr: string): AppError {
  const isOutOfMemory = exitCode === null || /out of memory|Allocation failed/i.test(stderr);
  return isOutOfMemory
    ? parserLimitExceeded(
        'memory',
        'Parsing the document takes too much memory. Split it into smaller documents.',
        stderr,
      )
    : new AppError('SYS_INTERNAL_ERROR', 'The document could not be parsed because of an internal error.', {
        cause: `The parser process ended with exit code ${exitCode}: ${stderr}`,
      });
}

function timeoutError(timeoutMs: number): AppError {
  return parserLimitExceeded(
    'time',
    `Parsing the document takes more than ${timeoutMs / 1_000} seconds. Split it into smaller documents.`,
  );
}

function errorOf({ code, message, ...options }: ParserFailure): AppError {
  return new AppError(code, message, options);
}
