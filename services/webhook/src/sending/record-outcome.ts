import type { Database } from '@loci/postgres';
import type { Metrics } from '@loci/runtime';
import { recordAttempt, releaseDelivery } from '../deliveries/delivery.repository.ts';
import type { AttemptOutcome } from '../deliveries/delivery.repository.ts';
import type { LoggedAttempt } from '../deliveries/delivery.ts';
import type { ClaimedDelivery } from './claim-deliveries.ts';
import { disableWebhook } from './disable-webhook.ts';
import type { DisableWebhookDeps } from './disable-webhook.ts';
import { DISABLE_AFTER_MS, retryDelay } from './retry-schedule.ts';

export interface RecordOutcomeDeps extends DisableWebhookDeps {
  database: Pick<Database, 'inSystemTransaction'>;
  metrics: Pick<Metrics, 'webhookDeliveries' | 'webhooksDisabled'>;
  /** Returns a number from 0 to 1. */
  random(): number;
}

const GONE = 410;

/**
 * Records the outcome of an attempt: the message is delivered, is sent again later, or has failed. Disables the webhook
 * after the status 410, and after 24 hours without a success.
 *
 * @param attempt null for an attempt that the shutdown of the process has interrupted
 */
export async function recordOutcome(
  deps: RecordOutcomeDeps,
  delivery: ClaimedDelivery,
  attempt: LoggedAttempt | null,
): Promise<void> {
  const { database, metrics } = deps;
  const now = deps.now();
  if (attempt === null) {
    await database.inSystemTransaction((tx) => releaseDelivery(tx, delivery, now));
    return;
  }
  const succeeded = attempt.status !== null && attempt.status >= 200 && attempt.status < 300;
  const outcome = succeeded
    ? { state: 'delivered' as const, nextAttemptAt: now, logged: attempt }
    : toFailure(deps, delivery, attempt, now);
  const isCurrent = await database.inSystemTransaction((tx) => recordAttempt(tx, delivery, outcome));
  if (!isCurrent) return;
  metrics.webhookDeliveries.inc({ outcome: outcome.state === 'pending' ? 'retried' : outcome.state });
  // The webhook is changed in another transaction, because changes by owners lock it before its messages.
  if (!succeeded) await recordFailure(deps, delivery, attempt, now);
  else if (delivery.failingSince !== null) await recordSuccess(database, delivery);
}

function toFailure(
  { random }: RecordOutcomeDeps,
  { attempts }: ClaimedDelivery,
  logged: LoggedAttempt,
  now: Date,
): AttemptOutcome {
  // The receiver no longer exists. The message is kept for the case that the webhook is enabled again.
  const delay = logged.status === GONE ? 0 : retryDelay(attempts, random());
  if (delay === null) return { state: 'failed', nextAttemptAt: now, logged };
  return { state: 'pending', nextAttemptAt: new Date(now.getTime() + delay), logged };
}

async function recordFailure(
  deps: RecordOutcomeDeps,
  { tenantId, webhookId }: ClaimedDelivery,
  attempt: LoggedAttempt,
  now: Date,
): Promise<void> {
  await deps.database.inSystemTransaction(async (tx) => {
    const [row] = await tx.query<{ failing_since: Date }>(
      `UPDATE webhooks SET failing_since = coalesce(failing_since, $3)
       WHERE tenant_id = $1 AND id = $2 AND disabled_at IS NULL RETURNING failing_since`,
      [tenantId, webhookId, attempt.at],
      'record-webhook-failure',
    );
    if (row === undefined) return;
    if (attempt.status === GONE) {
      await disableWebhook(deps, tx, { tenantId, webhookId }, 'gone');
    } else if (now.getTime() - row.failing_since.getTime() >= DISABLE_AFTER_MS) {
      await disableWebhook(deps, tx, { tenantId, webhookId }, 'failures');
    }
  });
}

async function recordSuccess(
  database: Pick<Database, 'inSystemTransaction'>,
  { tenantId, webhookId }: ClaimedDelivery,
): Promise<void> {
  await database.inSystemTransaction((tx) =>
    tx.query(
      'UPDATE webhooks SET failing_since = NULL WHERE tenant_id = $1 AND id = $2',
      [tenantId, webhookId],
      'record-webhook-success',
    ),
  );
}
