import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Secret } from '@loci/runtime';
import { createSecretCipher } from '../../src/signing/signing-secret.ts';
import { event, startWebhookService, testCaller } from '../webhook-service.fixture.ts';
import type { WebhookFixture } from '../webhook-service.fixture.ts';

const DAY_MS = 24 * 3_600_000;
const owner = testCaller();

let fixture: WebhookFixture;
beforeEach(async () => {
  fixture = await startWebhookService({ maxPending: 10 });
});
afterEach(() => fixture.close());

const countDeliveries = async (): Promise<number> => {
  const rows = await fixture.database.inSystemTransaction((tx) => tx.query('SELECT 1 FROM deliveries'));
  return rows.length;
};

describe('purge-deliveries', () => {
  test('deletes delivered and failed messages after 30 days', async () => {
    const { id } = await fixture.createWebhook(owner);
    await fixture.consume(event(owner, 'memory.created'));
    await fixture.sendDue();
    fixture.advance(1_000);
    await fixture.as(owner).post(`/api/v2/webhooks/${id}/test`);
    await fixture.sendDue();
    fixture.advance(30 * DAY_MS - 500);
    await fixture.runJob('purge-deliveries');
    expect((await fixture.deliveries(owner, id)).items).toMatchObject([{ event_type: 'webhook.test' }]);
  });

  test('keeps the pending messages of a disabled webhook for 7 days, and then marks them as failed', async () => {
    const { id } = await fixture.createWebhook(owner);
    await fixture.consume(event(owner, 'memory.created'));
    await fixture.as(owner).patch(`/api/v2/webhooks/${id}`).send({ status: 'disabled' });
    const statusAfter = async (ms: number) => {
      fixture.advance(ms);
      await fixture.runJob('purge-deliveries');
      return (await fixture.deliveries(owner, id)).items[0].status;
    };
    expect(await statusAfter(7 * DAY_MS)).toBe('pending');
    expect(await statusAfter(1)).toBe('failed');
  });

  test('deletes the messages of deleted webhooks in batches, and no others', async () => {
    const { id } = await fixture.createWebhook(owner);
    const kept = await fixture.createWebhook(owner);
    await fixture.database.inTransaction(owner.tenantId, (tx) =>
      tx.query(
        `INSERT INTO deliveries (tenant_id, webhook_id, event_id, event_type, object_id, payload,
           next_attempt_at, created_at)
         SELECT $1, webhook_id, gen_random_uuid(), 'memory.created', gen_random_uuid(), '{}', $4, $4
         FROM generate_series(1, 1500), unnest(ARRAY[$2, $3]::uuid[]) webhook_id`,
        [owner.tenantId, id, kept.id, fixture.clock.now],
      ),
    );
    await fixture.as(owner).delete(`/api/v2/webhooks/${id}`);
    await fixture.runJob('purge-deliveries');
    expect(await countDeliveries()).toBe(1_500);
  });
});

describe('reencrypt-webhook-secrets', () => {
  const [OLD, NEW] = [
    new Secret('the previous encryption key of webhooks'),
    new Secret('the new encryption key of webhooks'),
  ];

  /** Returns the stored secrets of all webhooks, decrypted with one key, or null if it cannot decrypt them. */
  async function decryptStored(key: Secret): Promise<(string | null)[]> {
    const cipher = createSecretCipher([key]);
    const rows = await fixture.database.inSystemTransaction((tx) =>
      tx.query<{ id: string; secret: Buffer; previous_secret: Buffer | null }>(
        'SELECT id, secret, previous_secret FROM webhooks ORDER BY id',
      ),
    );
    return rows.flatMap((row) =>
      [row.secret, row.previous_secret].map((encrypted) => {
        try {
          return encrypted && cipher.decrypt(encrypted, row.id);
        } catch {
          return null;
        }
      }),
    );
  }

  test('does not exist without a secondary key', () => {
    expect(fixture.service.jobs.map(({ name }) => name)).not.toContain('reencrypt-webhook-secrets');
  });

  test('encrypts all secrets with the new key, and messages are signed before and after', async () => {
    const database = fixture.database;
    const before = await startWebhookService({ database, encryptionKeys: [OLD] });
    const { id, secret } = await before.createWebhook(owner);
    const rotated = await before.as(owner).post(`/api/v2/webhooks/${id}/rotate-secret`);
    const secrets = [rotated.body.data.secret, secret];
    const during = await startWebhookService({ database, encryptionKeys: [NEW, OLD] });
    const after = await startWebhookService({ database, encryptionKeys: [NEW] });
    try {
      const signatures = async (service: WebhookFixture) => {
        await service.as(owner).post(`/api/v2/webhooks/${id}/test`);
        await service.sendDue();
        return String(service.received.at(-1)?.headers['webhook-signature']).split(' ').length;
      };
      expect(await signatures(during)).toBe(2);
      await during.runJob('reencrypt-webhook-secrets');
      expect(await decryptStored(NEW)).toEqual(secrets);
      expect(await signatures(after)).toBe(2);
      // A repetition changes nothing.
      await during.runJob('reencrypt-webhook-secrets');
      expect(await decryptStored(NEW)).toEqual(secrets);
    } finally {
      for (const service of [before, during, after]) await service.close();
    }
  });

  test('keeps a secret that no key can decrypt, and encrypts the others', async () => {
    const database = fixture.database;
    const unknown = await startWebhookService({ database, encryptionKeys: [new Secret('an unknown key')] });
    const before = await startWebhookService({ database, encryptionKeys: [OLD] });
    const during = await startWebhookService({ database, encryptionKeys: [NEW, OLD] });
    try {
      await unknown.createWebhook(owner);
      const { secret } = await before.createWebhook(owner);
      await during.runJob('reencrypt-webhook-secrets');
      expect((await decryptStored(NEW)).filter((text) => text !== null)).toEqual([secret]);
    } finally {
      for (const service of [unknown, before, during]) await service.close();
    }
  });
});

