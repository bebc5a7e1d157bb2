export { isOldEvent, OLD_EVENT_AGE_MS, TOMBSTONE_RETENTION_MS } from './event-age.ts';
export { createOutbox } from './outbox.ts';
export type { DomainEvent, Outbox, OutboxOptions } from './outbox.ts';
export type { Consumer, DeadLetter, EventTransport } from './event-transport/event-transport.ts';
export { EVENTS_MIGRATIONS } from './migrations.ts';
