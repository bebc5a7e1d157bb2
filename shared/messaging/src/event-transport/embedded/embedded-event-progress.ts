import { waitFor } from '@loci/async';
import { isBefore } from '@loci/core';
import type { Database } from '@loci/postgres';
import type { Checkpoint, EventProgress } from '../event-progress.ts';
import { findLastEvent } from '../find-last-event.ts';
import type { OutboxReader } from './outbox-reader.ts';

type Reader = Pick<OutboxReader, 'consumer' | 'owner' | 'position' | 'expedite'>;

export interface EmbeddedEventProgressOptions {
  /** Database with the role of the schema `events`. */
  database: Pick<Database, 'inTransaction'>;
  readers: readonly Reader[];
}

export interface EmbeddedEventProgress extends EventProgress {
  /** Ends the waits for a position that a reader has reached. Must be called when the position of a reader changes. */
  advanced(): void;
}

/** Creates the progress of groups that read the outboxes in this process. */
export function createEmbeddedEventProgress({
  database,
  readers,
}: EmbeddedEventProgressOptions): EmbeddedEventProgress {
  let change = Promise.withResolvers<void>();

  const isBehind = (group: string, checkpoints: readonly Checkpoint[]): boolean => {
    const ofGroup = readers.filter(({ consumer }) => consumer.group === group);
    return (
      ofGroup.length === 0 ||
      checkpoints.some(
        (checkpoint) =>
          checkpoint.kind === 'outbox' &&
          ofGroup.some(({ owner, position }) => owner === checkpoint.owner && isBefore(position, checkpoint)),
      )
    );
  };

  const findDeadLetters = async (tenantId: string, groups: readonly string[]): Promise<string[]> => {
    const rows = await database.inTransaction(tenantId, (tx) =>
      tx.query<{ consumer_group: string }>(
        `SELECT DISTINCT consumer_group FROM dead_letters WHERE tenant_id = $1 AND consumer_group = ANY($2)`,
        [tenantId, groups],
        'dead-letters-of-tenant',
      ),
    );
    return rows.map(({ consumer_group: group }) => group);
  };

  return {
    advanced: () => {
      change.resolve();
      change = Promise.withResolvers();
    },
    findCheckpoint: async (ownDatabase, { tenantId, owner, position }) => {
      const { isFuture, last } = await findLastEvent(ownDatabase, tenantId, owner, position);
      return { isFuture, isPublished: true, checkpoint: last && { kind: 'outbox', owner, ...last } };
    },
    findBehind: async ({ tenantId, groups, checkpoints, timeoutMs, signal }) => {
      const deadlineMs = performance.now() + timeoutMs;
      const findPending = (): string[] => groups.filter((group) => isBehind(group, checkpoints));
      let behind = findPending();
      for (const reader of readers) if (behind.includes(reader.consumer.group)) reader.expedite();
      for (;;) {
        const remainingMs = deadlineMs - performance.now();
        if (behind.length === 0 || remainingMs <= 0 || signal.aborted) break;
        await waitFor(change.promise, remainingMs, signal);
        behind = findPending();
      }
      const reached = groups.filter((group) => !behind.includes(group));
      // The dead letters are read after the positions, because a reader stores a dead letter before it advances.
      return reached.length === 0 ? behind : [...behind, ...(await findDeadLetters(tenantId, reached))];
    },
  };
}
