import { setTimeout as delay } from 'node:timers/promises';
import { unavailable } from '@loci/core';
import type { Admin, Kafka } from 'kafkajs';

export interface AdminClient {
  /**
   * @param question may be asked again
   * @throws SYS_SERVICE_UNAVAILABLE when Kafka does not answer within five seconds
   */
  ask<T>(question: (admin: Admin) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

const DEADLINE_MS = 5_000;
const AGAIN_MS = 100;

/** One connection for questions and for creating topics, opened when it is needed and anew after a failure. */
export function createAdminClient(kafka: Kafka): AdminClient {
  let connected: Promise<Admin> | null = null;

  async function connect(): Promise<Admin> {
    const admin = kafka.admin({ retry: { retries: 3 } });
    await admin.connect();
    return admin;
  }

  async function discard(): Promise<void> {
    const old = connected;
    connected = null;
    await old?.then((admin) => admin.disconnect()).catch(() => undefined);
  }

  return {
    ask: async (question) => {
      const deadline = new AbortController();
      const answer = (connected ??= connect()).then((admin) => whenSettled(question, admin, deadline.signal));
      try {
        return await Promise.race([
          answer,
          delay(DEADLINE_MS, undefined, { signal: deadline.signal }).then(() => {
            throw new Error(`No answer within ${DEADLINE_MS} ms.`);
          }),
        ]);
      } catch (error) {
        answer.catch(() => undefined);
        void discard();
        throw unavailable('Kafka', error);
      } finally {
        deadline.abort();
      }
    },
    close: discard,
  };
}

/** A new topic's leader is being elected, or moves: a moment later the answer is another one. */
async function whenSettled<T>(
  question: (admin: Admin) => Promise<T>,
  admin: Admin,
  giveUp: AbortSignal,
): Promise<T> {
  for (;;) {
    try {
      return await question(admin);
    } catch (error) {
      if (!passesSoon(error) || giveUp.aborted) throw error;
      await delay(AGAIN_MS);
    }
  }
}

/** What a broker answered; connections that broke kafkajs has tried again itself. */
function passesSoon(error: unknown): boolean {
  const { name, retriable } = error as { name?: string; retriable?: boolean };
  return name === 'KafkaJSProtocolError' && retriable === true;
}