describe('limit-backlog', () => {
  test('disables a webhook with too many pending messages, and notifies another webhook', async () => {
    const { id } = await fixture.createWebhook(owner, { event_types: ['memory.created'] });
    await fixture.createWebhook(owner, { url: 'https://ops.example/', event_types: ['webhook.disabled'] });
    const created = Array.from({ length: 11 }, () => event(owner, 'memory.created'));
    await fixture.consume(...created.slice(0, 10));
    await fixture.runJob('limit-backlog');
    const get = async () => (await fixture.as(owner).get(`/api/v2/webhooks/${id}`)).body.data;
    expect(await get()).toMatchObject({ status: 'enabled' });
    await fixture.consume(created[10]!);
    await fixture.runJob('limit-backlog');
    expect(await get()).toMatchObject({ status: 'disabled', disabled_reason: 'backlog' });
    await fixture.sendDue();
    expect(fixture.received.map(({ message }) => message.type)).toEqual(['webhook.disabled']);
  });

  test('reports the number of pending messages', async () => {
    await fixture.createWebhook(owner);
    const gauge = async (): Promise<string | undefined> =>
      /^loci_webhook_pending_deliveries\S* (\d+)$/m.exec(await fixture.metrics.registry.metrics())?.[1];
    await fixture.consume(event(owner, 'memory.created'), event(owner, 'memory.created'));
    await fixture.runJob('limit-backlog');
    expect(await gauge()).toBe('2');
    await fixture.sendDue();
    await fixture.runJob('limit-backlog');
    expect(await gauge()).toBe('0');
  });
});

describe('send-messages', () => {
  test('sends a message as soon as its event is consumed, without waiting for the next poll', async () => {
    await fixture.close();
    fixture = await startWebhookService({ pollMs: 3_600_000 });
    await fixture.createWebhook(owner);
    const arrived = Promise.withResolvers<void>();
    fixture.receiver.respond = () => {
      arrived.resolve();
      return 200;
    };
    const stopping = new AbortController();
    const job = fixture.service.jobs.find(({ name }) => name === 'send-messages')!;
    const running = job.run(stopping.signal);
    await new Promise((resolve) => setTimeout(resolve, 100));
    await fixture.consume(event(owner, 'memory.created'));
    await arrived.promise;
    stopping.abort();
    await running;
    expect(fixture.received).toHaveLength(1);
  });
});

describe('the subscription cache', () => {
  beforeEach(async () => {
    await fixture.close();
    fixture = await startWebhookService({ cacheSubscriptions: true });
  });

  test('does not hide a webhook that is created after a lookup', async () => {
    await fixture.consume(event(owner, 'memory.created'));
    await fixture.createWebhook(owner);
    await fixture.consume(event(owner, 'memory.created'));
    await fixture.sendDue();
    expect(fixture.received).toHaveLength(1);
  });

  test('does not keep a webhook that was disabled because of its failures', async () => {
    const { id } = await fixture.createWebhook(owner);
    fixture.receiver.respond = () => 410;
    await fixture.consume(event(owner, 'memory.created'));
    await fixture.sendDue();
    await fixture.consume(event(owner, 'memory.created'));
    expect((await fixture.deliveries(owner, id)).items).toHaveLength(1);
  });
});

test('the rows of a deleted tenant are deleted, and the rows of other tenants are kept', async () => {
  const other = testCaller();
  for (const caller of [owner, other]) {
    await fixture.createWebhook(caller);
    await fixture.consume(event(caller, 'memory.created'));
  }
  const route = fixture.service.routes.find(
    ({ method, path }) => method === 'delete' && path.startsWith('/internal/tenant-data'),
  )!;
  await route.handle({
    params: { tenant_id: owner.tenantId },
    signal: new AbortController().signal,
  } as never);
  const rows = await fixture.database.inSystemTransaction((tx) =>
    tx.query<{ tenant_id: string }>(
      'SELECT tenant_id FROM webhooks UNION ALL SELECT tenant_id FROM deliveries',
    ),
  );
  expect(rows.map(({ tenant_id: tenantId }) => tenantId)).toEqual([other.tenantId, other.tenantId]);
});

test('row-level security hides the webhooks and messages of other tenants', async () => {
  await fixture.createWebhook(owner);
  await fixture.consume(event(owner, 'memory.created'));
  for (const table of ['webhooks', 'deliveries']) {
    const rows = await fixture.database.inTransaction(testCaller().tenantId, (tx) =>
      tx.query(`SELECT 1 FROM ${table}`),
    );
    expect(rows).toEqual([]);
  }
});
