import type { EventEnvelope } from './envelope.ts';
import type { EventType } from './event-types.ts';

/** Converts the `data` of an event from one schema version to the next one. */
export type Upcast = (data: Record<string, unknown>) => Record<string, unknown>;

/** The upcasts of each event type, by the schema version that they convert: the first one converts version 1 to 2. */
export type Upcasts = Partial<Record<EventType, readonly Upcast[]>>;

/** Schema versions that this version of Loci publishes. Event types without an entry have the schema version 1. */
const PUBLISHED_SCHEMA_VERSIONS: Partial<Record<EventType, number>> = {};

/**
 * The upcasts of this version of Loci. A release that adds an upcast still publishes the previous schema version, because
 * processes of the previous release cannot read the new one.
 *
 * @see docs/decisions/0044-upcast-events-before-consumers.md
 */
const UPCASTS: Upcasts = {};

/** Returns the schema version of the events of a type that this version of Loci publishes. */
export const publishedSchemaVersion = (type: string): number =>
  PUBLISHED_SCHEMA_VERSIONS[type as EventType] ?? 1;

/**
 * Converts an event to the newest schema version that this version of Loci reads.
 *
 * @returns the event unchanged if it has this version, and null if it has a newer one
 */
export function upcastEvent(event: EventEnvelope, upcasts: Upcasts = UPCASTS): EventEnvelope | null {
  const ofType = upcasts[event.type as EventType] ?? [];
  const newest = ofType.length + 1;
  if (event.schema_version === newest) return event;
  if (event.schema_version > newest) return null;
  const data = ofType.slice(event.schema_version - 1).reduce((state, upcast) => upcast(state), event.data);
  return { ...event, schema_version: newest, data };
}
