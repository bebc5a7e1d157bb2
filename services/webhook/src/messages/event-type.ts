import type { EventType, Topic } from '@loci/events';

/** Topics whose events are sent to webhooks. */
export const WEBHOOK_TOPICS = [
  'memory',
  'contradiction',
  'relationship',
  'document',
] as const satisfies Topic[];

/** Event types of {@link WEBHOOK_TOPICS} to which webhooks can subscribe. */
const PUBLISHED_EVENT_TYPES = [
  'memory.created',
  'memory.updated',
  'memory.deleted',
  'relationship.created',
  'relationship.updated',
  'relationship.deleted',
  'contradiction.reported',
  'contradiction.resolved',
  'document.created',
  'document.chunks_added',
  'document.chunks_removed',
  'document.deleted',
] as const satisfies EventType[];

/** Event type of a message that an owner sends to test a webhook, whatever the webhook subscribes to. */
export const TEST_EVENT = 'webhook.test';
/** Event type that reports the automatic disabling of another webhook of the tenant. */
export const DISABLED_EVENT = 'webhook.disabled';

/** Subscribes to all event types. */
export const ALL_EVENTS = '*';

/** Values of `event_types`. */
export const SUBSCRIBABLE_EVENT_TYPES = [ALL_EVENTS, ...PUBLISHED_EVENT_TYPES, DISABLED_EVENT] as const;

/** True if a subscription to `eventTypes` includes a type. */
export const subscribesTo = (eventTypes: readonly string[], type: string): boolean =>
  eventTypes.includes(ALL_EVENTS) || eventTypes.includes(type);
