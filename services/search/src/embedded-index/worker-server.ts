import { parentPort } from 'node:worker_threads';
import { isAppError } from '@loci/core';
import type { CallMessage, WireError, WorkerMessage, WorkerMethods } from './worker-messages.ts';

/** Answers the calls of {@link startWorker}'s client, one after the other. The method `close` ends the thread. */
export function serveCalls(methods: WorkerMethods & { close(): void }): void {
  const port = parentPort!;
  port.on('message', ({ callId, method, args }: CallMessage) => {
    try {
      port.postMessage({ callId, result: methods[method]!(...args) } satisfies WorkerMessage);
    } catch (error) {
      port.postMessage({ callId, error: toWireError(error) } satisfies WorkerMessage);
    }
    if (method === 'close') port.close();
  });
}

/** Tells the client something that it did not ask for. */
export function sendNotice(notice: unknown): void {
  parentPort!.postMessage({ notice } satisfies WorkerMessage);
}

function toWireError(error: unknown): WireError {
  const { name, message } = error as Error;
  if (!isAppError(error)) return { name, message };
  return { name, message, code: error.code, details: error.details, fieldErrors: error.fieldErrors };
}
