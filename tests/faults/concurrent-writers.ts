import type { ApiResponse, SendRequest } from '../support/api-connection.ts';

/** What a memory must be after its acknowledged writes. A write that got no answer may have happened or not. */
export interface ExpectedMemory {
  /** Any of these contents; empty when it must be gone. */
  contents: string[];
  mayBeDeleted: boolean;
}

export interface WriteLog {
  /** By id; a create without an answer has none, and may be there. */
  memories: Map<string, ExpectedMemory>;
  /** Contents of creates that were never answered. */
  unanswered: Set<string>;
  acknowledged: number;
  /** Answers that were no success: status and code. */
  rejected: { status: number; code: string }[];
}

export interface Writers {
  log: WriteLog;
  /** Resolves when as many writes were acknowledged. */
  waitForAcknowledged(count: number): Promise<void>;
  /** Stops after the writes under way; resolves when all writers ended. */
  stop(): Promise<void>;
}

const WRITERS = 16;

/**
 * Sixteen callers that store, change and delete memories as fast as they are answered, until they are stopped or
 * nobody answers any more.
 *
 * @param label begins every content, so that rounds on the same data are told apart
 * @param endures goes on when there is no answer or a refusal, as a caller who retries
 */
export function startWriters(
  send: SendRequest,
  token: string,
  label: string,
  { endures = false }: { endures?: boolean } = {},
): Writers {
  const written: WriteLog = { memories: new Map(), unanswered: new Set(), acknowledged: 0, rejected: [] };
  const waiting: { count: number; resolve: () => void }[] = [];
  let stopped = false;

  const acknowledge = (): void => {
    written.acknowledged++;
    for (const { count, resolve } of waiting) if (written.acknowledged >= count) resolve();
  };

  /** Null when there was no answer, or one that says that nothing happened. */
  async function write(
    method: string,
    path: string,
    body?: object,
  ): Promise<ApiResponse | 'unknown' | 'refused'> {
    try {
      const answer = await send({ method, path, token, body });
      if (answer.status < 300) {
        acknowledge();
        return answer;
      }
      written.rejected.push({ status: answer.status, code: answer.body?.error?.code ?? answer.text });
      // A 503 may come after the commit was sent: whether it happened is open.
      return answer.status >= 500 ? 'unknown' : 'refused';
    } catch {
      if (!endures) stopped = true;
      return 'unknown';
    }
  }

  async function writer(number: number): Promise<void> {
    for (let turn = 0; !stopped; turn++) {
      const content = `${label}w${number}t${turn} kept by writer ${number}`;
      const created = await write('POST', '/api/v2/memories', { content });
      if (typeof created === 'string') {
        written.unanswered.add(content);
        continue;
      }
      const { id } = created.body.data;
      const expected: ExpectedMemory = { contents: [content], mayBeDeleted: false };
      written.memories.set(id, expected);
      if (turn % 3 === 1 && !stopped) {
        const changed = `${label}c${number}t${turn} changed by writer ${number}`;
        const outcome = await write('PUT', `/api/v2/memories/${id}`, { content: changed });
        if (outcome === 'unknown') expected.contents.push(changed);
        else if (outcome !== 'refused') expected.contents = [changed];
      }
      if (turn % 5 === 4 && !stopped) {
        const outcome = await write('DELETE', `/api/v2/memories/${id}`);
        if (outcome === 'unknown') expected.mayBeDeleted = true;
        else if (outcome !== 'refused') expected.contents = [];
      }
    }
  }

  const running = Promise.all(Array.from({ length: WRITERS }, (_, number) => writer(number)));
  return {
    log: written,
    waitForAcknowledged: (count) =>
      new Promise((resolve, reject) => {
        if (written.acknowledged >= count) resolve();
        else waiting.push({ count, resolve });
        running.then(() => {
          if (written.acknowledged < count) {
            reject(new Error(`Only ${written.acknowledged} writes: ${JSON.stringify(written.rejected[0])}`));
          }
        }, reject);
      }),
    stop: async () => {
      stopped = true;
      await running;
    },
  };
}
