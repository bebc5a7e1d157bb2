import {
  closeSync,
  copyFileSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readSync,
  renameSync,
  statSync,
} from 'node:fs';

const MAX_BYTES = 4 * 1024 * 1024;
const CHECK_INTERVAL_MS = 60_000;
const MAX_EXCERPT_BYTES = 4096;

/**
 * A log file that another process appends to. When it exceeds its limit, its content moves to `<path>.1`, so both files
 * together use about twice the limit.
 */
export interface BoundedLog {
  /** File descriptor for the output of the process. */
  readonly descriptor: number;
  /** Returns the text that was written after the last `mark()`, at most the last 4 KiB. */
  sinceMark(): string;
  mark(): void;
  close(): void;
}

/** Opens a log file for appending. Checks the limit when it is opened and once a minute. */
export function openBoundedLog(path: string, maxBytes = MAX_BYTES): BoundedLog {
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > maxBytes) renameSync(path, `${path}.1`);
  const descriptor = openSync(path, 'a+', 0o600);
  let markedSize = fstatSync(descriptor).size;
  const timer = setInterval(() => {
    if (fstatSync(descriptor).size <= maxBytes) return;
    // The writing process keeps its descriptor, so the file cannot be renamed. After the truncation, the
    // process continues at offset 0, because it appends.
    copyFileSync(path, `${path}.1`);
    ftruncateSync(descriptor, 0);
    markedSize = 0;
  }, CHECK_INTERVAL_MS);
  timer.unref();
  return {
    descriptor,
    mark() {
      markedSize = fstatSync(descriptor).size;
    },
    sinceMark() {
      const { size } = fstatSync(descriptor);
      const start = Math.max(markedSize, size - MAX_EXCERPT_BYTES);
      const buffer = Buffer.alloc(Math.max(0, size - start));
      return buffer.toString('utf8', 0, readSync(descriptor, buffer, 0, buffer.length, start));
    },
    close() {
      clearInterval(timer);
      closeSync(descriptor);
    },
  };
}
