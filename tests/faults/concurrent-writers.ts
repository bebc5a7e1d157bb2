import type { ApiResponse, SendRequest } from '../support/api-connection.ts';

/**
 * Expected state of a memory after its acknowledged writes. A write without a response may or may not have
 * been committed.
 */
export interface ExpectedMemory {
  /** Possible contents. Empty if the memory must be deleted. */
  contents: string[];
  mayBeDeleted: boolean;
}

export interface WriteLog {
  /** Expected memories by id. A create request without a response has no id and is not included. */
  memories: Map<string, ExpectedMemory>;
  /** Contents of create requests that were not acknowledged. */
  unanswered: Set<string>;
  /** Number of acknowledged writes. */
  acknowledged: number;
  /** Error responses in the order of their arrival. */
  rejected: { status: number; code: string }[];
}

export interface Writers {
  log: WriteLog;
  /**
   * Resolves when the total number of acknowledged writes has reached `count`.
   *
   * @throws Error if the writers stop before that
   */
  waitForAcknowledged(count: number): Promise<void>;
  /** Stops starting writes. Resolves when the pending writes have ended. */
  stop(): Promise<void>;
}

const WRITERS = 16;

/**
 * Starts 16 concurrent callers that create, update and delete memories without pauses. They stop when a request gets no
 * response.
 *
 * @param label prefix of every content, which must be unique per data folder
 * @param continueOnErrors continues after missing responses
 */
export function startWriters(
  send: SendRequest,
  token: string,
  label: string,
  { continueOnErrors = false }: { continueOnErrors?: boolean } = {},
): Writers {
  const log: WriteLog = { memories: new Map(), unanswered: new Set(), acknowledged: 0, rejected: [] };
  const waiting: { count: number; resolve: () => void }[] = [];
  let stopped = false;

  const acknowledge = (): void => {
    log.acknowledged++;
    for (const { count, resolve } of waiting) if (log.acknowledged >= count) resolve();
  };

  /**
   * Returns the response of a successful write. Otherwise, returns 'unknown' if the write may have been
   * committed, and 'rejected' if not.
   */
  async function write(
    method: string,
    path: string,
    body?: object,
  ): Promise<ApiResponse | 'unknown' | 'rejected'> {
    try {
      const response = await send({ method, path, token, body });
      if (response.status < 300) {
        acknowledge();
        return response;
      }
      log.rejected.push({ status: response.status, code: response.body?.error?.code ?? response.text });
      // A 503 response can follow a commit whose result was lost.
      return response.status >= 500 ? 'unknown' : 'rejected';
    } catch {
      if (!continueOnErrors) stopped = true;
      return 'unknown';
    }
  }

  async function runWriter(number: number): Promise<void> {
    for (let turn = 0; !stopped; turn++) {
      const content = `${label}w${number}t${turn} stored by writer ${number}`;
      const created = await write('POST', '/api/v2/memories', { content });
      if (typeof created === 'string') {
        log.unanswered.add(content);
        continue;
      }
      const { id } = created.body.data;
      const expected: ExpectedMemory = { contents: [content], mayBeDeleted: false };
      log.memories.set(id, expected);
      if (turn % 3 === 1 && !stopped) {
        const changed = `${label}c${number}t${turn} changed by writer ${number}`;
        const outcome = await write('PUT', `/api/v2/memories/${id}`, { content: changed });
        if (outcome === 'unknown') expected.contents.push(changed);
        else if (outcome !== 'rejected') expected.contents = [changed];
      }
      if (turn % 5 === 4 && !stopped) {
        const outcome = await write('DELETE', `/api/v2/memories/${id}`);
        if (outcome === 'unknown') expected.mayBeDeleted = true;
        else if (outcome !== 'rejected') expected.contents = [];
      }
    }
  }

  const running = Promise.all(Array.from({ length: WRITERS }, (_, number) => runWriter(number)));
  return {
    log,
    waitForAcknowledged: (count) =>
      new Promise((resolve, reject) => {
        if (log.acknowledged >= count) resolve();
        else waiting.push({ count, resolve });
        running.then(() => {
          if (log.acknowledged < count) {
            reject(
              new Error(
                `The writers stopped after ${log.acknowledged} of ${count} writes. First error: ${JSON.stringify(log.rejected[0])}.`,
              ),
            );
          }
        }, reject);
      }),
    stop: async () => {
      stopped = true;
      await running;
    },
  };
}
