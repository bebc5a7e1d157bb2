export type { OnProcessed, ProcessedBatch } from './handle-in-span.ts';
export { isOldEvent, OLD_EVENT_AGE_MS, TOMBSTONE_RETENTION_MS } from './event-age.ts';
export { readLatestPositions } from './latest-positions.ts';
export { createOutbox } from './outbox.ts';
export type { DomainEvent, Outbox, OutboxOptions } from './outbox.ts';
export type { Consumer, DeadLetter, EventTransport } from './event-transport/event-transport.ts';
export type {
  AwaitGroups,
  Checkpoint,
  EventProgress,
  FindCheckpoint,
  FoundCheckpoint,
} from './event-transport/event-progress.ts';
export { EVENTS_MIGRATIONS } from './migrations.ts';
