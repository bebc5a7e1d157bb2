import { z } from 'zod';
import { SUBSCRIBABLE_EVENT_TYPES } from '../messages/event-type.ts';
import { DISABLED_REASONS } from './webhook.ts';
import type { Webhook } from './webhook.ts';

export const webhookResource = z.object({
  id: z.guid(),
  url: z.string(),
  description: z.string(),
  event_types: z.array(z.enum(SUBSCRIBABLE_EVENT_TYPES)),
  status: z.enum(['enabled', 'disabled']),
  disabled_reason: z.enum(DISABLED_REASONS).nullable(),
  disabled_at: z.string().nullable(),
  failing_since: z.string().nullable(),
  previous_secret_expires_at: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
});

export const newWebhookResource = webhookResource.extend({
  secret: z.string().describe('Signing secret. No other response contains it.'),
});

export const webhookListResource = z.object({ items: z.array(webhookResource) });

export const deletedWebhookResource = z.object({ id: z.guid(), deleted: z.literal(true) });

export const toWebhookResource = (webhook: Webhook): z.input<typeof webhookResource> => ({
  id: webhook.id,
  url: webhook.url,
  description: webhook.description,
  event_types: webhook.eventTypes as z.input<typeof webhookResource>['event_types'],
  status: webhook.disabledAt === null ? 'enabled' : 'disabled',
  disabled_reason: webhook.disabledReason,
  disabled_at: webhook.disabledAt?.toISOString() ?? null,
  failing_since: webhook.failingSince?.toISOString() ?? null,
  previous_secret_expires_at: webhook.secrets.previousExpiresAt?.toISOString() ?? null,
  created_at: webhook.createdAt.toISOString(),
  updated_at: webhook.updatedAt.toISOString(),
});

export const toNewWebhookResource = ({
  webhook,
  secret,
}: {
  webhook: Webhook;
  secret: string;
}): z.input<typeof newWebhookResource> => ({ ...toWebhookResource(webhook), secret });
