import type { Database } from '@loci/postgres';
import type { Metrics } from '@loci/runtime';
import type { Job } from '@loci/service-hosting';
import { disableWebhook } from '../sending/disable-webhook.ts';
import type { DisableWebhookDeps } from '../sending/disable-webhook.ts';

export interface LimitBacklogDeps extends DisableWebhookDeps {
  database: Pick<Database, 'inSystemTransaction'>;
  metrics: Pick<Metrics, 'webhookPendingDeliveries' | 'webhooksDisabled'>;
  /** Maximum number of pending messages of a webhook. */
  maxPending: number;
}

const INTERVAL_MS = 60_000;

/** Job that counts pending messages, and disables webhooks with too many of them. */
export const limitBacklogJob = (deps: LimitBacklogDeps): Job => ({
  name: 'limit-backlog',
  intervalMs: INTERVAL_MS,
  run: async () => {
    const { database, metrics, maxPending } = deps;
    const counts = await database.inSystemTransaction((tx) =>
      tx.query<{ tenant_id: string; id: string; pending: number }>(
        `SELECT w.tenant_id, w.id, p.pending FROM webhooks w CROSS JOIN LATERAL (
           SELECT count(*)::int AS pending FROM (
             SELECT 1 FROM deliveries d WHERE d.tenant_id = w.tenant_id AND d.webhook_id = w.id AND d.state = 'pending'
             LIMIT $1 + 1) counted) p
         WHERE w.disabled_at IS NULL AND p.pending > 0`,
        [maxPending],
      ),
    );
    metrics.webhookPendingDeliveries.set(counts.reduce((sum, { pending }) => sum + pending, 0));
    for (const { tenant_id: tenantId, id: webhookId, pending } of counts) {
      if (pending <= maxPending) continue;
      await database.inSystemTransaction((tx) =>
        disableWebhook(deps, tx, { tenantId, webhookId }, 'backlog'),
      );
    }
  },
});
