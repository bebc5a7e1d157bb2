import { AppError, unavailable } from '@loci/core';
import type { ChunkedDocument } from '../parsing/parser-messages.ts';

export interface FileToParse {
  tenantId: string;
  /** Path of a file that does not change during parsing. */
  filePath: string;
  /** Name of the uploaded file. Its extension determines the expected type. */
  filename: string;
  /** SHA-256 of the file. */
  sha256: Buffer;
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
  /** Number of waiting files of a tenant that are never removed for a file of another tenant. */
  reservedPerTenant: number;
}

interface WaitingFile {
  start(): void;
  reject(error: Error): void;
}

/**
 * Wraps `parse` to limit how many files are parsed at the same time, because each one can use one CPU and 1
 * GiB of memory. Other files wait. A free place goes to the tenant with the fewest running files, and among these to
 * the tenant that has waited longest since its last turn. A tenant therefore runs a second file only while no other
 * tenant waits. If the queue is full, a file of a tenant with few waiting files replaces the newest file of the tenant
 * with the most waiting files. Aborting the signal of a waiting file removes it from the queue.
 *
 * @returns a function that throws SYS_SERVICE_UNAVAILABLE if the queue is full, VAL_VALIDATION_FAILED if the
 *   signal is aborted, and the errors of `parse`
 */
export function createParseQueue(parse: Parse, limits: ParseQueueLimits): Parse {
  /** Waiting files by tenant. The tenant whose last turn is longest ago comes first. */
  const waiting = new Map<string, WaitingFile[]>();
  const running = new Map<string, number>();
  let runningCount = 0;
  let waitingCount = 0;

  function begin(tenantId: string): void {
    runningCount++;
    running.set(tenantId, (running.get(tenantId) ?? 0) + 1);
  }

  function remove(tenantId: string, file: WaitingFile): boolean {
    const files = waiting.get(tenantId);
    const index = files?.indexOf(file) ?? -1;
    if (!files || index < 0) return false;
    files.splice(index, 1);
    waitingCount--;
    if (files.length === 0) waiting.delete(tenantId);
    return true;
  }

  function release(tenantId: string): void {
    runningCount--;
    const remaining = running.get(tenantId)! - 1;
    if (remaining > 0) running.set(tenantId, remaining);
    else running.delete(tenantId);
    startNext();
  }

  function startNext(): void {
    let next: string | undefined;
    for (const tenantId of waiting.keys()) {
      if (next === undefined || (running.get(tenantId) ?? 0) < (running.get(next) ?? 0)) next = tenantId;
    }
    if (next === undefined) return;
    const files = waiting.get(next)!;
    const [first] = files;
    remove(next, first!);
    // The tenant goes to the end of the order.
    if (waiting.delete(next)) waiting.set(next, files);
    begin(next);
    first!.start();
  }

  /** Removes a waiting file of another tenant to make room for a file of `tenantId`, or throws. */
  function makeRoom(tenantId: string): void {
    const full = new Error(`The parse queue is full (${waitingCount} files).`);
    const [busiest, files] = [...waiting].reduce((a, b) => (b[1].length > a[1].length ? b : a));
    const own = waiting.get(tenantId)?.length ?? 0;
    if (own >= limits.reservedPerTenant || files.length <= limits.reservedPerTenant)
      throw unavailable('The document parser', full);
    const newest = files.at(-1)!;
    remove(busiest, newest);
    newest.reject(unavailable('The document parser', full));
  }

  async function acquire({ tenantId, signal }: FileToParse): Promise<void> {
    if (runningCount < limits.concurrency) {
      begin(tenantId);
      return;
    }
    if (waitingCount >= limits.maxQueued) makeRoom(tenantId);
    const turn = Promise.withResolvers<void>();
    const file: WaitingFile = { start: turn.resolve, reject: turn.reject };
    const leave = (): void => {
      if (remove(tenantId, file)) turn.reject(uploadCanceled(signal.reason));
    };
    const files = waiting.get(tenantId);
    if (files) files.push(file);
    else waiting.set(tenantId, [file]);
    waitingCount++;
    signal.addEventListener('abort', leave, { once: true });
    await turn.promise.finally(() => signal.removeEventListener('abort', leave));
  }

  return async (file) => {
    if (file.signal.aborted) throw uploadCanceled(file.signal.reason);
    await acquire(file);
    try {
      return await parse(file);
    } catch (error) {
      throw file.signal.aborted ? uploadCanceled(error) : error;
    } finally {
      release(file.tenantId);
    }
  };
}

/** Creates the error for a client that disconnected. Uses a 4xx code, which is not logged as an error. */
const uploadCanceled = (cause: unknown): AppError =>
  new AppError('VAL_VALIDATION_FAILED', 'The upload was canceled.', { cause });
