import { z } from 'zod';

/** The service that publishes each topic. There is one topic per aggregate type, with the same name. */
export const TOPIC_OWNERS = {
  memory: 'memory',
  contradiction: 'memory',
  relationship: 'graph',
  embedding: 'search',
  document: 'document',
} as const;
export type Topic = keyof typeof TOPIC_OWNERS;
export const TOPICS = Object.keys(TOPIC_OWNERS) as [Topic, ...Topic[]];

/**
 * Envelope of every event. `data` contains the whole state of the aggregate, so that consumers need no further requests.
 *
 * @see docs/reference/events.md#event-envelope
 * @see docs/reference/events.md#event-versioning
 */
export const envelopeSchema = z.object({
  event_id: z.guid(),
  type: z.string(),
  schema_version: z.int().positive(),
  tenant_id: z.guid(),
  aggregate_type: z.enum(TOPICS),
  aggregate_id: z.guid(),
  /**
   * Increases with each change to the aggregate. A projection skips events that are not newer than its state.
   */
  revision: z.int().nonnegative(),
  occurred_at: z.string(),
  traceparent: z.string().nullable(),
  data: z.record(z.string(), z.unknown()),
});

export type EventEnvelope = z.infer<typeof envelopeSchema>;

/** Returns the ordering key `<tenant_id>:<aggregate_id>`. Events with the same key are delivered in order. */
export const eventKey = (event: Pick<EventEnvelope, 'tenant_id' | 'aggregate_id'>): string =>
  `${event.tenant_id}:${event.aggregate_id}`;
