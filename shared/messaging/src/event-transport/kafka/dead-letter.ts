import type { EventEnvelope } from '@loci/events';
import type { KafkaMessage } from 'kafkajs';
import type { DeadLetter } from '../event-transport.ts';
import type { OutgoingMessage } from './publisher.ts';

interface Failure {
  message: KafkaMessage;
  reason: string;
  group: string;
  /** Where the event was, as `topic/partition/offset`. */
  source: string;
  failedAt: Date;
}

const LONGEST_REASON = 2_000;

/** The event as it came, with what is known of its failure in headers, for the dead-letter topic. */
export function toLetter(topic: string, failure: Failure): OutgoingMessage {
  const { message, reason, group, source, failedAt } = failure;
  return {
    topic,
    key: message.key?.toString() ?? source,
    value: message.value ?? '',
    headers: {
      'loci-reason': reason.slice(0, LONGEST_REASON),
      'loci-group': group,
      // Of the first failure, through any number of replays.
      'loci-source': message.headers?.['loci-source'] ?? source,
      'loci-failed-at': failedAt.toISOString(),
    },
  };
}

/** Null for bytes that are no event: those can only be looked at with Kafka's own tools. */
export function fromLetter(group: string, message: KafkaMessage): DeadLetter | null {
  const envelope = readEnvelope(message);
  if (envelope === null) return null;
  return { group, reason: String(message.headers?.['loci-reason'] ?? ''), envelope };
}

/** Null when the bytes are no JSON object with the ids that every event has. */
export function readEnvelope(message: KafkaMessage): EventEnvelope | null {
  try {
    const value = JSON.parse(message.value?.toString() ?? '') as Partial<EventEnvelope> | null;
    const known = typeof value?.event_id === 'string' && typeof value.aggregate_id === 'string';
    return known ? (value as EventEnvelope) : null;
  } catch {
    return null;
  }
}
