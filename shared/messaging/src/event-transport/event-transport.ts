import type { EventEnvelope, Topic } from '@loci/events';

/**
 * A consumer group. Every group receives every event of its topics at least once. Events of one aggregate arrive in the
 * order of their revisions. The position of the group survives restarts.
 *
 * @see docs/reference/events.md#consumer-rules
 */
export interface Consumer {
  /**
   * Unique name, for example `search`. A renamed group has no stored position and starts from the beginning.
   */
  group: string;
  topics: readonly Topic[];
  /**
   * Handles events in order. Resolves when their effects are durable. Must be idempotent and skip revisions that are
   * not newer than the stored one.
   *
   * If it rejects with SYS_SERVICE_UNAVAILABLE or a transient PostgreSQL error, the transport retries without limit,
   * with exponential backoff. After any other error, the transport retries event by event. An event that fails all
   * attempts goes to the dead-letter queue, and the group continues.
   */
  handle(events: readonly EventEnvelope[]): Promise<void>;
  /** Maximum number of events per call of `handle`. Defaults to 1,000 for the embedded transport and 256 for Kafka. */
  batchSize?: number;
}

/** An event that a consumer group could not handle. */
export interface DeadLetter {
  group: string;
  /** Message of the error that `Consumer.handle` rejected with. */
  reason: string;
  envelope: EventEnvelope;
}

/** Delivers events from the outboxes of the services to consumer groups. */
export interface EventTransport {
  /**
   * Registers a consumer group. Must be called before `start`.
   * @throws Error if the group is already registered, or if no service publishes one of its topics
   */
  subscribe(consumer: Consumer): void;
  /** Starts the delivery to all registered groups. */
  start(): Promise<void>;
  /**
   * Delivers new events immediately instead of at the next poll.
   * @param owner the service whose outbox has new events. Defaults to all services.
   */
  wake(owner?: string): void;
  /**
   * Resolves when every group has handled the events that were committed before the call, and the events that
   * consumers appended while handling these events.
   */
  drain(): Promise<void>;
  /** Returns the number of events that each group has not handled yet, by group name. */
  lag(): Promise<Record<string, number>>;
  /** Returns the events among the first 1,000 dead letters of all groups, oldest first. */
  deadLetters(): Promise<DeadLetter[]>;
  /**
   * Passes the dead letters of a group to its consumer again. Removes the dead letters that the consumer
   * handles, and keeps the dead letters that fail again.
   * @returns the number of handled dead letters
   * @throws Error if the group is not registered
   * @throws SYS_SERVICE_UNAVAILABLE if a store of the consumer or the transport is unavailable
   */
  replayDeadLetters(group: string): Promise<number>;
  /** Stops the delivery after the running calls of `Consumer.handle` have ended. */
  close(): Promise<void>;
}
