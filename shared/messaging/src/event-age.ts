import type { EventEnvelope } from '@loci/events';

const DAY_MS = 24 * 60 * 60_000;

/**
 * Age after which tombstones are deleted. Every event that a deleted tombstone would have rejected is a
 * {@link isOldEvent} event, because it was published before the deletion.
 *
 * @see docs/reference/events.md#tombstones
 */
export const TOMBSTONE_RETENTION_MS = 7 * DAY_MS;

/**
 * Age from which an event may be older than a deleted tombstone. One day less than the retention, so that
 * neither a difference between the clocks of two servers nor a consumer that has just read an event matters.
 */
export const OLD_EVENT_AGE_MS = 6 * DAY_MS;

/**
 * Returns true if the tombstone of the event's object may have been deleted. A consumer must then apply the
 * current state of the object in the service that owns it, instead of the state in the event.
 */
export const isOldEvent = (
  { occurred_at: occurredAt }: Pick<EventEnvelope, 'occurred_at'>,
  now: Date,
): boolean => now.getTime() - Date.parse(occurredAt) >= OLD_EVENT_AGE_MS;
