import {
  currentActor,
  isPositionOwner,
  newId,
  recordPositions,
  recordUncommittedItems,
  recordWrittenItems,
} from '@loci/core';
import type { AuditAction, AuditObjectType, AuditedChange, OutboxPosition, WrittenItem } from '@loci/core';
import { CHUNK_REVISION, publishedSchemaVersion } from '@loci/events';
import type { DocumentChunks, EventEnvelope, Topic } from '@loci/events';
import { auditInsert, auditValues, blankResponses } from '@loci/postgres';
import type { Transaction } from '@loci/postgres';
import { activeTraceparent } from '@loci/telemetry';

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
   * Records the position of the last event, so that the response of the request can contain it. If the current operation
   * has an actor, the same statement inserts an audit entry with the IDs of the aggregates.
   *
   * @see docs/reference/events.md#delivery-guarantees
   */
  append(tx: Transaction, ...events: DomainEvent[]): Promise<void>;
}

export interface OutboxOptions {
  /** Name of the service. Positions are recorded if clients can wait for its events. */
  service?: string | undefined;
  /** True if the service stores responses for idempotency keys. A deletion then removes the responses with the object. */
  storesResponses?: boolean;
  /** Called after the commit of a transaction that appended events, to wake the readers of the outbox. */
  onCommitted: () => void;
}

type OutboxRow = [tenantId: string, topic: string, aggregateId: string, envelope: string];

export function createOutbox({
  service = '',
  storesResponses = isPositionOwner(service),
  onCommitted,
}: OutboxOptions): Outbox {
  function toRow(event: DomainEvent): OutboxRow {
    const envelope: EventEnvelope = {
      event_id: newId(),
      type: event.type,
      schema_version: publishedSchemaVersion(event.type),
      tenant_id: event.tenantId,
      aggregate_type: event.topic,
      aggregate_id: event.aggregateId,
      revision: event.revision,
      occurred_at: event.occurredAt.toISOString(),
      traceparent: activeTraceparent(),
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
      if (written.length > 0) {
        recordUncommittedItems(written);
        tx.afterCommit(() => recordWrittenItems(written));
      }
      const deleted = events.filter(({ type }) => type.endsWith('.deleted'));
      const [position] = await Promise.all([
        insertRows(tx, rows, takeAudit(tx, events)),
        storesResponses && deleted.length > 0
          ? blankResponses(
              tx,
              deleted[0]!.tenantId,
              deleted.map(({ aggregateId }) => aggregateId),
            )
          : undefined,
      ]);
      if (isPositionOwner(service)) recordPositions({ [service]: position });
    },
  };
}

const INSERT_ONE = `INSERT INTO outbox (tenant_id, topic, aggregate_id, envelope) VALUES ($1, $2, $3, $4)
   RETURNING txid::text, seq::text`;
// The envelopes are one text with one line each: JSON contains no line breaks, and the driver and PostgreSQL would escape and
// unescape each quotation mark in an array of texts.
const INSERT_MANY = `INSERT INTO outbox (tenant_id, topic, aggregate_id, envelope)
   SELECT * FROM ROWS FROM (unnest($1::uuid[]), unnest($2::text[]), unnest($3::uuid[]), string_to_table($4, E'\\n'))
   RETURNING txid, seq`;
// All rows of a statement belong to one transaction.
const SELECT_LAST = 'SELECT txid::text, max(seq)::text AS seq FROM appended GROUP BY txid';
// One statement inserts the events and the audit entry, because each statement costs time on both sides.
const AUDIT = `audited AS (${auditInsert(5)})`;
const APPEND_MANY = `WITH appended AS (${INSERT_MANY}) ${SELECT_LAST}`;
const APPEND_ONE_AUDITED = `WITH appended AS (${INSERT_ONE}), ${AUDIT} SELECT txid, seq FROM appended`;
const APPEND_MANY_AUDITED = `WITH appended AS (${INSERT_MANY}), ${AUDIT} ${SELECT_LAST}`;

/** Inserts rows, and an audit entry if `audit` is not null. Returns the position of the last row. */
async function insertRows(
  tx: Transaction,
  rows: readonly OutboxRow[],
  audit: readonly unknown[] | null,
): Promise<OutboxPosition> {
  const append = async (text: string, values: readonly unknown[], name: string): Promise<OutboxPosition> => {
    const [position] = await tx.query<OutboxPosition>(text, values, name);
    return position!;
  };
  const [first] = rows;
  if (rows.length === 1) {
    return audit
      ? append(APPEND_ONE_AUDITED, [...first!, ...audit], 'outbox-append-one-audited')
      : append(INSERT_ONE, first!, 'outbox-append-one');
  }
  const columns = [
    rows.map(([tenantId]) => tenantId),
    rows.map(([, topic]) => topic),
    rows.map(([, , aggregateId]) => aggregateId),
    rows.map(([, , , envelope]) => envelope).join('\n'),
  ];
  return audit
    ? append(APPEND_MANY_AUDITED, [...columns, ...audit], 'outbox-append-many-audited')
    : append(APPEND_MANY, columns, 'outbox-append-many');
}

/** IDs in the audit entries of a transaction. */
const auditedIds = new WeakMap<Transaction, Set<string>>();

/**
 * Returns the values of the audit entry of events. Returns null if the operation has no actor, or if an earlier call in
 * this transaction returned the IDs of all events. An upload appends several events of one document.
 */
function takeAudit(tx: Transaction, events: readonly DomainEvent[]): unknown[] | null {
  const actor = currentActor();
  if (actor === null) return null;
  const known = auditedIds.get(tx);
  if (known && events.every(({ aggregateId }) => known.has(aggregateId))) return null;
  const change = toAuditedChange(events);
  auditedIds.set(tx, new Set([...(known ?? []), ...change.objectIds]));
  return auditValues(actor, change);
}

const ACTIONS: Readonly<Record<string, AuditAction>> = {
  created: 'create',
  reported: 'create',
  deleted: 'delete',
};

/**
 * Describes events as one change. The object type is that of the last event, which is the subject of the operation: the
 * resolution of a contradiction is appended after the changes of its memories.
 */
function toAuditedChange(events: readonly DomainEvent[]): AuditedChange {
  const last = events.at(-1)!;
  const actions = new Set(events.map(({ type }) => ACTIONS[type.slice(type.indexOf('.') + 1)] ?? 'update'));
  return {
    tenantId: last.tenantId,
    action: actions.size === 1 ? [...actions][0]! : 'update',
    objectType: last.topic as AuditObjectType,
    objectIds: [...new Set(events.map(({ aggregateId }) => aggregateId))],
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
