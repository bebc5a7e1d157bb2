import { parentPort } from 'node:worker_threads';
import { isAppError } from '@loci/core';
import { FairQueue } from './fair-queue.ts';
import type { CallMessage, SerializedError, WorkerMessage, WorkerMethods } from './worker-messages.ts';

/**
 * Maximum milliseconds of work on the queue before finished results are sent and newly arrived calls are
 * queued.
 */
const MAX_BATCHING_MS = 1;

/**
 * Handles the calls of a {@link WorkerClient} one at a time. The first argument of a call is the key of its
 * queue: calls with the same key are handled in order, and keys take turns, so that many calls of one tenant
 * do not delay the others. Results are sent in batches, because a message costs more than most calls. The
 * method `close` runs after all other calls and ends the thread.
 */
export function serveCalls(methods: WorkerMethods & { close(): void }): void {
  const port = parentPort!;
  const queue = new FairQueue<CallMessage>();
  let closing: CallMessage | null = null;
  let isScheduled = false;

  function handleQueue(): void {
    isScheduled = false;
    const batch: WorkerMessage[] = [];
    const startedAt = performance.now();
    while (!queue.isEmpty && performance.now() - startedAt <= MAX_BATCHING_MS)
      batch.push(handleCall(methods, queue.shift()!));
    if (queue.isEmpty && closing) batch.push(handleCall(methods, closing));
    if (batch.length > 0) port.postMessage(batch);
    if (!queue.isEmpty) {
      isScheduled = true;
      // Messages that have arrived meanwhile are received before the immediate runs.
      setImmediate(handleQueue);
    } else if (closing) port.close();
  }

  port.on('message', (calls: CallMessage[]) => {
    for (const call of calls) {
      if (call.method === 'close') closing = call;
      else queue.push(typeof call.args[0] === 'string' ? call.args[0] : '', call);
    }
    if (!isScheduled) handleQueue();
  });
}

function handleCall(methods: WorkerMethods, { callId, method, args }: CallMessage): WorkerMessage {
  try {
    return { callId, result: methods[method]!(...args) };
  } catch (error) {
    return { callId, error: serializeError(error) };
  }
}

/** Sends a notice to the `onNotice` callback of the client. */
export function sendNotice(notice: unknown): void {
  parentPort!.postMessage([{ notice }] satisfies WorkerMessage[]);
}

function serializeError(error: unknown): SerializedError {
  const { name, message } = error as Error;
  if (!isAppError(error)) return { name, message };
  return { name, message, code: error.code, details: error.details, fieldErrors: error.fieldErrors };
}
