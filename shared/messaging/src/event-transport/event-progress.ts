import type { OutboxPosition, PositionOwner } from '@loci/core';
import type { Database } from '@loci/postgres';

/** The last event of an outbox that a consumer group of the embedded transport must handle. */
export interface OutboxCheckpoint extends OutboxPosition {
  kind: 'outbox';
  owner: PositionOwner;
}

/** Offset after the last message of a Kafka partition that a relay has published or a consumer group has handled. */
export interface PartitionOffset {
  topic: string;
  partition: number;
  /** Decimal number. */
  next_offset: string;
}

/** Offsets of the topics of a service that a consumer group on Kafka must reach. */
export interface KafkaCheckpoint {
  kind: 'kafka';
  owner: PositionOwner;
  offsets: PartitionOffset[];
}

/** Events that a consumer group must handle. */
export type Checkpoint = OutboxCheckpoint | KafkaCheckpoint;

export interface FindCheckpoint {
  tenantId: string;
  owner: PositionOwner;
  /** Null for the latest position. */
  position: OutboxPosition | null;
  /** Maximum time to wait until the events are published. */
  timeoutMs: number;
  signal: AbortSignal;
}

export interface FoundCheckpoint {
  /** True if the outbox has not assigned the position yet. */
  isFuture: boolean;
  /** False if the events up to the position were not published before the timeout. Always true without a broker. */
  isPublished: boolean;
  /** Null if no event of the tenant up to the position is pending. */
  checkpoint: Checkpoint | null;
}

export interface AwaitGroups {
  tenantId: string;
  groups: readonly string[];
  checkpoints: readonly Checkpoint[];
  timeoutMs: number;
  signal: AbortSignal;
}

/** Progress of consumer groups, as clients that read their own writes need it. */
export interface EventProgress {
  /**
   * Finds what consumer groups must handle so that they have handled the events of a tenant up to a position.
   *
   * @param database database of the service that owns the outbox
   */
  findCheckpoint(database: Pick<Database, 'inTransaction'>, find: FindCheckpoint): Promise<FoundCheckpoint>;
  /**
   * Waits until groups have handled the events of a tenant up to the checkpoints.
   *
   * @returns the groups that have not handled them when the timeout passes, and the groups with dead letters of the tenant
   */
  findBehind(request: AwaitGroups): Promise<string[]>;
}
