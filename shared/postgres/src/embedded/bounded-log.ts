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

/** A file that another process appends to and that, with one older part (`.1`), stays below twice its limit. */
export interface BoundedLog {
  /** To be handed to the process as its output. */
  readonly descriptor: number;
  /** What was written after `mark()`, its last 4 KiB at most. */
  sinceMark(): string;
  mark(): void;
  close(): void;
}

/** Opens for appending. The limit is looked at now and once a minute. */
export function openBoundedLog(path: string, maxBytes = MAX_BYTES): BoundedLog {
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > maxBytes) renameSync(path, `${path}.1`);
  const descriptor = openSync(path, 'a+', 0o600);
  let marked = fstatSync(descriptor).size;
  const timer = setInterval(() => {
    if (fstatSync(descriptor).size <= maxBytes) return;
    // The writer keeps its descriptor, so the file stays and its content moves; it appends, so it goes on at 0.
    copyFileSync(path, `${path}.1`);
    ftruncateSync(descriptor, 0);
    marked = 0;
  }, CHECK_INTERVAL_MS);
  timer.unref();
  return {
    descriptor,
    mark() {
      marked = fstatSync(descriptor).size;
    },
    sinceMark() {
      const { size } = fstatSync(descriptor);
      const start = Math.max(marked, size - 4096);
      const buffer = Buffer.alloc(Math.max(0, size - start));
      return buffer.toString('utf8', 0, readSync(descriptor, buffer, 0, buffer.length, start));
    },
    close() {
      clearInterval(timer);
      closeSync(descriptor);
    },
  };
}
