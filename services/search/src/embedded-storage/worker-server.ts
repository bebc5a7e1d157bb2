import { parentPort } from 'node:worker_threads';
import { isAppError } from '@loci/core';
import type { CallMessage, SerializedError, WorkerMessage, WorkerMethods } from './worker-messages.ts';

/** Milliseconds after which finished results are sent without waiting for the rest of their batch. */
const MAX_BATCHING_MS = 1;

/**
 * Handles the calls of a {@link WorkerClient} one after the other. Results of calls that arrived in one message are
 * sent in one message, because a message costs more than most calls. The method `close` ends the thread.
 */
export function serveCalls(methods: WorkerMethods & { close(): void }): void {
  const port = parentPort!;
  port.on('message', (calls: CallMessage[]) => {
    let batch: WorkerMessage[] = [];
    let batchStartedAt = performance.now();
    for (const call of calls) {
      batch.push(handleCall(methods, call));
      if (performance.now() - batchStartedAt > MAX_BATCHING_MS) {
        port.postMessage(batch);
        batch = [];
        batchStartedAt = performance.now();
      }
    }
    if (batch.length > 0) port.postMessage(batch);
    if (calls.some(({ method }) => method === 'close')) port.close();
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
