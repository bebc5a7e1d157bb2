import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { Kafka, logLevel } from 'kafkajs';
import type { ISocketFactory, LogEntry, SASLOptions } from 'kafkajs';
import type { TransportLogger } from '../../deliver.ts';
import { patchRequestQueueTimer } from './patch-request-queue-timer.ts';

/** Address and credentials of a Kafka cluster, and the prefix of all names in it. */
export interface KafkaConnection {
  /** Bootstrap brokers as `host:port`. */
  brokers: readonly string[];
  /** Prefix of all topic and consumer group names, for example `loci.`. */
  topicPrefix: string;
  /**
   * True to use TLS with the certificate authorities of Node.js (see `NODE_EXTRA_CA_CERTS`). Defaults to
   * false.
   */
  ssl?: boolean | undefined;
  credentials?: KafkaCredentials | undefined;
}

export interface KafkaCredentials {
  username: string;
  password: string;
  /** SASL mechanism. Defaults to `scram-sha-512`. */
  mechanism?: 'plain' | 'scram-sha-256' | 'scram-sha-512' | undefined;
}

/** Configuration of new topics. Existing topics are not changed. */
export interface TopicLayout {
  /**
   * Number of partitions of each event topic, which is the maximum number of processes that share the work of
   * a group. Add partitions only while the outboxes are empty and all groups are idle, because keys move to
   * other partitions and events are ordered only within a partition.
   */
  partitions: number;
  /** Number of replicas of each partition. With 3 or more, 2 in-sync replicas must acknowledge each event. */
  replicationFactor: number;
  /** Milliseconds for which events are retained. Defaults to 7 days. Dead letters are retained without limit. */
  retentionMs?: number | undefined;
}

export interface KafkaClient {
  kafka: Kafka;
  /** Closes all connections immediately and prevents new connections. Running requests fail. */
  destroy(): void;
}

/** Retries of one request, long enough for a leader election. Callers retry failed requests for longer. */
const RETRY = { initialRetryTime: 100, multiplier: 2, factor: 0.2, maxRetryTime: 1_000, retries: 3 };
const REQUEST_TIMEOUT_MS = 5_000;
const CONNECTION_TIMEOUT_MS = 3_000;
const KEEP_ALIVE_MS = 30_000;
const LOG_THROTTLE_MS = 10_000;
const MAX_THROTTLED_MESSAGES = 100;
/**
 * kafkajs warning about reusing an idempotent producer after a failed send, which `createKafkaPublisher`
 * never does.
 */
const LIMITED_RETRIES_WARNING = 'Limiting retries for the idempotent producer';

/**
 * Creates a kafkajs client. It connects on first use.
 *
 * @param name suffix of the Kafka client ID `loci-<name>`, which appears in broker logs, for example `memory-relay`
 */
export function createKafkaClient(
  connection: Omit<KafkaConnection, 'topicPrefix'>,
  name: string,
  log: TransportLogger,
): KafkaClient {
  patchRequestQueueTimer();
  const sockets = new Set<Socket>();
  let destroyed = false;
  const socketFactory: ISocketFactory = ({ host, port, ssl, onConnect }) => {
    if (destroyed) throw new Error('The Kafka client was closed.');
    // Contrary to its types, kafkajs passes no `ssl` for a connection without TLS.
    const socket = (ssl as object | undefined)
      ? connectTls({ host, port, ...(isIpAddress(host) ? {} : { servername: host }), ...ssl }, onConnect)
      : connect({ host, port }, onConnect);
    socket.setKeepAlive(true, KEEP_ALIVE_MS);
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    return socket;
  };
  const logThrottled = throttleLog((entry, repeated) =>
    log.warn({ ...logFields(entry), repeated }, 'Warning from kafkajs'),
  );
  const kafka = new Kafka({
    clientId: `loci-${name}`,
    brokers: [...connection.brokers],
    ssl: connection.ssl ?? false,
    ...(connection.credentials ? { sasl: saslOptions(connection.credentials) } : {}),
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    retry: RETRY,
    socketFactory,
    logLevel: logLevel.WARN,
    logCreator: () => (entry) => {
      if (!destroyed && !entry.log.message.startsWith(LIMITED_RETRIES_WARNING)) logThrottled(entry);
    },
  });
  return {
    kafka,
    destroy: () => {
      destroyed = true;
      // Without an error, kafkajs would wait for the responses to in-flight requests.
      for (const socket of sockets) socket.destroy(new Error('The Kafka client was closed.'));
    },
  };
}

const isIpAddress = (host: string): boolean => /^[\d.]+$|:/.test(host);

const saslOptions = ({ username, password, mechanism = 'scram-sha-512' }: KafkaCredentials): SASLOptions => ({
  mechanism,
  username,
  password,
});

/**
 * Writes each message at most once per 10 seconds, with the number of dropped repetitions. kafkajs logs the
 * same message eight times per second while a broker is unreachable.
 */
function throttleLog(write: (entry: LogEntry, repeated: number) => void): (entry: LogEntry) => void {
  const lastWritten = new Map<string, { at: number; dropped: number }>();
  return (entry) => {
    const { message } = entry.log;
    const previous = lastWritten.get(message);
    const now = Date.now();
    if (previous && now - previous.at < LOG_THROTTLE_MS) {
      previous.dropped++;
      return;
    }
    if (lastWritten.size >= MAX_THROTTLED_MESSAGES) lastWritten.clear();
    lastWritten.set(message, { at: now, dropped: 0 });
    write(entry, previous?.dropped ?? 0);
  };
}

/**
 * Returns the fields of a log entry. All entries are logged as warnings with the kafkajs level as a field,
 * because kafkajs logs an error for each failed attempt, even if a later attempt succeeds. `joinGroup` logs
 * an error if a consumer stops.
 */
function logFields({ namespace, label, log }: LogEntry): object {
  const { broker, groupId, memberId, error, retryCount, retryTime, stack } = log as Record<string, unknown>;
  return {
    kafka: {
      level: label,
      part: namespace,
      message: log.message,
      broker,
      group_id: groupId,
      member_id: memberId,
      error: typeof error === 'object' && error !== null && 'message' in error ? error.message : error,
      retry_count: retryCount,
      retry_ms: retryTime,
      stack,
    },
  };
}
