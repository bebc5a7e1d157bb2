/** Prepares the parser process before its entry is loaded: starts the watchdog and then denies worker threads. */
import { isMainThread, Worker } from 'node:worker_threads';
import { denyWorkers } from './deny-workers.ts';
import type { Permission } from './deny-workers.ts';
import { readWatchdogLimits } from './watchdog-limits.ts';

// Worker threads inherit the `--import` option of their process, so the watchdog loads this file as well.
if (isMainThread) {
  const watchdog = new Worker(new URL('./parser-watchdog.ts', import.meta.url), {
    workerData: readWatchdogLimits(process.env),
  });
  watchdog.unref();
  denyWorkers(process as { permission?: Permission });
}
