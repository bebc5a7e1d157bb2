import type { EventEnvelope, Topic } from '@loci/events';

/**
 * A consumer group. Every group gets every event of its topics at least once, those of one aggregate in the
 * order of their revisions; what it has handled is remembered across restarts.
 */
export interface Consumer {
  /** Unique name, e.g. `search`. It is the key of the group's position: renaming starts from the beginning. */
  group: string;
  topics: readonly Topic[];
  /**
   * Handles events in order; resolves when their effects are durable. Must be idempotent and skip revisions
   * it already holds. A rejection with SYS_SERVICE_UNAVAILABLE (a store is down) pauses the group, which
   * tries again with growing waits, for ever. Any other rejection is tried again event by event; the event
   * that keeps failing goes to the dead letters, and the group moves on.
   */
  handle(events: readonly EventEnvelope[]): Promise<void>;
  /** Events per call at most; default 256. */
  batchSize?: number;
}

export interface DeadLetter {
  group: string;
  reason: string;
  envelope: EventEnvelope;
}

/** Carries events from the services' outboxes to consumer groups. */
export interface EventTransport {
  /** Registers a group; call before `start`. */
  subscribe(consumer: Consumer): void;
  start(): Promise<void>;
  /** Says that a service's outbox (or any) has new events; without it they are found within a second. */
  wake(owner?: string): void;
  /** Resolves when every group has handled all that was committed before the call, and what followed from it. */
  drain(): Promise<void>;
  /** Events that wait, by group. */
  lag(): Promise<Record<string, number>>;
  deadLetters(): Promise<DeadLetter[]>;
  /** Handles the dead letters of a group again; those that succeed are gone. Resolves to their number. */
  replayDeadLetters(group: string): Promise<number>;
  /** Waits for the calls under way, then stops. */
  close(): Promise<void>;
}
