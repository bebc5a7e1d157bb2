import { invalidField, notFound } from '@loci/core';
import type { Caller } from '@loci/core';
import { recordAudit } from '@loci/postgres';
import type { Database } from '@loci/postgres';
import { requireWebhook } from '../webhooks/read-webhooks.ts';
import { requireOwner } from '../webhooks/webhook.ts';
import { countDeliveries, restartDelivery, restartRange } from './delivery.repository.ts';
import type { Delivery, DeliveryState } from './delivery.ts';

const DAY_MS = 24 * 3_600_000;
export const MAX_REPLAY_DAYS = 31;
export const MAX_REPLAYED = 10_000;

export interface ReplayDeps {
  database: Pick<Database, 'inTransaction'>;
  /** Called after messages became due. */
  wakeSender(): void;
  now(): Date;
}

/**
 * Sends one message again, with the same ID and body. Restarts the retry schedule of a pending message. A disabled
 * webhook sends the message after it was enabled.
 *
 * @throws AUTH_FORBIDDEN if the caller is not an owner; RES_NOT_FOUND for an unknown webhook or delivery
 */
export function replayDelivery(
  deps: ReplayDeps,
  caller: Caller,
  webhookId: string,
  deliveryId: string,
): Promise<Delivery> {
  requireOwner(caller);
  const { tenantId } = caller;
  return deps.database.inTransaction(tenantId, async (tx) => {
    await requireWebhook(tx, tenantId, webhookId);
    const delivery = await restartDelivery(tx, {
      tenantId,
      webhookId,
      eventId: deliveryId,
      now: deps.now(),
    });
    if (delivery === null) throw notFound('delivery', deliveryId);
    const objectIds = [webhookId, deliveryId];
    await recordAudit(tx, { tenantId, action: 'update', objectType: 'webhook', objectIds });
    tx.afterCommit(() => deps.wakeSender());
    return delivery;
  });
}

/**
 * Sends the messages of a time range again, with the same IDs and bodies. The messages of one object are sent in their
 * original order.
 *
 * @param range time at which the messages were recorded, inclusive
 * @returns the number of messages
 * @throws AUTH_FORBIDDEN if the caller is not an owner; RES_NOT_FOUND for an unknown webhook;
 *   VAL_VALIDATION_FAILED if `to` is before `from`; VAL_FIELD_INVALID for a range that is too long or has too many
 *   messages
 */
export function replayRange(
  deps: ReplayDeps,
  caller: Caller,
  webhookId: string,
  { from, to, states }: { from: Date; to: Date; states: readonly DeliveryState[] },
): Promise<number> {
  requireOwner(caller);
  if (to < from) throw invalidField('to', '`to` must not be before `from`.', 'VAL_VALIDATION_FAILED');
  if (to.getTime() - from.getTime() > MAX_REPLAY_DAYS * DAY_MS) {
    throw invalidField('to', `The range must be at most ${MAX_REPLAY_DAYS} days long.`);
  }
  const { tenantId } = caller;
  const range = { tenantId, webhookId, from, to, states };
  return deps.database.inTransaction(tenantId, async (tx) => {
    await requireWebhook(tx, tenantId, webhookId);
    if ((await countDeliveries(tx, range, MAX_REPLAYED + 1)) > MAX_REPLAYED) {
      throw invalidField(
        'to',
        `The range contains more than ${MAX_REPLAYED} messages. Replay shorter ranges, one after the other.`,
      );
    }
    tx.afterCommit(() => deps.wakeSender());
    await recordAudit(tx, { tenantId, action: 'update', objectType: 'webhook', objectIds: [webhookId] });
    return restartRange(tx, range, deps.now());
  });
}
