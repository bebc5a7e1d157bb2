import { MAX_PER_PAGE, cursorField, endTimestamp, queryNumber, startTimestamp, uuid } from '@loci/http';
import { z } from 'zod';
import { DELIVERY_STATES } from './delivery.ts';

export const deliveryParams = z.object({
  webhook_id: uuid.describe('ID of the webhook.'),
  delivery_id: uuid.describe('ID of the message.'),
});

export const listDeliveriesQuery = z.object({
  status: z.enum(DELIVERY_STATES).optional().describe('Only messages with this status.'),
  per_page: queryNumber(z.int().min(1).max(MAX_PER_PAGE))
    .default(20)
    .describe('Maximum number of messages, 1 to 100.'),
  cursor: cursorField.optional().meta({ description: 'next_cursor of the previous response.' }),
});

/** States that a replay of a range can select. Pending messages need no replay. */
const REPLAYED_STATES = ['delivered', 'failed'] as const;

export const replayRangeBody = z.object({
  from: startTimestamp.describe('Start of the time range, inclusive.'),
  to: endTimestamp.describe('End of the time range, exclusive.'),
  statuses: z
    .array(z.enum(REPLAYED_STATES))
    .min(1)
    .max(REPLAYED_STATES.length)
    .default([...REPLAYED_STATES])
    .describe('Only messages with one of these statuses.'),
});
