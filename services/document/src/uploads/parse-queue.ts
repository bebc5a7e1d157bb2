import { AppError, unavailable } from '@loci/core';
import type { ChunkedDocument } from '../parsing/parser-messages.ts';

export interface FileToParse {
  /** A file that nobody changes meanwhile. */
  filePath: string;
  /** Its extension says what it should be. */
  filename: string;
  signal: AbortSignal;
}

/** The text of a file in chunks. @throws VAL_VALIDATION_FAILED for a file that cannot be read */
export type Parse = (file: FileToParse) => Promise<ChunkedDocument>;

export interface ParseQueueLimits {
  /** Parses at the same time. */
  concurrency: number;
  /** Files that may wait behind them. */
  maxQueued: number;
}

/**
 * Lets few files be parsed at once, each of which may take a processor and a gigabyte, and keeps the others waiting
 * in the order of their arrival. A caller who is gone loses the place.
 *
 * @throws SYS_SERVICE_UNAVAILABLE when too many wait already
 */
export function createParseQueue(parse: Parse, limits: ParseQueueLimits): Parse {
  const waiting = new Set<() => void>();
  let running = 0;

  function leave(): void {
    running--;
    const [next] = waiting;
    if (next) {
      waiting.delete(next);
      next();
    }
  }

  async function waitForTurn(signal: AbortSignal): Promise<void> {
    if (running < limits.concurrency) return void running++;
    if (waiting.size >= limits.maxQueued) {
      throw unavailable('The document parser', new Error(`${waiting.size} files wait already.`));
    }
    const turn = Promise.withResolvers<void>();
    const begin = (): void => {
      running++;
      turn.resolve();
    };
    const giveUp = (): void => {
      if (waiting.delete(begin)) turn.reject(uploadCancelled(signal.reason));
    };
    waiting.add(begin);
    signal.addEventListener('abort', giveUp, { once: true });
    await turn.promise.finally(() => signal.removeEventListener('abort', giveUp));
  }

  return async (file) => {
    if (file.signal.aborted) throw uploadCancelled(file.signal.reason);
    await waitForTurn(file.signal);
    try {
      return await parse(file);
    } catch (error) {
      throw file.signal.aborted ? uploadCancelled(error) : error;
    } finally {
      leave();
    }
  };
}

/** Nobody reads this any more; it keeps the log free of what is no failure of ours. */
const uploadCancelled = (cause: unknown): AppError =>
  new AppError('VAL_VALIDATION_FAILED', 'The upload was cancelled.', { cause });
