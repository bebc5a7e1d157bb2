import { newId } from '@loci/core';
import { withIdempotencyKeys } from '@loci/http';
import type { AddressPolicy, SendRequest } from '@loci/outbound';
import { joinableDatabase } from '@loci/postgres';
import type { Database } from '@loci/postgres';
import type { Logger, Metrics, Secrets } from '@loci/runtime';
import {
  auditRoutes,
  createIdempotencyStore,
  createLastTransactions,
  maintainAuditLogJob,
  purgeIdempotencyKeysJob,
  tenantDataRoutes,
  userDataRoutes,
} from '@loci/service-hosting';
import type { AuditLogSettings, IdempotencyMetrics, Service } from '@loci/service-hosting';
import { onEvent } from './consumers/on-event.ts';
import { createSubscriptions } from './consumers/subscriptions.ts';
import { deliveryRoutes } from './deliveries/delivery.routes.ts';
import { webhookErasure } from './erasure/webhook-erasure.ts';
import { limitBacklogJob } from './jobs/limit-backlog.job.ts';
import { purgeDeliveriesJob } from './jobs/purge-deliveries.job.ts';
import { sendMessagesJob } from './sending/send-messages.job.ts';
import { createSender } from './sending/sender.ts';
import { reencryptSecretsJob } from './jobs/reencrypt-secrets.job.ts';
import type { Sender } from './sending/sender.ts';
import { createSecretCipher } from './signing/signing-secret.ts';
import { webhookRoutes } from './webhooks/webhook.routes.ts';

export interface WebhookServicePorts {
  database: Database;
  /** WEBHOOK_ENCRYPTION_KEY. The first value encrypts the signing secrets. All values decrypt them. */
  encryptionKeys: Secrets;
  addressPolicy: AddressPolicy;
  log: Logger;
  sendRequest: SendRequest;
  /** Maximum milliseconds until the response headers of a receiver have arrived. */
  timeoutMs: number;
  /** Maximum milliseconds between two searches for messages that became due without a notification. */
  pollMs: number;
  /** True if no other process changes webhooks. */
  cacheSubscriptions: boolean;
  metrics: IdempotencyMetrics &
    Pick<Metrics, 'webhookDeliveries' | 'webhookPendingDeliveries' | 'webhooksDisabled'>;
  /** Settings of the audit log. By default, all entries are kept. */
  auditLog?: AuditLogSettings;
  /** Maximum number of pending messages of a webhook. Defaults to 100,000. */
  maxPending?: number;
  /** Returns the current time. Defaults to the system clock. */
  now?: () => Date;
  /** Returns a number from 0 to 1. Defaults to `Math.random`. */
  random?: () => number;
}

export interface WebhookService extends Service, Pick<Sender, 'sendDue'> {}

const MAX_PENDING = 100_000;

/** Creates the webhook service, which sends the events of a tenant to its webhooks. */
export function createWebhookService(ports: WebhookServicePorts): WebhookService {
  const { metrics, cacheSubscriptions, pollMs, maxPending = MAX_PENDING } = ports;
  const database = joinableDatabase(ports.database);
  const now = ports.now ?? (() => new Date());
  // A transaction of the whole request would wait for DNS.
  const { store, inLastTransaction } = createLastTransactions(database, metrics);
  const subscriptions = createSubscriptions({ database, cache: cacheSubscriptions });
  const deps = {
    ...ports,
    database,
    inLastTransaction,
    maxPending,
    now,
    random: ports.random ?? Math.random,
    newId: () => newId(),
    cipher: createSecretCipher(ports.encryptionKeys),
    subscriptions,
    wakeSender: (): void => sender.wake(),
  };
  const sender = createSender(deps);
  return {
    name: 'webhook',
    routes: [
      ...withIdempotencyKeys(webhookRoutes(deps), store),
      ...withIdempotencyKeys(deliveryRoutes(deps), createIdempotencyStore(database, metrics)),
      ...auditRoutes({ database }),
      ...tenantDataRoutes({ database }),
      ...userDataRoutes(webhookErasure(database)),
    ],
    consumers: [onEvent(deps)],
    jobs: [
      sendMessagesJob(sender, { pollMs, now }),
      purgeDeliveriesJob(deps),
      limitBacklogJob(deps),
      // Has work only during a rotation of the key.
      ...(ports.encryptionKeys.length > 1 ? [reencryptSecretsJob(deps)] : []),
      purgeIdempotencyKeysJob(database),
      maintainAuditLogJob('webhook', database, ports.auditLog, now),
    ],
    sendDue: sender.sendDue,
    close: () => Promise.resolve(),
  };
}
