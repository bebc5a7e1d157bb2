import type { EventEnvelope } from '@loci/events';
import type { Consumer } from '@loci/messaging';
import type { Database } from '@loci/postgres';
import { insertDeliveries } from '../deliveries/delivery.repository.ts';
import { toMessage } from '../messages/event-message.ts';
import { WEBHOOK_TOPICS, subscribesTo } from '../messages/event-type.ts';
import type { Subscription, Subscriptions } from './subscriptions.ts';

export interface OnEventDeps {
  database: Pick<Database, 'inSystemTransaction'>;
  subscriptions: Pick<Subscriptions, 'load'>;
  /** Called after messages were stored. */
  wakeSender(): void;
  now(): Date;
}

/**
 * Time before the creation of a webhook from which its events are sent. Covers differences between the clocks of the
 * service that publishes an event and of this service. The first batches of a new consumer group, or of a group that was
 * stopped for long, contain events from before the creation of a webhook.
 */
const CLOCK_TOLERANCE_MS = 60_000;

/**
 * Consumer that stores one message per event and subscribed webhook. Idempotent. Messages of one object are stored in the
 * order of its events.
 */
export const onEvent = ({ database, subscriptions, wakeSender, now }: OnEventDeps): Consumer => ({
  group: 'webhooks',
  topics: WEBHOOK_TOPICS,
  handle: async (events) => {
    const byTenant = Map.groupBy(
      await subscriptions.load([...new Set(events.map((event) => event.tenant_id))]),
      ({ tenantId }) => tenantId,
    );
    if (byTenant.size === 0) return;
    const deliveries = events.flatMap((event) => {
      const wanted = (byTenant.get(event.tenant_id) ?? []).filter(isWanted(event));
      const message = wanted.length === 0 ? null : toMessage(event);
      return message === null ? [] : wanted.map(({ webhookId }) => ({ webhookId, message }));
    });
    if (deliveries.length === 0) return;
    await database.inSystemTransaction((tx) => insertDeliveries(tx, deliveries, now()));
    wakeSender();
  },
});

const isWanted =
  (event: EventEnvelope) =>
  ({ eventTypes, createdAt }: Subscription): boolean =>
    subscribesTo(eventTypes, event.type) &&
    Date.parse(event.occurred_at) >= createdAt.getTime() - CLOCK_TOLERANCE_MS;
