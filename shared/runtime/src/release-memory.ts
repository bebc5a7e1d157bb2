import { performance } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';

/** What the release of memory needs of a thread. Tests replace it. */
export interface ThreadMemory {
  /** Bytes that the JavaScript heap of the thread has reserved, and bytes of its buffers outside of the heap. */
  reservedBytes(): number;
  /** Share of the time since the last call in which the thread was busy, from 0 to 1. */
  busyShare(): number;
  /** Collects all garbage of the thread and returns free pages to the operating system. */
  collect(): void;
}

const CHECK_INTERVAL_MS = 1_000;
/** A thread that answers a few requests per second is less busy than this. */
const MAX_BUSY_SHARE = 0.1;
/** Ordinary requests do not let the heap grow by so much, so a quiet platform collects rarely. */
const MIN_GROWTH_BYTES = 24 * 1024 * 1024;

/**
 * Returns the memory that a burst of work left behind to the operating system, as soon as the thread is idle. V8 collects
 * garbage when the heap grows, which does not happen in an idle thread, and keeps the pages of a heap that has grown.
 * One collection blocks the thread for about 0.05 to 0.2 s.
 *
 * Without the Node.js flag `--expose-gc`, a thread cannot collect garbage on request, and nothing happens.
 *
 * @returns a function that stops the checks
 */
export function releaseMemoryWhenIdle(memory: ThreadMemory | null = currentThread()): () => void {
  if (memory === null) return () => undefined;
  let keptBytes = memory.reservedBytes();
  const timer = setInterval(() => {
    const isIdle = memory.busyShare() <= MAX_BUSY_SHARE;
    if (!isIdle || memory.reservedBytes() - keptBytes < MIN_GROWTH_BYTES) return;
    memory.collect();
    keptBytes = memory.reservedBytes();
  }, CHECK_INTERVAL_MS);
  timer.unref();
  return () => clearInterval(timer);
}

function currentThread(): ThreadMemory | null {
  const { gc } = globalThis;
  if (gc === undefined) return null;
  let last = performance.eventLoopUtilization();
  return {
    reservedBytes: () => {
      const { total_heap_size, external_memory } = getHeapStatistics();
      return total_heap_size + external_memory;
    },
    busyShare: () => {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, last);
      last = now;
      return utilization;
    },
    // Only a collection of last resort also returns the pages that V8 keeps for reuse.
    collect: () => gc({ type: 'major', execution: 'sync', flavor: 'last-resort' }),
  };
}
