import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { Kafka, logLevel } from 'kafkajs';
import type { ISocketFactory, LogEntry, SASLOptions } from 'kafkajs';
import type { EventLog } from '../../deliver.ts';
import { quietRequestQueue } from './quiet-request-queue.ts';

/** How to reach Kafka, and under which names. */
export interface KafkaConnection {
  /** `host:port` of some brokers; the others are learned from them. */
  brokers: readonly string[];
  /** Stands before the name of every topic and of every consumer group, e.g. `loci.`. */
  topicPrefix: string;
  /** TLS, with the certificates that Node trusts (`NODE_EXTRA_CA_CERTS` adds to them). Default false. */
  ssl?: boolean | undefined;
  credentials?: KafkaCredentials | undefined;
}

export interface KafkaCredentials {
  username: string;
  password: string;
  /** Default `scram-sha-512`. */
  mechanism?: 'plain' | 'scram-sha-256' | 'scram-sha-512' | undefined;
}

/** How topics are created; one that exists already is left as it is. */
export interface TopicLayout {
  /**
   * Of each topic of events: as many processes can share a group's work. More can be added only while the outboxes
   * are empty and all groups idle: keys move, and an aggregate's order holds within a partition.
   */
  partitions: number;
  /** Copies of each partition; with 3 or more, 2 of them must have an event before it counts as published. */
  replicationFactor: number;
  /** How long events are kept for groups that lag; default 7 days. Dead letters are kept for ever. */
  retentionMs?: number | undefined;
}

export interface KafkaClient {
  kafka: Kafka;
  /** Breaks every connection at once and refuses new ones: what is still trying fails by itself. */
  cutOff(): void;
}

/** Of one call: long enough for a moment without a leader. Whoever calls has a longer patience of its own. */
const RETRY = { initialRetryTime: 100, multiplier: 2, factor: 0.2, maxRetryTime: 1_000, retries: 3 };
/** A broker that keeps a request longer than this is taken for gone. */
const REQUEST_TIMEOUT_MS = 5_000;
const CONNECTION_TIMEOUT_MS = 3_000;
const KEEP_ALIVE_MS = 30_000;
const SAME_MESSAGE_EVERY_MS = 10_000;
const MESSAGES_REMEMBERED = 100;
/** What it warns of, that a producer goes on after a failed send, `createPublisher` never does. */
const LIMITED_RETRIES = 'Limiting retries for the idempotent producer';

/** @param name what the brokers call this client in their logs, e.g. `memory-relay` */
export function openKafka(
  connection: Omit<KafkaConnection, 'topicPrefix'>,
  name: string,
  log: EventLog,
): KafkaClient {
  quietRequestQueue();
  const sockets = new Set<Socket>();
  let cut = false;
  const socketFactory: ISocketFactory = ({ host, port, ssl, onConnect }) => {
    if (cut) throw new Error('This client was closed.');
    // kafkajs passes no options for a plain connection, whatever its types say.
    const socket = (ssl as object | undefined)
      ? connectSecurely({ host, port, ...(isIp(host) ? {} : { servername: host }), ...ssl }, onConnect)
      : connect({ host, port }, onConnect);
    socket.setKeepAlive(true, KEEP_ALIVE_MS);
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    return socket;
  };
  const passOn = rarely((entry, repeated) =>
    log.warn({ ...fieldsOf(entry), repeated }, `kafkajs: ${entry.log.message}`),
  );
  const kafka = new Kafka({
    clientId: `loci-${name}`,
    brokers: [...connection.brokers],
    ssl: connection.ssl ?? false,
    ...(connection.credentials ? { sasl: saslOf(connection.credentials) } : {}),
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    retry: RETRY,
    socketFactory,
    logLevel: logLevel.WARN,
    logCreator: () => (entry) => {
      if (!cut && !entry.log.message.startsWith(LIMITED_RETRIES)) passOn(entry);
    },
  });
  return {
    kafka,
    cutOff: () => {
      cut = true;
      // Without an error kafkajs would wait for the answers that no longer come.
      for (const socket of sockets) socket.destroy(new Error('This client was closed.'));
    },
  };
}

const isIp = (host: string): boolean => /^[\d.]+$|:/.test(host);

const saslOf = ({ username, password, mechanism = 'scram-sha-512' }: KafkaCredentials): SASLOptions => ({
  mechanism,
  username,
  password,
});

/** kafkajs says the same eight times a second while a broker is away: once in ten seconds, with the count, will do. */
function rarely(report: (entry: LogEntry, repeated: number) => void): (entry: LogEntry) => void {
  const told = new Map<string, { at: number; since: number }>();
  return (entry) => {
    const { message } = entry.log;
    const before = told.get(message);
    const now = Date.now();
    if (before && now - before.at < SAME_MESSAGE_EVERY_MS) {
      before.since++;
      return;
    }
    if (told.size >= MESSAGES_REMEMBERED) told.clear();
    told.set(message, { at: now, since: 0 });
    report(entry, before?.since ?? 0);
  };
}

/**
 * What kafkajs calls an error is mostly a try of several (a coordinator that loads, a broker that restarts), so all
 * of it is a warning; what does end a consumer is reported where it ends.
 */
function fieldsOf({ namespace, label, log }: LogEntry): object {
  const { broker, groupId, memberId, error, retryCount, retryTime, stack } = log as Record<string, unknown>;
  return {
    kafka: {
      level: label,
      part: namespace,
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
