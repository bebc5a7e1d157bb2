import { AppError, unavailable } from '@loci/core';
import type { ChunkedDocument } from '../parsing/parser-messages.ts';

export interface FileToParse {
  /** Path of a file that does not change during parsing. */
  filePath: string;
  /** Name of the uploaded file. Its extension determines the expected type. */
  filename: string;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
}

/** Parses and chunks a file. @throws VAL_VALIDATION_FAILED if the file cannot be parsed */
export type Parse = (file: FileToParse) => Promise<ChunkedDocument>;

export interface ParseQueueLimits {
  /** Maximum number of files that are parsed at the same time. */
  concurrency: number;
  /** Maximum number of files that wait in the queue. */
  maxQueued: number;
}

/**
 * Wraps `parse` to limit how many files are parsed at the same time, because each one can use one CPU and 1
 * GiB of memory. Other files wait in the order of their arrival. Aborting the signal of a waiting file
 * removes it from the queue.
 *
 * @returns a function that throws SYS_SERVICE_UNAVAILABLE if the queue is full, VAL_VALIDATION_FAILED if the
 *   signal is aborted, and the errors of `parse`
 */
export function createParseQueue(parse: Parse, limits: ParseQueueLimits): Parse {
  const queue = new Set<() => void>();
  let running = 0;

  function release(): void {
    running--;
    const [next] = queue;
    if (next) {
      queue.delete(next);
      next();
    }
  }

  async function acquire(signal: AbortSignal): Promise<void> {
    if (running < limits.concurrency) return void running++;
    if (queue.size >= limits.maxQueued) {
      throw unavailable('The document parser', new Error(`The parse queue is full (${queue.size} files).`));
    }
    const turn = Promise.withResolvers<void>();
    const begin = (): void => {
      running++;
      turn.resolve();
    };
    const leave = (): void => {
      if (queue.delete(begin)) turn.reject(uploadCanceled(signal.reason));
    };
    queue.add(begin);
    signal.addEventListener('abort', leave, { once: true });
    await turn.promise.finally(() => signal.removeEventListener('abort', leave));
  }

  return async (file) => {
    if (file.signal.aborted) throw uploadCanceled(file.signal.reason);
    await acquire(file.signal);
    try {
      return await parse(file);
    } catch (error) {
      throw file.signal.aborted ? uploadCanceled(error) : error;
    } finally {
      release();
    }
  };
}

/** Creates the error for a client that disconnected. Uses a 4xx code, which is not logged as an error. */
const uploadCanceled = (cause: unknown): AppError =>
  new AppError('VAL_VALIDATION_FAILED', 'The upload was canceled.', { cause });
