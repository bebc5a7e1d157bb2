import { retry, withTimeout } from '@loci/async';
import { unavailable } from '@loci/core';
import type { Admin, Kafka } from 'kafkajs';

export interface KafkaAdminClient {
  /**
   * Runs `call` with a connected admin client.
   *
   * @param call must be idempotent, because it is retried
   * @throws SYS_SERVICE_UNAVAILABLE if `call` fails or does not finish within five seconds
   */
  request<T>(call: (admin: Admin) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

const REQUEST_TIMEOUT_MS = 5_000;
const RETRY_DELAY_MS = 100;

/** Creates an admin client that connects on first use, and reconnects after a failed request. */
export function createKafkaAdminClient(kafka: Kafka): KafkaAdminClient {
  let connection: Promise<Admin> | null = null;

  async function connect(): Promise<Admin> {
    const admin = kafka.admin({ retry: { retries: 3 } });
    await admin.connect();
    return admin;
  }

  async function disconnect(): Promise<void> {
    const previous = connection;
    connection = null;
    await previous?.then((admin) => admin.disconnect()).catch(() => undefined);
  }

  return {
    request: async (call) => {
      const timeout = new AbortController();
      connection ??= connect();
      const response = connection.then((admin) =>
        retry(() => call(admin), {
          firstDelayMs: RETRY_DELAY_MS,
          maxDelayMs: RETRY_DELAY_MS,
          shouldRetry: isRetriableProtocolError,
          signal: timeout.signal,
        }),
      );
      try {
        return await withTimeout(response, REQUEST_TIMEOUT_MS, () => {
          throw new Error(`Kafka did not respond within ${REQUEST_TIMEOUT_MS} ms.`);
        });
      } catch (error) {
        void disconnect();
        throw unavailable('Kafka', error);
      } finally {
        timeout.abort();
      }
    },
    close: disconnect,
  };
}

/**
 * True for a retriable error response of a broker, for example during the leader election of a new topic.
 * False for a connection error, because kafkajs has already retried it.
 */
function isRetriableProtocolError(error: unknown): boolean {
  const { name, retriable } = error as { name?: string; retriable?: boolean };
  return name === 'KafkaJSProtocolError' && retriable === true;
}
