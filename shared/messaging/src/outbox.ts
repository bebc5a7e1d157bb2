import { newId, recordWrittenItems } from '@loci/core';
import type { WrittenItem } from '@loci/core';
import { CHUNK_REVISION } from '@loci/events';
import type { DocumentChunks, EventEnvelope, Topic } from '@loci/events';
import type { Transaction } from '@loci/postgres';

/** A change to an aggregate. The outbox adds the remaining fields of the envelope. */
export interface DomainEvent {
  type: string;
  topic: Topic;
  tenantId: string;
  aggregateId: string;
  revision: number;
  occurredAt: Date;
  data: Record<string, unknown>;
}

/** The transactional outbox of a service. */
export interface Outbox {
  /**
   * Inserts events, in order, in the transaction of the change that they describe. The change and its events
   * are stored together or not at all.
   *
   * The caller must lock every aggregate before the first write of the transaction. Otherwise, the order of
   * transactions can differ from the order of revisions.
   *
   * @see docs/reference/events.md#delivery-guarantees
   */
  append(tx: Transaction, ...events: DomainEvent[]): Promise<void>;
}

export interface OutboxOptions {
  /** Called after the commit of a transaction that appended events, to wake the readers of the outbox. */
  onCommitted: () => void;
  /** Returns the W3C trace context of the current request, or null. */
  traceparent?: () => string | null;
}

const SCHEMA_VERSION = 1;

type OutboxRow = [tenantId: string, topic: string, aggregateId: string, envelope: string];

export function createOutbox({ onCommitted, traceparent = () => null }: OutboxOptions): Outbox {
  function toRow(event: DomainEvent): OutboxRow {
    const envelope: EventEnvelope = {
      event_id: newId(),
      type: event.type,
      schema_version: SCHEMA_VERSION,
      tenant_id: event.tenantId,
      aggregate_type: event.topic,
      aggregate_id: event.aggregateId,
      revision: event.revision,
      occurred_at: event.occurredAt.toISOString(),
      traceparent: traceparent(),
      data: event.data,
    };
    return [event.tenantId, event.topic, event.aggregateId, JSON.stringify(envelope)];
  }

  return {
    append: async (tx, ...events) => {
      const rows = events.map(toRow);
      const [first] = rows;
      if (first === undefined) return;
      tx.afterCommit(onCommitted);
      const written = events.flatMap(toWrittenItem);
      if (written.length > 0) tx.afterCommit(() => recordWrittenItems(written));
      if (rows.length === 1) {
        await tx.query(
          'INSERT INTO outbox (tenant_id, topic, aggregate_id, envelope) VALUES ($1, $2, $3, $4)',
          first,
          'outbox-append-one',
        );
        return;
      }
      await tx.query(
        `INSERT INTO outbox (tenant_id, topic, aggregate_id, envelope)
         SELECT * FROM unnest($1::uuid[], $2::text[], $3::uuid[], $4::text[])`,
        first.map((_, column) => rows.map((row) => row[column])),
        'outbox-append-many',
      );
    },
  };
}

/**
 * Returns the searchable item that the search service stores last when it handles the event: the memory or the
 * last chunk. Returns no item for the deletion of a document, because its event does not contain the chunks.
 */
function toWrittenItem({ topic, aggregateId, revision, data }: DomainEvent): WrittenItem[] {
  if (topic === 'memory') return [{ id: aggregateId, revision }];
  if (topic !== 'document') return [];
  const last = (data as Partial<DocumentChunks>).chunks?.at(-1);
  return last ? [{ id: last.id, revision: CHUNK_REVISION }] : [];
}
