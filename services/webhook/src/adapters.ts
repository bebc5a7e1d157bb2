import { pinnedRequest, resolveHost } from '@loci/outbound';
import { secretsOf } from '@loci/runtime';
import type { ServiceContext } from '@loci/service-hosting';
import type { WebhookServicePorts } from './app.ts';
import type { WebhookConfig } from './config.ts';

/** Time between two searches for messages that another process has made due. */
const POLL_MS = 5_000;

/** Creates the ports of the webhook service in a separate process. */
export function openAdapters(
  config: WebhookConfig,
  { database, log, metrics }: Pick<ServiceContext, 'database' | 'log' | 'metrics'>,
): WebhookServicePorts {
  return {
    database,
    encryptionKeys: secretsOf(config.WEBHOOK_ENCRYPTION_KEY, config.WEBHOOK_ENCRYPTION_KEY_SECONDARY),
    log,
    addressPolicy: { resolveHost, allowedRanges: config.WEBHOOK_ALLOWED_RANGES },
    sendRequest: pinnedRequest,
    timeoutMs: config.WEBHOOK_TIMEOUT_SECONDS * 1_000,
    pollMs: POLL_MS,
    // Another process can change webhooks.
    cacheSubscriptions: false,
    auditLog: { retentionDays: config.AUDIT_RETENTION_DAYS, metrics },
    metrics,
  };
}
