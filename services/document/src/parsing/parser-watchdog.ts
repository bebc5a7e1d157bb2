/**
 * A thread of the parser process that ends it when it takes too much: a parser in a loop answers no
 * message and runs no timer, and the limit on V8's heap does not see buffers.
 */
import { setTimeout } from 'node:timers/promises';
import { workerData } from 'node:worker_threads';
import type { ParseLimits } from './parse-limits.ts';

const INTERVAL_MS = 25;
/** The parent's own clock ends the parse; this one is for parents that are gone. */
const GRACE_MS = 2_000;

const { memoryBytes, timeoutMs } = workerData as ParseLimits;
const deadline = performance.now() + timeoutMs + GRACE_MS;

while (process.memoryUsage.rss() <= memoryBytes && performance.now() < deadline) {
  await setTimeout(INTERVAL_MS);
}
process.kill(process.pid, 'SIGKILL');
