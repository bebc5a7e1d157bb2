/**
 * Worker thread that kills the parser process when it exceeds its limits. It is a separate thread because a
 * parser in an endless loop handles no messages and runs no timers. It checks the resident memory because
 * V8's heap limit does not count buffers.
 */
import { setTimeout } from 'node:timers/promises';
import { workerData } from 'node:worker_threads';
import type { WatchdogLimits } from './watchdog-limits.ts';

const INTERVAL_MS = 25;
/**
 * Time that the watchdog waits after the timeout. The parent process enforces the timeout, so the watchdog
 * has to enforce it only if the parent has died.
 */
const GRACE_MS = 2_000;

const { memoryBytes, timeoutMs } = workerData as WatchdogLimits;
const deadline = performance.now() + timeoutMs + GRACE_MS;

while (process.memoryUsage.rss() <= memoryBytes && performance.now() < deadline) {
  await setTimeout(INTERVAL_MS);
}
process.kill(process.pid, 'SIGKILL');
