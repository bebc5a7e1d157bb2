import { eventually } from '../../support/eventually.ts';
import type { ScenarioTenant } from './scenario-tenant.ts';

const DELIVERED_TIMEOUT_MS = 80_000;
const HOUR_MS = 3_600_000;

/**
 * Records a webhook and its messages.
 *
 * @param tenant a tenant without memories, whose creation could be delivered to the new webhook
 */
export async function recordWebhooks({ loci, record }: ScenarioTenant, url: string): Promise<void> {
  const { id } = await record(() => loci.webhooks.create({ url, event_types: ['memory.created'] }));
  await record(() => loci.webhooks.get(id));
  await record(() => loci.webhooks.list());
  await record(() => loci.webhooks.update(id, { event_types: ['memory.created', 'memory.deleted'] }));
  await record(() => loci.webhooks.rotateSecret(id));
  const untilDelivered = (count: number): Promise<void> =>
    eventually(async () => {
      const { items } = await loci.webhooks.deliveries(id, { status: 'delivered' });
      if (items.length < count) throw new Error(`${items.length} of ${count} messages are delivered.`);
    }, DELIVERED_TIMEOUT_MS);
  const test = await record(() => loci.webhooks.test(id));
  await untilDelivered(1);
  await loci.memories.create({ content: 'Ada prefers tea to coffee.' });
  await untilDelivered(2);
  await record(() => loci.webhooks.deliveries(id, { per_page: 2 }));
  await record(() => loci.webhooks.replayDelivery(id, test.id));
  await untilDelivered(2);
  const now = Date.now();
  const [from, to] = [now - HOUR_MS, now + HOUR_MS].map((time) => new Date(time).toISOString()) as [
    string,
    string,
  ];
  await record(() => loci.webhooks.replay(id, { from, to }));
  await record(() => loci.webhooks.delete(id));
}
