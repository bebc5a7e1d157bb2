import { waitFor } from '@loci/async';
import { isBefore } from '@loci/core';
import type { OutboxPosition, PositionOwner } from '@loci/core';
import type { Database } from '@loci/postgres';
import type { Checkpoint, EventProgress } from '../event-progress.ts';
import { findLastEvent } from '../find-last-event.ts';
import type { OutboxReader } from './outbox-reader.ts';

type Reader = Pick<OutboxReader, 'consumer' | 'owner' | 'position' | 'expedite'>;

export interface EmbeddedEventProgressOptions {
  /** Database with the role of the schema `events`. */
  database: Pick<Database, 'inTransaction' | 'inSystemTransaction'>;
  readers: readonly Reader[];
}

export interface EmbeddedEventProgress extends EventProgress {
  /**
   * Waits until groups have handled the events of all tenants that are stored now.
   *
   * @returns false if they have not handled them when the timeout passes
   */
  awaitStored(groups: readonly string[], timeoutMs: number, signal: AbortSignal): Promise<boolean>;
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

  /** Returns the groups that have not reached the checkpoints when the timeout passes. */
  async function waitForGroups(
    groups: readonly string[],
    checkpoints: readonly Checkpoint[],
    timeoutMs: number,
    signal: AbortSignal,
  ): Promise<string[]> {
    const deadlineMs = performance.now() + timeoutMs;
    for (;;) {
      const behind = groups.filter((group) => isBehind(group, checkpoints));
      const remainingMs = deadlineMs - performance.now();
      if (behind.length === 0 || remainingMs <= 0 || signal.aborted) return behind;
      await waitFor(change.promise, remainingMs, signal);
    }
  }

  /** Returns the position of the last event in the outbox of a service, or null if the outbox is empty. */
  async function findLastStored(owner: string): Promise<OutboxPosition | null> {
    const [last] = await database.inSystemTransaction((tx) =>
      tx.query<OutboxPosition>(
        `SELECT o.txid::text, o.seq::text FROM ${owner}.outbox AS o ORDER BY o.txid DESC, o.seq DESC LIMIT 1`,
        [],
        `last-stored-event-${owner}`,
      ),
    );
    return last ?? null;
  }

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
    awaitStored: async (groups, timeoutMs, signal) => {
      const ofGroups = readers.filter(({ consumer }) => groups.includes(consumer.group));
      const owners = [...new Set(ofGroups.map(({ owner }) => owner))];
      const stored = await Promise.all(
        owners.map(async (owner) => {
          const last = await findLastStored(owner);
          return last ? [{ kind: 'outbox' as const, owner: owner as PositionOwner, ...last }] : [];
        }),
      );
      return (await waitForGroups(groups, stored.flat(), timeoutMs, signal)).length === 0;
    },
    findCheckpoint: async (ownDatabase, { tenantId, owner, position }) => {
      const { isFuture, last } = await findLastEvent(ownDatabase, tenantId, owner, position);
      return { isFuture, isPublished: true, checkpoint: last && { kind: 'outbox', owner, ...last } };
    },
    findBehind: async ({ tenantId, groups, checkpoints, timeoutMs, signal }) => {
      const pending = groups.filter((group) => isBehind(group, checkpoints));
      for (const reader of readers) if (pending.includes(reader.consumer.group)) reader.expedite();
      const behind = await waitForGroups(groups, checkpoints, timeoutMs, signal);
      const reached = groups.filter((group) => !behind.includes(group));
      // The dead letters are read after the positions, because a reader stores a dead letter before it advances.
      return reached.length === 0 ? behind : [...behind, ...(await findDeadLetters(tenantId, reached))];
    },
  };
}
