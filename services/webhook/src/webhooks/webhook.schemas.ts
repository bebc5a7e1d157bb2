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
  url,
  event_types: eventTypes,
  description: description.default(''),
});

export const changeWebhookBody = z.object({
  url: url.optional(),
  event_types: eventTypes.optional(),
  description: description.optional(),
  status: z.enum(['enabled', 'disabled']).optional(),
});

export const webhookParams = z.object({ webhook_id: uuid });
