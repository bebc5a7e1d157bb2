import { z } from 'zod';

/** One topic per aggregate type, whose name it has; and the service that publishes it. */
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
 * What every event carries. `data` holds the aggregate's whole state, so that consumers call nobody back;
 * fields are only ever added, and consumers ignore those they do not know.
 * @see ARCHITECTURE.md section 5
 */
export const envelopeSchema = z.object({
  event_id: z.guid(),
  type: z.string(),
  schema_version: z.int().positive(),
  tenant_id: z.guid(),
  aggregate_type: z.enum(TOPICS),
  aggregate_id: z.guid(),
  /** Grows with each change of the aggregate; a projection skips what is not newer than it holds. */
  revision: z.int().nonnegative(),
  occurred_at: z.string(),
  traceparent: z.string().nullable(),
  data: z.record(z.string(), z.unknown()),
});

export type EventEnvelope = z.infer<typeof envelopeSchema>;

/** Events of one aggregate share a key, and so keep their order in every transport. */
export const eventKey = (event: Pick<EventEnvelope, 'tenant_id' | 'aggregate_id'>): string =>
  `${event.tenant_id}:${event.aggregate_id}`;
