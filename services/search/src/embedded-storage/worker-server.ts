import { parentPort } from 'node:worker_threads';
import { isAppError } from '@loci/core';
import type { CallMessage, SerializedError, WorkerMessage, WorkerMethods } from './worker-messages.ts';

// An answer waits for those behind it for no longer than this.
const MAX_HELD_MS = 1;

/**
 * Answers the calls of the client, one after the other. Calls that came together are answered together, unless
 * they take long: a message between threads costs more than most calls. The method `close` ends the thread.
 */
export function serveCalls(methods: WorkerMethods & { close(): void }): void {
  const port = parentPort!;
  port.on('message', (calls: CallMessage[]) => {
    let answers: WorkerMessage[] = [];
    let heldSince = performance.now();
    for (const call of calls) {
      answers.push(answer(methods, call));
      if (performance.now() - heldSince > MAX_HELD_MS) {
        port.postMessage(answers);
        answers = [];
        heldSince = performance.now();
      }
    }
    if (answers.length > 0) port.postMessage(answers);
    if (calls.some(({ method }) => method === 'close')) port.close();
  });
}

function answer(methods: WorkerMethods, { callId, method, args }: CallMessage): WorkerMessage {
  try {
    return { callId, result: methods[method]!(...args) };
  } catch (error) {
    return { callId, error: toWireError(error) };
  }
}

/** Tells the client something that it did not ask for. */
export function sendNotice(notice: unknown): void {
  parentPort!.postMessage([{ notice }] satisfies WorkerMessage[]);
}

function toWireError(error: unknown): SerializedError {
  const { name, message } = error as Error;
  if (!isAppError(error)) return { name, message };
  return { name, message, code: error.code, details: error.details, fieldErrors: error.fieldErrors };
}
