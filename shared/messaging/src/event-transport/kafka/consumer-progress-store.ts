import { pause, retry } from '@loci/async';
import { isUuid } from '@loci/core';
import type { EventEnvelope } from '@loci/events';
import type { Database } from '@loci/postgres';
import type { TransportLogger } from '../../deliver.ts';
import type { PartitionOffset } from '../event-progress.ts';

/** An event that a consumer group could not handle. */
export type UnappliedEvent = Pick<EventEnvelope, 'tenant_id' | 'event_id'>;

/**
 * Stores the progress of the consumer groups of a service in its database, so that its processes with the role `api` can
 * read it.
 */
export interface ConsumerProgressStore {
  /**
   * Stores in the background that a group has handled all messages before an offset. Must be called after the effects are
   * durable. An offset before a stored one has no effect, so that a process that has lost a partition cannot reset its
   * progress.
   */
  handled(group: string, offset: PartitionOffset): void;
  /** Stores events that a group could not handle. Must resolve before `handled` is called for their messages. */
  addUnapplied(group: string, events: readonly UnappliedEvent[]): Promise<void>;
  /** Stores that a group has handled an event of its dead-letter queue. */
  removeUnapplied(group: string, event: UnappliedEvent): Promise<void>;
  /** Resolves when the progress that was stored in the background is committed, or `stopping` is aborted. */
  flushed(): Promise<void>;
}

export interface ConsumerProgressStoreOptions {
  database: Pick<Database, 'inSystemTransaction' | 'inTransaction' | 'statement'>;
  log: TransportLogger;
  stopping: AbortSignal;
}

/** Minimum milliseconds between two statements, so that their number does not depend on the number of batches. */
const MIN_INTERVAL_MS = 25;
const FIRST_RETRY_MS = 100;
const MAX_RETRY_MS = 5_000;

/** Concurrent transactions must lock the rows in the same order. */
const SAVE_PROGRESS = `
  INSERT INTO consumer_progress AS stored (consumer_group, topic, partition, next_offset)
  SELECT * FROM unnest($1::text[], $2::text[], $3::int[], $4::bigint[]) AS handled (a, b, c, d) ORDER BY a, b, c
  ON CONFLICT (consumer_group, topic, partition)
  DO UPDATE SET next_offset = greatest(stored.next_offset, excluded.next_offset)`;

const ADD_UNAPPLIED = `
  INSERT INTO unapplied_events (consumer_group, tenant_id, event_id)
  SELECT $1, * FROM unnest($2::uuid[], $3::uuid[])
  ON CONFLICT DO NOTHING`;

const REMOVE_UNAPPLIED =
  'DELETE FROM unapplied_events WHERE tenant_id = $1 AND consumer_group = $2 AND event_id = $3';

interface Progress extends PartitionOffset {
  group: string;
}

export function createConsumerProgressStore({
  database,
  log,
  stopping,
}: ConsumerProgressStoreOptions): ConsumerProgressStore {
  /** Offsets that are not stored yet, by group and partition. */
  let pending = new Map<string, Progress>();
  let running: Promise<void> | null = null;

  const save = async (progress: readonly Progress[]): Promise<void> => {
    await database.statement(
      SAVE_PROGRESS,
      [
        progress.map(({ group }) => group),
        progress.map(({ topic }) => topic),
        progress.map(({ partition }) => partition),
        progress.map(({ next_offset: offset }) => offset),
      ],
      'save-progress',
    );
  };

  async function saveAll(): Promise<void> {
    while (pending.size > 0 && !stopping.aborted) {
      const progress = [...pending.values()];
      pending = new Map();
      await retry(() => save(progress), {
        firstDelayMs: FIRST_RETRY_MS,
        maxDelayMs: MAX_RETRY_MS,
        signal: stopping,
        onRetry: (error) =>
          log.warn({ err: error }, 'Storing the progress of consumer groups failed, retrying'),
      }).catch(() => undefined);
      await pause(MIN_INTERVAL_MS, stopping);
    }
    running = null;
  }

  return {
    handled: (group, offset) => {
      const key = `${group} ${offset.topic} ${offset.partition}`;
      const known = pending.get(key);
      if (known && BigInt(known.next_offset) >= BigInt(offset.next_offset)) return;
      pending.set(key, { group, ...offset });
      running ??= saveAll();
    },
    addUnapplied: async (group, events) => {
      // Messages of other programs can contain other values.
      const stored = events.filter((event) => isUuid(event.tenant_id) && isUuid(event.event_id));
      if (stored.length === 0) return;
      await database.inSystemTransaction((tx) =>
        tx.query(ADD_UNAPPLIED, [
          group,
          stored.map(({ tenant_id: tenantId }) => tenantId),
          stored.map(({ event_id: eventId }) => eventId),
        ]),
      );
    },
    removeUnapplied: async (group, { tenant_id: tenantId, event_id: eventId }) => {
      if (!isUuid(tenantId) || !isUuid(eventId)) return;
      await database.inTransaction(tenantId, (tx) => tx.query(REMOVE_UNAPPLIED, [tenantId, group, eventId]));
    },
    flushed: async () => {
      while (running !== null) await running;
    },
  };
}
