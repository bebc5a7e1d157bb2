import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { operationFinder } from '../e2e/openapi/check-responses.ts';
import { operationsOf } from '../e2e/openapi/operation.ts';
import { checkFetch } from '../e2e/openapi/check-fetch.ts';
import type { Json } from '../support/api-connection.ts';

/** Successful response of an operation. */
export interface Recording {
  operationId: string;
  status: number;
  /** Unix time in milliseconds at which the call started. All times in the responses to earlier calls are before it. */
  startedAt: number;
  /** Unix time in milliseconds at which the response was complete. */
  receivedAt: number;
  body: Json;
}

export interface Recorder {
  /** Sends requests, and rejects responses that do not match the OpenAPI document. */
  fetch: typeof globalThis.fetch;
  /**
   * Records the response of a call that uses `fetch`. Repeats a read until its response contains all changes of the client.
   *
   * @returns the result of the call
   * @throws Error if the call sends more or less than one request, or if the operation has a recording with this status
   */
  record<T>(call: () => Promise<T>): Promise<T>;
  /** Recordings in the order of the calls. */
  recordings: readonly Recording[];
}

/** Each attempt of a read waits for changes for up to a second. */
const MAX_ATTEMPTS = 60;

/** @param document the OpenAPI document */
export function createRecorder(document: Json): Recorder {
  const send = checkFetch((input, init) => globalThis.fetch(input, init), document);
  const find = operationFinder(operationsOf(document));
  const responses = new AsyncLocalStorage<Omit<Recording, 'startedAt'>[]>();
  const recordings: Recording[] = [];

  const fetch: typeof globalThis.fetch = async (input, init) => {
    const response = await send(input, init);
    const received = responses.getStore();
    if (received !== undefined && response.ok) {
      const { pathname } = new URL(input as string);
      const operation = find({ method: init!.method!, path: pathname });
      if (operation === undefined) {
        throw new Error(`${pathname} is not in the OpenAPI document. Run \`npm run generate\` first.`);
      }
      const body = (await response.clone().json()) as Json;
      received.push({ operationId: operation.id, status: response.status, receivedAt: Date.now(), body });
    }
    return response;
  };

  return {
    fetch,
    recordings,
    record: async (call) => {
      for (let attempt = 1; ; attempt++) {
        // Clocks have a resolution of 1 ms.
        await delay(2);
        const startedAt = Date.now();
        const received: Omit<Recording, 'startedAt'>[] = [];
        const result = await responses.run(received, call);
        const [recording] = received;
        if (recording === undefined || received.length > 1) {
          throw new Error(`A recorded call sent ${received.length} requests instead of one.`);
        }
        if (recording.body.meta.fresh !== false || attempt === MAX_ATTEMPTS) {
          add({ ...recording, startedAt });
          return result;
        }
      }
    },
  };

  function add(recording: Recording): void {
    const { operationId, status, body } = recording;
    if (body.meta.fresh === false) throw new Error(`The response of ${operationId} lacks changes.`);
    if (recordings.some((other) => other.operationId === operationId && other.status === status)) {
      throw new Error(`The response ${operationId} ${status} is recorded already.`);
    }
    recordings.push(recording);
  }
}
