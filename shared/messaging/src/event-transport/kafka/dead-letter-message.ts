import type { EventEnvelope } from '@loci/events';
import type { KafkaMessage } from 'kafkajs';
import type { DeadLetter } from '../event-transport.ts';
import { parseEnvelope } from '../parse-envelope.ts';
import type { OutgoingMessage } from './kafka-publisher.ts';
import { TRACEPARENT_HEADER } from './trace-sends.ts';

interface Failure {
  message: KafkaMessage;
  reason: string;
  group: string;
  /** Position of the message, as `topic/partition/offset`. */
  source: string;
  failedAt: Date;
}

const MAX_REASON_LENGTH = 2_000;

/**
 * Creates the message for the dead-letter topic. Key and value are unchanged. Headers describe the failure.
 *
 * @see docs/reference/events.md#dead-letter-queue
 */
export function toDeadLetter(topic: string, failure: Failure): OutgoingMessage {
  const { message, reason, group, source, failedAt } = failure;
  return {
    topic,
    key: message.key?.toString() ?? source,
    value: message.value ?? '',
    headers: {
      'loci-reason': reason.slice(0, MAX_REASON_LENGTH),
      'loci-group': group,
      // If a replayed dead letter fails again, the header keeps the original position.
      'loci-source': message.headers?.['loci-source'] ?? source,
      'loci-failed-at': failedAt.toISOString(),
    },
  };
}

/** Parses a message of a dead-letter topic. Returns null if its value is not an event. */
export function fromDeadLetter(group: string, message: KafkaMessage): DeadLetter | null {
  const envelope = readEnvelope(message);
  if (envelope === null) return null;
  return { group, reason: String(message.headers?.['loci-reason'] ?? ''), envelope };
}

/**
 * Parses the value of a message. The trace context in the header replaces the one of the event, whose span the relay has
 * continued. Returns null if the value is not an event.
 */
export function readEnvelope({ value, headers }: KafkaMessage): EventEnvelope | null {
  const envelope = parseEnvelope(value?.toString() ?? '');
  const traceparent = headers?.[TRACEPARENT_HEADER];
  return envelope && traceparent !== undefined
    ? { ...envelope, traceparent: traceparent.toString() }
    : envelope;
}
