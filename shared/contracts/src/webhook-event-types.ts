/** Event types to which webhooks can subscribe. @see docs/reference/webhooks.md#messages */
export const WEBHOOK_EVENT_TYPES = [
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
  'webhook.disabled',
] as const;

/** Subscribes a webhook to all event types. */
export const ALL_EVENTS = '*';
