import { parseAddressRanges } from '@loci/outbound';
import { secondarySecret, secret } from '@loci/runtime';
import {
  auditVariables,
  eventServiceVariables,
  requireKafkaCredentialsTogether,
} from '@loci/service-hosting/variables';
import { z } from 'zod';

const ENCRYPTION_KEY_LENGTH = 32;

/** Schema of the secret that encrypts the signing secrets of webhooks. */
export const webhookEncryptionKey = secret(ENCRYPTION_KEY_LENGTH);

/** Environment variables of the deliveries in standalone and distributed mode. */
export const deliveryVariables = {
  WEBHOOK_ALLOWED_RANGES: z
    .string()
    .max(2_000)
    .default('')
    .transform((text, context) => {
      try {
        return parseAddressRanges(text);
      } catch (error) {
        context.addIssue({ code: 'custom', message: (error as Error).message });
        return z.NEVER;
      }
    })
    .describe(
      'Comma-separated ranges of private or other special addresses that webhooks may have, such as ' +
        '`10.1.0.0/16`. In these ranges, webhooks may also use `http`. If unset, no range is allowed.',
    ),
  WEBHOOK_TIMEOUT_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(60)
    .default(15)
    .describe('Seconds until an attempt to deliver a webhook message fails without a response, 1 to 60.'),
};

/** Environment variables of the webhook service when it runs as a separate process. */
export const environmentSchema = z
  .object({
    ...eventServiceVariables('api', 'consumers'),
    ...auditVariables,
    ...deliveryVariables,
    WEBHOOK_ENCRYPTION_KEY: webhookEncryptionKey.describe(
      'Secret that encrypts the signing secrets of webhooks in the database, at least 32 characters. Must be ' +
        'the same in all processes of the service. If it is replaced without a ' +
        '[rotation](distributed.md#rotate-a-secret), stored webhooks cannot be delivered until their secrets are rotated.',
    ),
    WEBHOOK_ENCRYPTION_KEY_SECONDARY: secondarySecret('WEBHOOK_ENCRYPTION_KEY', ENCRYPTION_KEY_LENGTH),
  })
  .superRefine(requireKafkaCredentialsTogether);

export type WebhookConfig = z.output<typeof environmentSchema>;
