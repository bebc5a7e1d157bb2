import { newId } from '@loci/core';
import type { EventEnvelope, Topic } from '@loci/events';
import type { Transaction } from '@loci/postgres';

/** What a use case says happened; the outbox adds the rest of the envelope. */
export interface DomainEvent {
  type: string;
  topic: Topic;
  tenantId: string;
  aggregateId: string;
  revision: number;
  occurredAt: Date;
  data: Record<string, unknown>;
}

export interface Outbox {
  /**
   * Queues events in the transaction that makes them true: both are stored or neither. Lock every aggregate
   * before the transaction's first write, so that the order of transactions is the order of revisions.
   */
  append(tx: Transaction, ...events: DomainEvent[]): Promise<void>;
}

export interface OutboxOptions {
  /** Called after the commit of a transaction with events: wakes who reads them. */
  onCommitted: () => void;
  /** The W3C trace context of the request at hand, if any. */
  traceparent?: () => string | null;
}

const SCHEMA_VERSION = 1;

export function createOutbox({ onCommitted, traceparent = () => null }: OutboxOptions): Outbox {
  return {
    append: async (tx, ...events) => {
      if (events.length === 0) return;
      tx.afterCommit(onCommitted);
      const trace = traceparent();
      const payloads = events.map((event): string => {
        const envelope: EventEnvelope = {
          event_id: newId(),
          type: event.type,
          schema_version: SCHEMA_VERSION,
          tenant_id: event.tenantId,
          aggregate_type: event.topic,
          aggregate_id: event.aggregateId,
          revision: event.revision,
          occurred_at: event.occurredAt.toISOString(),
          traceparent: trace,
          data: event.data,
        };
        return JSON.stringify(envelope);
      });
      if (events.length === 1) {
        await tx.query(
          'INSERT INTO outbox (tenant_id, topic, aggregate_id, envelope) VALUES ($1, $2, $3, $4)',
          [events[0]!.tenantId, events[0]!.topic, events[0]!.aggregateId, payloads[0]],
          'outbox-append-one',
        );
        return;
      }
      await tx.query(
        `INSERT INTO outbox (tenant_id, topic, aggregate_id, envelope)
         SELECT * FROM unnest($1::uuid[], $2::text[], $3::uuid[], $4::text[])`,
        [
          events.map((e) => e.tenantId),
          events.map((e) => e.topic),
          events.map((e) => e.aggregateId),
          payloads,
        ],
        'outbox-append-many',
      );
    },
  };
}
