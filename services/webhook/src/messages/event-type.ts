import { ALL_EVENTS, WEBHOOK_EVENT_TYPES } from '@loci/contracts';
import type { EventType, Topic } from '@loci/events';

/** Topics whose events are sent to webhooks. */
export const WEBHOOK_TOPICS = [
  'memory',
  'contradiction',
  'relationship',
  'document',
] as const satisfies Topic[];

/** Event type of a message that an owner sends to test a webhook, whatever the webhook subscribes to. */
export const TEST_EVENT = 'webhook.test';
/** Event type that reports the automatic disabling of another webhook of the tenant. */
export const DISABLED_EVENT = 'webhook.disabled';

/** Values of `event_types`. */
export const SUBSCRIBABLE_EVENT_TYPES = [ALL_EVENTS, ...WEBHOOK_EVENT_TYPES] as const satisfies readonly (
  EventType | typeof ALL_EVENTS | typeof DISABLED_EVENT
)[];

/** True if a subscription to `eventTypes` includes a type. */
export const subscribesTo = (eventTypes: readonly string[], type: string): boolean =>
  eventTypes.includes(ALL_EVENTS) || eventTypes.includes(type);
