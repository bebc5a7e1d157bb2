import { uuid } from '@loci/http';
import { z } from 'zod';
import { SUBSCRIBABLE_EVENT_TYPES } from '../messages/event-type.ts';
import { MAX_DESCRIPTION_LENGTH, MAX_EVENT_TYPES, MAX_URL_LENGTH } from './webhook.ts';

const url = z.string().trim().min(1).max(MAX_URL_LENGTH);
const description = z.string().trim().max(MAX_DESCRIPTION_LENGTH);
const eventTypes = z
  .array(z.enum(SUBSCRIBABLE_EVENT_TYPES))
  .min(1)
  .max(MAX_EVENT_TYPES)
  .transform((given) => SUBSCRIBABLE_EVENT_TYPES.filter((type) => given.includes(type)));

export const createWebhookBody = z.object({
  url: url.describe('URL of the receiver, at most 2,048 characters.'),
  event_types: eventTypes.describe('1 to 20 event types, or `*` for all types.'),
  description: description.default('').describe('Description of the receiver, at most 200 characters.'),
});

export const changeWebhookBody = z.object({
  url: url.optional().describe('URL of the receiver, at most 2,048 characters.'),
  event_types: eventTypes.optional().describe('1 to 20 event types, or `*` for all types.'),
  description: description.optional().describe('At most 200 characters. Defaults to an empty string.'),
  status: z.enum(['enabled', 'disabled']).optional().describe('`enabled` or `disabled`.'),
});

export const webhookParams = z.object({ webhook_id: uuid.describe('ID of the webhook.') });
