import { componentNames } from '@loci/contracts';
import { continuation, takeItems } from '@loci/http';
import type { Cursor } from '@loci/http';
import { z } from 'zod';
import { ATTEMPT_ERRORS, DELIVERY_STATES } from './delivery.ts';
import type { Delivery } from './delivery.ts';

export const deliveryResource = z
  .object({
    id: z.guid().describe('The header webhook-id of the message is msg_ and this id.'),
    event_type: z.string().describe('Type of the event.'),
    object_id: z.guid().describe('ID of the object that the message describes.'),
    status: z
      .enum(DELIVERY_STATES)
      .describe(
        '`pending`, `delivered` or `failed`; of an attempt: status of the response, or null without a response.',
      ),
    attempts: z.int().describe('Started attempts since the creation or the last replay.'),
    next_attempt_at: z
      .string()
      .nullable()
      .describe(
        'Time of the next attempt of a pending message. During an attempt, the time at which the attempt is repeated if the process crashes.',
      ),
    attempt_log: z
      .array(
        z.object({
          at: z.string().describe('Start of the attempt.'),
          duration_ms: z.int().describe('Duration in milliseconds.'),
          status: z
            .int()
            .nullable()
            .describe(
              '`pending`, `delivered` or `failed`; of an attempt: status of the response, or null without a response.',
            ),
          error: z
            .enum(ATTEMPT_ERRORS)
            .nullable()
            .describe('Reason why there is no response; null if there is one.'),
        }),
      )
      .describe('The last 20 attempts.'),
    payload: z.record(z.string(), z.unknown()).describe('Body of the message.'),
    created_at: z.string().describe('Time at which the message was created.'),
  })
  .register(componentNames, { name: 'WebhookDelivery' });

export const deliveryListResource = z
  .object({
    items: z.array(deliveryResource).describe('Messages, newest first.'),
    ...continuation,
  })
  .register(componentNames, { name: 'WebhookDeliveryList' });

export const replayedRangeResource = z
  .object({
    replayed: z.int().describe('Number of messages that are sent again.'),
  })
  .register(componentNames, { name: 'WebhookReplay' });

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
