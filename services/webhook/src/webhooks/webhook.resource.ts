import { componentNames } from '@loci/contracts';
import { z } from 'zod';
import { SUBSCRIBABLE_EVENT_TYPES } from '../messages/event-type.ts';
import { DISABLED_REASONS } from './webhook.ts';
import type { Webhook } from './webhook.ts';

export const webhookResource = z
  .object({
    id: z.guid().describe('ID of the webhook.'),
    url: z.string().describe('URL of the receiver, at most 2,048 characters.'),
    description: z.string().describe('At most 200 characters. Defaults to an empty string.'),
    event_types: z
      .array(z.enum(SUBSCRIBABLE_EVENT_TYPES))
      .describe('1 to 20 event types, or `*` for all types.'),
    status: z.enum(['enabled', 'disabled']).describe('`enabled` or `disabled`.'),
    disabled_reason: z
      .enum(DISABLED_REASONS)
      .nullable()
      .describe('Reason why the webhook is disabled; null if it is enabled.'),
    disabled_at: z.string().nullable().describe('Time at which the webhook was disabled.'),
    failing_since: z
      .string()
      .nullable()
      .describe('Time of the first failed attempt after the last successful one.'),
    previous_secret_expires_at: z
      .string()
      .nullable()
      .describe('End of the time during which messages are also signed with the previous secret.'),
    created_at: z.string().describe('Time at which the webhook was created.'),
    updated_at: z.string().describe('Time of the last change of the webhook.'),
  })
  .register(componentNames, { name: 'Webhook' });

export const newWebhookResource = webhookResource
  .extend({
    secret: z.string().describe('Signing secret. No other response contains it.'),
  })
  .register(componentNames, { name: 'WebhookWithSecret' });

export const webhookListResource = z
  .object({
    items: z.array(webhookResource).describe('Webhooks of the tenant.'),
  })
  .register(componentNames, { name: 'WebhookList' });

export const deletedWebhookResource = z
  .object({
    id: z.guid().describe('ID of the webhook.'),
    deleted: z.literal(true).describe('True.'),
  })
  .register(componentNames, { name: 'DeletedWebhook' });

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
