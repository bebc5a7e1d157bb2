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
  /** Maximum number of files that are parsed at the same time, without the file in the express slot. */
  concurrency: number;
  /**
   * Milliseconds after which the file in the express slot is interrupted if another tenant needs the slot.
   */
  expressMs: number;
  /** Maximum number of files that wait in the queue. */
  maxQueued: number;
  /** Number of waiting files of a tenant that are never removed for a file of another tenant. */
  reservedPerTenant: number;
}

/** Slot in which a file is parsed. */
interface Slot {
  tenantId: string;
  /** Aborted when the file is interrupted. */
  interruption: AbortController;
}

interface WaitingFile {
  /** True if the file was interrupted in the express slot. Such a file is parsed only in a regular slot. */
  wasInterrupted: boolean;
  start(slot: Slot): void;
  reject(error: Error): void;
}

/**
 * Wraps `parse` to limit how many files are parsed at the same time, because each one can use one CPU and 1
 * GiB of memory. Other files wait. A free slot goes to the tenant with the fewest running files, and among
 * these to the tenant that has waited longest since its last turn. A tenant therefore runs a second file only
 * while no other tenant waits.
 *
 * If all regular slots are in use, the file of a tenant without running files starts in the express slot.
 * Without the express slot, this file could wait until a file of another tenant has reached its time limit.
 * After `expressMs`, the file in the express slot is interrupted if a tenant waits that has neither running
 * nor interrupted files. The interrupted file starts again in a regular slot later. If a regular slot becomes
 * free, the file in the express slot continues in the regular slot.
 *
 * If the queue is full, a file of a tenant with few waiting files replaces the newest file of the tenant with
 * the most waiting files. Aborting the signal of a waiting file removes it from the queue.
 *
 * @returns a function that throws SYS_SERVICE_UNAVAILABLE if the queue is full, VAL_VALIDATION_FAILED if the
 *   signal is aborted, and the errors of `parse`
 */
export function createParseQueue(parse: Parse, limits: ParseQueueLimits): Parse {
  /** Waiting files by tenant. The tenant whose last turn is longest ago comes first. */
  const waiting = new Map<string, WaitingFile[]>();
  const running = new Map<string, number>();
  let regularCount = 0;
  let waitingCount = 0;
  let express: { slot: Slot; isOvertime: boolean; timer: NodeJS.Timeout } | undefined;

  const runningOf = (tenantId: string): number => running.get(tenantId) ?? 0;

  function openSlot(tenantId: string): Slot {
    running.set(tenantId, runningOf(tenantId) + 1);
    return { tenantId, interruption: new AbortController() };
  }

  function openRegularSlot(tenantId: string): Slot {
    regularCount++;
    return openSlot(tenantId);
  }

  function openExpressSlot(tenantId: string): Slot {
    const slot = openSlot(tenantId);
    const timer = setTimeout(() => {
      if (express?.slot !== slot) return;
      express.isOvertime = true;
      interruptIfNeeded();
    }, limits.expressMs);
    express = { slot, isOvertime: false, timer };
    return slot;
  }

  function closeExpressSlot(): void {
    clearTimeout(express?.timer);
    express = undefined;
  }

  function release(slot: Slot): void {
    const remaining = runningOf(slot.tenantId) - 1;
    if (remaining > 0) running.set(slot.tenantId, remaining);
    else running.delete(slot.tenantId);
    // If a regular slot becomes free, the file in the express slot continues in it.
    if (express === undefined) regularCount--;
    else closeExpressSlot();
    startNext();
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

  /** Moves a tenant to the end of the order in which tenants take turns. */
  function endTurn(tenantId: string): void {
    const files = waiting.get(tenantId);
    if (files && waiting.delete(tenantId)) waiting.set(tenantId, files);
  }

  function startNext(): void {
    const next = nextRegular() ?? nextExpress();
    if (next === undefined) return;
    remove(next.tenantId, next.file);
    endTurn(next.tenantId);
    next.file.start(
      regularCount < limits.concurrency ? openRegularSlot(next.tenantId) : openExpressSlot(next.tenantId),
    );
    startNext();
  }

  function nextRegular(): { tenantId: string; file: WaitingFile } | undefined {
    if (regularCount >= limits.concurrency) return undefined;
    let next: string | undefined;
    for (const tenantId of waiting.keys()) {
      if (next === undefined || runningOf(tenantId) < runningOf(next)) next = tenantId;
    }
    return next === undefined ? undefined : { tenantId: next, file: waiting.get(next)![0]! };
  }

  /** Returns the next waiting file of a tenant without running files. */
  function nextExpress(): { tenantId: string; file: WaitingFile } | undefined {
    if (express !== undefined) return undefined;
    for (const [tenantId, files] of waiting) {
      const file = runningOf(tenantId) === 0 ? files.find((each) => !each.wasInterrupted) : undefined;
      if (file) return { tenantId, file };
    }
    return undefined;
  }

  /** Returns true if a tenant waits that has no running file and whose files were not interrupted. */
  function hasTenantWithoutTurn(): boolean {
    for (const [tenantId, files] of waiting) {
      if (runningOf(tenantId) === 0 && !files[0]!.wasInterrupted) return true;
    }
    return false;
  }

  function interruptIfNeeded(): void {
    if (!express?.isOvertime || !hasTenantWithoutTurn()) return;
    endTurn(express.slot.tenantId);
    express.slot.interruption.abort();
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

  async function acquire({ tenantId, signal }: FileToParse, wasInterrupted: boolean): Promise<Slot> {
    if (regularCount < limits.concurrency) return openRegularSlot(tenantId);
    if (!wasInterrupted && waitingCount >= limits.maxQueued && !startsInExpressSlot(tenantId))
      makeRoom(tenantId);
    const turn = Promise.withResolvers<Slot>();
    const file: WaitingFile = { wasInterrupted, start: turn.resolve, reject: turn.reject };
    const leave = (): void => {
      if (remove(tenantId, file)) turn.reject(uploadCanceled(signal.reason));
    };
    const files = waiting.get(tenantId);
    if (!files) waiting.set(tenantId, [file]);
    else if (wasInterrupted) files.unshift(file);
    else files.push(file);
    waitingCount++;
    signal.addEventListener('abort', leave, { once: true });
    startNext();
    interruptIfNeeded();
    return turn.promise.finally(() => signal.removeEventListener('abort', leave));
  }

  const startsInExpressSlot = (tenantId: string): boolean =>
    express === undefined && runningOf(tenantId) === 0;

  return async (file) => {
    for (let wasInterrupted = false; ; wasInterrupted = true) {
      if (file.signal.aborted) throw uploadCanceled(file.signal.reason);
      const slot = await acquire(file, wasInterrupted);
      const { signal: interruption } = slot.interruption;
      try {
        return await parse({ ...file, signal: AbortSignal.any([file.signal, interruption]) });
      } catch (error) {
        if (file.signal.aborted) throw uploadCanceled(error);
        if (!interruption.aborted) throw error;
      } finally {
        release(slot);
      }
    }
  };
}

/** Creates the error for a client that disconnected. Uses a 4xx code, which is not logged as an error. */
const uploadCanceled = (cause: unknown): AppError =>
  new AppError('VAL_VALIDATION_FAILED', 'The upload was canceled.', { cause });
