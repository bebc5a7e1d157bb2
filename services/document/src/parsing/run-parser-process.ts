import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { AppError } from '@loci/core';
import { overParserLimit } from './parse-errors.ts';
import type { ParserFailure, ParserReply, ParserRequest } from './parser-messages.ts';

const ENTRY = fileURLToPath(new URL('./parser-process.ts', import.meta.url));
/** Where npm installs the workspace's packages: all the code that a parser can need. */
const CODE = fileURLToPath(new URL('../../../..', import.meta.url));
const LOW_PRIORITY = 10;
const KEPT_STDERR_LENGTH = 4_000;

/**
 * Runs one request in a process of its own and waits for its end. A process, not a worker thread: a
 * thread that runs out of memory inside V8 (a growing Map, a long split) aborts the whole process.
 *
 * The process may read the file and the code; it cannot write, start processes, load native code or see
 * the environment, and it yields the processor to requests.
 *
 * @throws what the parser threw; VAL_FIELD_TOO_LONG (413) when it took too long or too much memory; the
 *   signal's reason when that aborts, by when the process has ended
 */
export async function runParserProcess(request: ParserRequest, signal?: AbortSignal): Promise<ParserReply> {
  signal?.throwIfAborted();
  const child = start(request);
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
    child.send(request);
    const exitCode = await ended(child);
    if (reply?.kind === 'failure') throw errorOf(reply.failure);
    if (reply) return reply;
    signal?.throwIfAborted();
    throw isTimedOut ? tooSlow(timeoutMs) : crash(exitCode, stderr);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', kill);
    kill();
  }
}

function start(request: ParserRequest): ChildProcess {
  const heapMegabytes = Math.ceil((0.6 * request.limits.memoryBytes) / 1_048_576);
  const child = fork(ENTRY, [], {
    execArgv: [
      `--max-old-space-size=${heapMegabytes}`,
      '--no-warnings',
      '--permission',
      '--allow-worker',
      `--allow-fs-read=${CODE}`,
      `--allow-fs-read=${request.filePath}`,
    ],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  // It may have ended before the message is written; its exit says why.
  child.on('error', () => undefined);
  if (child.pid !== undefined) lowerPriority(child.pid);
  return child;
}

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, LOW_PRIORITY);
  } catch {
    // Not allowed everywhere, and only a courtesy.
  }
}

/** Resolves when the process has ended and everything that it wrote has been read. */
function ended(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once('close', resolve);
    if (child.pid === undefined) child.once('error', reject);
  });
}

/** Killed by its watchdog or aborted by V8: both mean memory. An orderly exit without an answer is a bug. */
function crash(exitCode: number | null, stderr: string): AppError {
  const isOutOfMemory = exitCode === null || /out of memory|Allocation failed/i.test(stderr);
  return isOutOfMemory
    ? overParserLimit(
        'memory',
        'Reading the document takes too much memory. Split it into smaller ones.',
        stderr,
      )
    : new AppError('SYS_INTERNAL_ERROR', 'The document could not be read because of an error on our side.', {
        cause: `parser process ended with code ${exitCode}: ${stderr}`,
      });
}

function tooSlow(timeoutMs: number): AppError {
  return overParserLimit(
    'time',
    `Reading the document takes more than ${timeoutMs / 1000} seconds. Split it into smaller ones.`,
  );
}

function errorOf({ code, message, ...options }: ParserFailure): AppError {
  return new AppError(code, message, options);
}
