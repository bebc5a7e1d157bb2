import { continuation, takeItems } from '@loci/http';
import type { Cursor } from '@loci/http';
import { z } from 'zod';
import { ATTEMPT_ERRORS, DELIVERY_STATES } from './delivery.ts';
import type { Delivery } from './delivery.ts';

export const deliveryResource = z.object({
  id: z.guid().describe('The header webhook-id of the message is msg_ and this id.'),
  event_type: z.string(),
  object_id: z.guid(),
  status: z.enum(DELIVERY_STATES),
  attempts: z.int().describe('Started attempts since the creation or the last replay.'),
  next_attempt_at: z.string().nullable(),
  attempt_log: z.array(
    z.object({
      at: z.string(),
      duration_ms: z.int(),
      status: z.int().nullable(),
      error: z.enum(ATTEMPT_ERRORS).nullable(),
    }),
  ),
  payload: z.record(z.string(), z.unknown()),
  created_at: z.string(),
});

export const deliveryListResource = z.object({ items: z.array(deliveryResource), ...continuation });

export const replayedRangeResource = z.object({
  replayed: z.int().describe('Number of messages that are sent again.'),
});

export const toDeliveryResource = (delivery: Delivery): z.input<typeof deliveryResource> => ({
  id: delivery.eventId,
  event_type: delivery.eventType,
  object_id: delivery.objectId,
  status: delivery.state,
  attempts: delivery.attempts,
  next_attempt_at: delivery.state === 'pending' ? delivery.nextAttemptAt.toISOString() : null,
  attempt_log: delivery.attemptLog,
  payload: JSON.parse(delivery.payload) as Record<string, unknown>,
  created_at: delivery.createdAt.toISOString(),
});

/** Name and order of the list in cursors. */
export const DELIVERY_LIST = 'webhook_deliveries:-seq';

/** @param rows at most `perPage + 1` deliveries */
export const toDeliveryList = (
  rows: readonly Delivery[],
  { perPage, cursor }: { perPage: number; cursor: Cursor | undefined },
) => {
  const { items, truncated, next_cursor } = takeItems(
    rows,
    { start: cursor?.position ?? 0, limit: perPage },
    { list: DELIVERY_LIST, toItem: toDeliveryResource, keyOf: ({ seq }) => [seq] },
  );
  return { items, truncated, next_cursor };
};
