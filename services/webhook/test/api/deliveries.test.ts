import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Webhook as Verifier } from 'standardwebhooks';
import { followCursorsWhileInserting, recordReads } from '@loci/testing';
import { listDeliveries } from '../../src/deliveries/delivery.repository.ts';
import { event, startWebhookService, testCaller } from '../webhook-service.fixture.ts';
import type { ReceivedRequest, WebhookFixture } from '../webhook-service.fixture.ts';

let fixture: WebhookFixture;
beforeEach(async () => {
  fixture = await startWebhookService();
});
afterEach(() => fixture.close());

const HOUR_MS = 3_600_000;
const owner = testCaller();

/** Delays each response by 20 ms, and returns a function that returns the highest number of concurrent requests. */
function measureConcurrency(): () => number {
  let concurrent = 0;
  let maximum = 0;
  fixture.receiver.respond = async () => {
    maximum = Math.max(maximum, ++concurrent);
    await new Promise((resolve) => setTimeout(resolve, 20));
    concurrent--;
    return 200;
  };
  return () => maximum;
}

/** Verifies the signature with the reference implementation, whose clock is the system clock. */
function verify(secret: string, { headers, body }: ReceivedRequest): unknown {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures } = headers;
  const verifier = new Verifier(secret);
  const expected = verifier.sign(id!, new Date(Number(timestamp) * 1_000), body);
  if (!signatures!.split(' ').includes(expected)) throw new Error('No matching signature found');
  return JSON.parse(body);
}

describe('a message', () => {
  test('has a valid signature according to the reference implementation of Standard Webhooks', async () => {
    const now = new Date();
    fixture.clock.now = now;
    const { secret } = await fixture.createWebhook(owner);
    await fixture.consume(event(owner, 'memory.created', { occurredAt: now }));
    await fixture.sendDue();
    const [{ body, headers }] = fixture.received as [ReceivedRequest];
    expect(new Verifier(secret).verify(body, { ...headers })).toEqual(JSON.parse(body));
    expect(() => new Verifier(secret).verify(`${body} `, { ...headers })).toThrow('No matching signature');
  });

  test('contains the ids, the type and the state of a memory, and nothing else that the user stored', async () => {
    await fixture.createWebhook(owner);
    const created = event(owner, 'memory.created', {
      revision: 3,
      data: {
        content: 'a secret text',
        tags: ['secret-tag'],
        metadata: { key: 'secret value' },
        conversation_id: 'secret conversation',
        memory_type: 'fact',
        lifecycle_state: 'active',
        version: 1,
        is_active: true,
        superseded_by: null,
        user_id: 'u1',
      },
    });
    await fixture.consume(created);
    await fixture.sendDue();
    const [{ url, method, headers, body, message }] = fixture.received as [ReceivedRequest];
    expect({ url, method }).toEqual({ url: 'https://receiver.example/hook', method: 'POST' });
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Loci-Webhooks/2.0',
      'webhook-id': `msg_${created.event_id}`,
      'webhook-timestamp': String(fixture.clock.now.getTime() / 1_000),
    });
    expect(message).toEqual({
      type: 'memory.created',
      timestamp: '2026-06-15T12:00:00.000Z',
      data: {
        id: created.aggregate_id,
        tenant_id: owner.tenantId,
        revision: 3,
        memory_type: 'fact',
        lifecycle_state: 'active',
        version: 1,
        is_active: true,
        superseded_by: null,
        user_id: 'u1',
      },
    });
    expect(body).not.toContain('secret');
  });

  test.each(['identity_core', 'personality_trait'])(
    'is not sent for a protected memory of the type %s',
    async (type) => {
      await fixture.createWebhook(owner);
      await fixture.consume(event(owner, 'memory.created', { data: { memory_type: type } }));
      await fixture.sendDue();
      expect(fixture.received).toEqual([]);
    },
  );

  test('is sent once if its event is consumed several times', async () => {
    await fixture.createWebhook(owner);
    const created = event(owner, 'memory.created');
    await fixture.consume(created, created);
    await fixture.consume(created);
    await fixture.sendDue();
    await fixture.consume(created);
    await fixture.sendDue();
    expect(fixture.received).toHaveLength(1);
  });

  test('is sent only to webhooks of the tenant that subscribe to its type', async () => {
    const url = (name: string) => `https://receiver.example/${name}`;
    await fixture.createWebhook(owner, { url: url('all') });
    await fixture.createWebhook(owner, { url: url('created'), event_types: ['memory.created'] });
    await fixture.createWebhook(owner, { url: url('deleted'), event_types: ['memory.deleted'] });
    await fixture.createWebhook(testCaller(), { url: url('other-tenant') });
    await fixture.consume(event(owner, 'memory.created'));
    await fixture.sendDue();
    expect(fixture.received.map((received) => received.url).sort()).toEqual([url('all'), url('created')]);
  });

  test('is not sent for an event from before the creation of the webhook', async () => {
    fixture.advance(2 * HOUR_MS);
    await fixture.createWebhook(owner);
    const hourAgo = new Date(fixture.clock.now.getTime() - HOUR_MS);
    await fixture.consume(event(owner, 'memory.created', { occurredAt: hourAgo }));
    await fixture.sendDue();
    expect(fixture.received).toEqual([]);
  });

  test('is not recorded while the webhook is disabled', async () => {
    const { id } = await fixture.createWebhook(owner);
    await fixture.as(owner).patch(`/api/v2/webhooks/${id}`).send({ status: 'disabled' });
    await fixture.consume(event(owner, 'memory.created'));
    await fixture.as(owner).patch(`/api/v2/webhooks/${id}`).send({ status: 'enabled' });
    await fixture.sendDue();
    expect(fixture.received).toEqual([]);
  });

  test('is sent with the type webhook.test on request', async () => {
    const { id } = await fixture.createWebhook(owner, { event_types: ['memory.created'] });
    const response = await fixture.as(owner).post(`/api/v2/webhooks/${id}/test`);
    expect([response.status, response.body.data.status]).toEqual([202, 'pending']);
    await fixture.sendDue();
    expect(fixture.received.map(({ message }) => message)).toMatchObject([
      { type: 'webhook.test', data: { id, tenant_id: owner.tenantId } },
    ]);
  });
});

describe('the messages of one object', () => {
  test('arrive in order while the first one fails', async () => {
    await fixture.createWebhook(owner);
    const id = randomUUID();
    let failures = 2;
    fixture.receiver.respond = ({ message }) => (message.data['id'] === id && failures-- > 0 ? 500 : 200);
    const other = event(owner, 'memory.created');
    const revisions = [1, 2, 3].map((revision) => event(owner, 'memory.updated', { id, revision }));
    await fixture.consume(revisions[0]!, other, revisions[1]!);
    await fixture.sendDue();
    await fixture.consume(revisions[2]!);
    await fixture.sendDue();
    const seen = () =>
      fixture.received.map(({ message: { data } }) => (data['id'] === id ? data['revision'] : 'other'));
    expect(seen().sort()).toEqual([1, 'other']);
    fixture.received.length = 0;
    fixture.advance(5_000);
    await fixture.sendDue();
    expect(seen()).toEqual([1]);
    fixture.advance(30_000);
    await fixture.sendDue();
    expect(seen()).toEqual([1, 1, 2, 3]);
  });

  test('are never sent at the same time', async () => {
    await fixture.createWebhook(owner);
    const id = randomUUID();
    const maximum = measureConcurrency();
    for (let revision = 1; revision <= 6; revision++) {
      await fixture.consume(event(owner, 'memory.updated', { id, revision }));
    }
    await fixture.sendDue();
    expect(maximum()).toBe(1);
    expect(fixture.received.map(({ message }) => message.data['revision'])).toEqual([1, 2, 3, 4, 5, 6]);
  });
});

test('at most 4 messages of a webhook are sent at the same time', async () => {
  await fixture.createWebhook(owner);
  const maximum = measureConcurrency();
  await fixture.consume(...Array.from({ length: 12 }, () => event(owner, 'memory.created')));
  await fixture.sendDue();
  expect(maximum()).toBe(4);
  expect(fixture.received).toHaveLength(12);
});

test('a receiver that does not respond does not delay the messages of other tenants', async () => {
  await fixture.createWebhook(owner, { url: 'https://slow.example/' });
  const other = testCaller();
  await fixture.createWebhook(other, { url: 'https://fast.example/' });
  const slow = Promise.withResolvers<number>();
  const fast = Promise.withResolvers<void>();
  fixture.receiver.respond = ({ url }) => {
    if (url.startsWith('https://slow')) return slow.promise;
    fast.resolve();
    return 200;
  };
  await fixture.consume(...Array.from({ length: 100 }, () => event(owner, 'memory.created')));
  const sending = fixture.sendDue();
  await fixture.consume(event(other, 'memory.created'));
  await fast.promise;
  slow.resolve(200);
  await sending;
});

describe('a failed attempt', () => {
  const SCHEDULE_S = [5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 28_800, 28_800];

  test('is retried 10 times in about 24 hours, with the same id and body', async () => {
    const { id } = await fixture.createWebhook(owner);
    fixture.receiver.respond = () => 503;
    await fixture.consume(event(owner, 'memory.created'));
    await fixture.sendDue();
    const waits: number[] = [];
    for (;;) {
      const [delivery] = (await fixture.deliveries(owner, id)).items;
      if (delivery.status !== 'pending') break;
      const wait = Date.parse(delivery.next_attempt_at) - fixture.clock.now.getTime();
      waits.push(wait / 1_000);
      fixture.advance(wait - 1);
      await fixture.sendDue();
      fixture.advance(1);
      await fixture.sendDue();
    }
    expect(waits).toEqual(SCHEDULE_S);
    expect(fixture.received).toHaveLength(11);
    expect(new Set(fixture.received.map(({ headers, body }) => headers['webhook-id'] + body)).size).toBe(1);
    const [delivery] = (await fixture.deliveries(owner, id)).items;
    expect(delivery).toMatchObject({ status: 'failed', attempts: 11, next_attempt_at: null });
    expect(delivery.attempt_log).toHaveLength(11);
  });

  test.each([
    [new DOMException('', 'TimeoutError'), 'timeout'],
    [Object.assign(new Error(), { code: 'ECONNREFUSED' }), 'connection_error'],
    [Object.assign(new Error(), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }), 'tls_error'],
  ])('is logged with its error %#', async (error, logged) => {
    const { id } = await fixture.createWebhook(owner);
    fixture.receiver.respond = () => Promise.reject(error);
    await fixture.consume(event(owner, 'memory.created'));
    await fixture.sendDue();
    const [delivery] = (await fixture.deliveries(owner, id)).items;
    expect(delivery.attempt_log).toMatchObject([
      { at: fixture.clock.now.toISOString(), status: null, error: logged },
    ]);
  });

  test.each([301, 302, 307, 400, 404, 500])('includes a response with the status %i', async (status) => {
    const { id } = await fixture.createWebhook(owner);
    fixture.receiver.respond = () => status;
    await fixture.consume(event(owner, 'memory.created'));
    await fixture.sendDue();
    const [delivery] = (await fixture.deliveries(owner, id)).items;
    expect(delivery).toMatchObject({ status: 'pending', attempt_log: [{ status, error: null }] });
  });

  test.each([
    ['a private address', ['10.0.0.1'], 'address_forbidden'],
    ['a public and a private address', ['1.1.1.1', '10.0.0.1'], 'address_forbidden'],
    ['no address', [], 'host_not_found'],
  ])('sends no request if the host has %s after the creation', async (_, addresses, error) => {
    const { id } = await fixture.createWebhook(owner, { url: 'https://rebinding.example/' });
    await fixture.consume(event(owner, 'memory.created'));
    fixture.dns.set('rebinding.example', addresses);
    await fixture.sendDue();
    expect(fixture.received).toEqual([]);
    const [delivery] = (await fixture.deliveries(owner, id)).items;
    expect(delivery).toMatchObject({ status: 'pending', attempt_log: [{ status: null, error }] });
  });
});

test('an attempt connects only to the addresses that were checked', async () => {
  await fixture.createWebhook(owner, { url: 'https://rebinding.example/' });
  await fixture.consume(event(owner, 'memory.created'));
  fixture.dns.set('rebinding.example', ['1.1.1.1', '2606:4700:4700::1111']);
  await fixture.sendDue();
  expect(fixture.received.map(({ addresses }) => addresses)).toEqual([['1.1.1.1', '2606:4700:4700::1111']]);
});

describe('an interrupted attempt', () => {
  test('is repeated with the same id after its lease, if the process was killed', async () => {
    const { id } = await fixture.createWebhook(owner);
    await fixture.consume(event(owner, 'memory.created'));
    // The process is killed after the request and before it records the response.
    fixture.receiver.respond = () => new Promise<never>(() => undefined);
    fixture.sendDue().catch(() => undefined);
    while (fixture.received.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));

    const restarted = await startAnother(fixture);
    await restarted.service.sendDue(new AbortController().signal);
    expect(restarted.received).toEqual([]);
    fixture.advance(45_000);
    await restarted.service.sendDue(new AbortController().signal);
    const ids = [...fixture.received, ...restarted.received].map(({ headers }) => headers['webhook-id']);
    expect(ids).toEqual([ids[0], ids[0]]);
    const [delivery] = (await fixture.deliveries(owner, id)).items;
    expect(delivery).toMatchObject({ status: 'delivered', attempts: 2 });
  });

  test('is repeated immediately after a graceful shutdown, and not logged', async () => {
    const { id } = await fixture.createWebhook(owner);
    await fixture.consume(event(owner, 'memory.created'));
    const stopping = new AbortController();
    fixture.receiver.respond = ({ signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error));
        stopping.abort();
      });
    await fixture.service.sendDue(stopping.signal);
    const [delivery] = (await fixture.deliveries(owner, id)).items;
    expect(delivery).toMatchObject({
      status: 'pending',
      attempts: 0,
      attempt_log: [],
      next_attempt_at: fixture.clock.now.toISOString(),
    });
  });

  test('changes nothing if its outcome is known only after another attempt has started', async () => {
    const { id } = await fixture.createWebhook(owner);
    await fixture.consume(event(owner, 'memory.created'));
    const late = Promise.withResolvers<number>();
    fixture.receiver.respond = () => (fixture.received.length === 1 ? late.promise : 503);
    const stale = fixture.sendDue();
    while (fixture.received.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    fixture.advance(45_000);
    const other = await startAnother(fixture, 503);
    await other.service.sendDue(new AbortController().signal);
    late.resolve(200);
    await stale;
    const [delivery] = (await fixture.deliveries(owner, id)).items;
    expect(delivery).toMatchObject({ status: 'pending', attempts: 2, attempt_log: [{ status: 503 }] });
  });
});

/** Creates another process of the service on the same database. */
async function startAnother({ ports }: WebhookFixture, status = 200) {
  const { createWebhookService } = await import('@loci/webhook-service');
  const received: { headers: Readonly<Record<string, string>> }[] = [];
  const service = createWebhookService({
    ...ports,
    sendRequest: (_url, sent) => {
      received.push(sent);
      return Promise.resolve(status);
    },
  });
  return { service, received };
}

test('two processes send each message once', async () => {
  await fixture.createWebhook(owner);
  const other = await startAnother(fixture);
  await fixture.consume(...Array.from({ length: 60 }, () => event(owner, 'memory.created')));
  const { signal } = new AbortController();
  await Promise.all([fixture.service.sendDue(signal), other.service.sendDue(signal)]);
  await fixture.sendDue();
  const ids = [...fixture.received, ...other.received].map(({ headers }) => headers['webhook-id']);
  expect(ids).toHaveLength(60);
  expect(new Set(ids).size).toBe(60);
});

describe('a webhook', () => {
  const failFor = async (id: string, hours: number) => {
    for (let hour = 0; hour < hours; hour++) {
      await fixture.consume(event(owner, 'memory.created', { occurredAt: fixture.clock.now }));
      await fixture.sendDue();
      fixture.advance(HOUR_MS);
    }
    return (await fixture.as(owner).get(`/api/v2/webhooks/${id}`)).body.data;
  };

  test('is disabled after 24 hours of failures, and another webhook is notified', async () => {
    const { id } = await fixture.createWebhook(owner, { url: 'https://failing.example/' });
    await fixture.createWebhook(owner, { url: 'https://ops.example/', event_types: ['webhook.disabled'] });
    await fixture.createWebhook(owner, { url: 'https://deaf.example/', event_types: ['memory.deleted'] });
    fixture.receiver.respond = ({ url }) => (url.startsWith('https://failing') ? 500 : 200);
    expect(await failFor(id, 24)).toMatchObject({
      status: 'enabled',
      failing_since: '2026-06-15T12:00:00.000Z',
    });
    expect(await failFor(id, 1)).toMatchObject({ status: 'disabled', disabled_reason: 'failures' });
    await fixture.sendDue();
    const notices = fixture.received.filter(({ url }) => !url.startsWith('https://failing'));
    expect(notices.map(({ url, message }) => [url, message])).toMatchObject([
      [
        'https://ops.example/',
        { type: 'webhook.disabled', data: { id, tenant_id: owner.tenantId, disabled_reason: 'failures' } },
      ],
    ]);
    const text = await fixture.metrics.registry.metrics();
    expect(text).toContain('loci_webhooks_disabled_total{reason="failures",service="webhook"} 1');
    fixture.received.length = 0;
    fixture.advance(HOUR_MS);
    await fixture.sendDue();
    expect(fixture.received).toEqual([]);
  });

  test('stays enabled if one message succeeds within 24 hours', async () => {
    const { id } = await fixture.createWebhook(owner);
    fixture.receiver.respond = () => 500;
    await failFor(id, 20);
    fixture.receiver.respond = () => 200;
    expect(await failFor(id, 1)).toMatchObject({ failing_since: null });
    fixture.receiver.respond = () => 500;
    expect(await failFor(id, 10)).toMatchObject({ status: 'enabled' });
  });

  test('has an audit entry of the system when it is disabled automatically', async () => {
    const { id } = await fixture.createWebhook(owner);
    fixture.receiver.respond = () => 410;
    expect(await failFor(id, 1)).toMatchObject({ status: 'disabled' });
    const entries = await fixture.database.inTransaction(owner.tenantId, (tx) =>
      tx.query(
        `SELECT user_id, via, operation, action, object_type FROM audit_log
         WHERE tenant_id = $1 AND object_ids = ARRAY[$2] AND via = 'system'`,
        [owner.tenantId, id],
      ),
    );
    const expected = { user_id: 'system', via: 'system', operation: 'job disable-webhook' };
    expect(entries).toEqual([{ ...expected, action: 'update', object_type: 'webhook' }]);
  });

  test('is disabled at once by the status 410, and keeps the message', async () => {
    const { id } = await fixture.createWebhook(owner);
    fixture.receiver.respond = () => 410;
    expect(await failFor(id, 1)).toMatchObject({ status: 'disabled', disabled_reason: 'gone' });
    fixture.receiver.respond = () => 200;
    fixture.received.length = 0;
    await fixture.as(owner).patch(`/api/v2/webhooks/${id}`).send({ status: 'enabled' });
    await fixture.sendDue();
    expect(fixture.received).toHaveLength(1);
  });

  test('sends its pending messages immediately after it is enabled', async () => {
    const { id } = await fixture.createWebhook(owner);
    fixture.receiver.respond = () => 500;
    await failFor(id, 3);
    await fixture.as(owner).patch(`/api/v2/webhooks/${id}`).send({ status: 'disabled' });
    fixture.receiver.respond = () => 200;
    fixture.received.length = 0;
    await fixture.sendDue();
    expect(fixture.received).toEqual([]);
    await fixture.as(owner).patch(`/api/v2/webhooks/${id}`).send({ status: 'enabled' });
    await fixture.sendDue();
    expect(fixture.received).toHaveLength(3);
  });

  test('gets no messages after it is deleted', async () => {
    const { id } = await fixture.createWebhook(owner);
    await fixture.consume(event(owner, 'memory.created'));
    await fixture.as(owner).delete(`/api/v2/webhooks/${id}`);
    await fixture.sendDue();
    expect(fixture.received).toEqual([]);
  });
});

describe('a rotated secret', () => {
  test('is used together with the previous one for 24 hours', async () => {
    const { id, secret: previous } = await fixture.createWebhook(owner);
    const { body } = await fixture.as(owner).post(`/api/v2/webhooks/${id}/rotate-secret`);
    expect(body.data).toMatchObject({ id, previous_secret_expires_at: '2026-06-16T12:00:00.000Z' });
    const { secret } = body.data;
    expect(secret).not.toBe(previous);
    const next = async (): Promise<ReceivedRequest> => {
      await fixture.as(owner).post(`/api/v2/webhooks/${id}/test`);
      await fixture.sendDue();
      return fixture.received.pop()!;
    };
    fixture.advance(24 * HOUR_MS - 1);
    const during = await next();
    expect(verify(secret, during)).toEqual(verify(previous, during));
    fixture.advance(1);
    const after = await next();
    verify(secret, after);
    expect(() => verify(previous, after)).toThrow('No matching signature');
  });

  test('makes a webhook usable again whose secret was encrypted with another key', async () => {
    const { id } = await fixture.createWebhook(owner);
    await fixture.database.inTransaction(owner.tenantId, (tx) =>
      tx.query(`UPDATE webhooks SET secret = '\\x${'00'.repeat(80)}' WHERE id = $1`, [id]),
    );
    await fixture.as(owner).post(`/api/v2/webhooks/${id}/test`);
    await fixture.sendDue();
    const [delivery] = (await fixture.deliveries(owner, id)).items;
    expect(delivery.attempt_log).toMatchObject([{ error: 'secret_unreadable' }]);
    const { body } = await fixture.as(owner).post(`/api/v2/webhooks/${id}/rotate-secret`);
    fixture.advance(5_000);
    await fixture.sendDue();
    verify(body.data.secret, fixture.received[0]!);
  });
});

describe('the delivery log', () => {
  test('is listed newest first in pages', async () => {
    const { id } = await fixture.createWebhook(owner);
    const events = Array.from({ length: 5 }, () => event(owner, 'memory.created'));
    await fixture.consume(...events);
    const ids = (page: { items: { id: string }[] }) => page.items.map((item) => item.id);
    const first = await fixture.deliveries(owner, id, '?per_page=3');
    expect(ids(first)).toEqual([4, 3, 2].map((index) => events[index]!.event_id));
    const second = await fixture.deliveries(owner, id, `?per_page=3&cursor=${first.next_cursor}`);
    expect(ids(second)).toEqual([1, 0].map((index) => events[index]!.event_id));
    expect(second.next_cursor).toBeNull();
  });

  test('is filtered by status', async () => {
    const { id } = await fixture.createWebhook(owner);
    const good = event(owner, 'memory.created');
    const bad = event(owner, 'memory.deleted');
    fixture.receiver.respond = ({ message }) => (message.type === 'memory.created' ? 200 : 500);
    await fixture.consume(good, bad);
    await fixture.sendDue();
    const listed = async (status: string) =>
      (await fixture.deliveries(owner, id, `?status=${status}`)).items.map((item: { id: string }) => item.id);
    expect(await listed('delivered')).toEqual([good.event_id]);
    expect(await listed('pending')).toEqual([bad.event_id]);
    expect(await listed('failed')).toEqual([]);
  });

  test('has each message once while others are recorded', async () => {
    const { id } = await fixture.createWebhook(owner);
    const record = async (): Promise<string[]> => {
      const events = Array.from({ length: 7 }, () => event(owner, 'memory.created'));
      await fixture.consume(...events);
      return events.map(({ event_id: eventId }) => eventId);
    };
    const result = await followCursorsWhileInserting({
      existing: await record(),
      read: async (cursor) => {
        const page = await fixture.deliveries(owner, id, `?per_page=2${cursor ? `&cursor=${cursor}` : ''}`);
        const ids = page.items.map(({ id: eventId }: { id: string }) => eventId);
        return { ids, nextCursor: page.next_cursor };
      },
      insert: record,
    });
    expect(result).toEqual({ repeated: [], missing: [] });
  });

  test('is read from an index in its order, also with a status that few messages have', async () => {
    const { tenantId } = owner;
    const { id: webhookId } = await fixture.createWebhook(owner);
    await fixture.database.inTransaction(tenantId, (tx) =>
      tx.query(
        `INSERT INTO deliveries (tenant_id, webhook_id, event_id, event_type, object_id, payload, state, next_attempt_at,
           created_at)
         SELECT $1, $2, gen_random_uuid(), 'memory.created', gen_random_uuid(), '{}',
           CASE WHEN i <= 30 THEN 'pending' WHEN i <= 60 THEN 'failed' ELSE 'delivered' END, now(), now()
         FROM generate_series(1, 3000) i`,
        [tenantId, webhookId],
      ),
    );
    await fixture.testDatabase.analyze('webhook.deliveries', 'webhook.webhooks');
    const { inTransaction, reads } = recordReads(fixture.database);
    await inTransaction(tenantId, async (tx) => {
      const page = { tenantId, webhookId, limit: 11, beforeSeq: '2000' };
      for (const state of [undefined, 'pending', 'failed', 'delivered'] as const)
        await listDeliveries(tx, { ...page, state });
    });
    const ofState = { indexes: ['deliveries_of_state'], rows: 11 };
    expect(reads.map(({ indexes, rows }) => ({ indexes, rows }))).toEqual([
      { indexes: ['deliveries_pkey'], rows: 11 },
      ofState,
      ofState,
      expect.objectContaining({ rows: 11 }),
    ]);
  });

  test.each(['status=unknown', 'per_page=101', 'cursor=x'])(
    'rejects the query %s with 422',
    async (query) => {
      const { id } = await fixture.createWebhook(owner);
      const response = await fixture.as(owner).get(`/api/v2/webhooks/${id}/deliveries?${query}`);
      expect(response.status).toBe(422);
    },
  );

  test('keeps the last 20 attempts of a message', async () => {
    const { id } = await fixture.createWebhook(owner);
    fixture.receiver.respond = () => 500;
    const created = event(owner, 'memory.created');
    await fixture.consume(created);
    for (let attempt = 1; attempt <= 25; attempt++) {
      await fixture.as(owner).post(`/api/v2/webhooks/${id}/deliveries/${created.event_id}/replay`);
      fixture.advance(1_000);
      await fixture.sendDue();
    }
    const [delivery] = (await fixture.deliveries(owner, id)).items;
    expect(delivery.attempt_log).toHaveLength(20);
    expect(delivery.attempt_log.at(-1).at).toBe(fixture.clock.now.toISOString());
  });
});

describe('a replay', () => {
  test('sends one message again with the same id and body', async () => {
    const { id } = await fixture.createWebhook(owner);
    const created = event(owner, 'memory.created');
    await fixture.consume(created);
    await fixture.sendDue();
    fixture.advance(HOUR_MS);
    const replay = await fixture
      .as(owner)
      .post(`/api/v2/webhooks/${id}/deliveries/${created.event_id}/replay`);
    expect([replay.status, replay.body.data]).toMatchObject([202, { status: 'pending', attempts: 0 }]);
    await fixture.sendDue();
    const [first, second] = fixture.received as [ReceivedRequest, ReceivedRequest];
    expect(second.body).toBe(first.body);
    expect(second.headers['webhook-id']).toBe(first.headers['webhook-id']);
    expect(second.headers['webhook-timestamp']).not.toBe(first.headers['webhook-timestamp']);
  });

  test('of a range sends its messages again with the same ids in the same order', async () => {
    const { id } = await fixture.createWebhook(owner);
    const memoryId = randomUUID();
    const sendRevision = async (revision: number) => {
      await fixture.consume(event(owner, 'memory.updated', { id: memoryId, revision }));
      await fixture.sendDue();
      fixture.advance(HOUR_MS);
    };
    for (const revision of [1, 2, 3, 4, 5]) await sendRevision(revision);
    const originals = fixture.received.splice(0).slice(1, 4);
    const { status, body } = await fixture
      .as(owner)
      .post(`/api/v2/webhooks/${id}/replay`)
      .send({ from: '2026-06-15T13:00:00Z', to: '2026-06-15T15:00:00Z' });
    expect([status, body.data]).toEqual([202, { replayed: 3 }]);
    await fixture.sendDue();
    const idsAndBodies = (sent: ReceivedRequest[]) =>
      sent.map(({ headers, body: text }) => [headers['webhook-id'], text]);
    expect(idsAndBodies(fixture.received)).toEqual(idsAndBodies(originals));
  });

  test('of a range can be limited to failed messages', async () => {
    const { id } = await fixture.createWebhook(owner);
    await fixture.consume(event(owner, 'memory.created'));
    await fixture.sendDue();
    const { body } = await fixture
      .as(owner)
      .post(`/api/v2/webhooks/${id}/replay`)
      .send({ from: '2026-06-15', to: '2026-06-15', statuses: ['failed'] });
    expect(body.data).toEqual({ replayed: 0 });
  });

  test.each([
    ['an end before the start', { from: '2026-06-15', to: '2026-06-14' }, 'VAL_VALIDATION_FAILED'],
    ['a range of more than 31 days', { from: '2026-06-01', to: '2026-07-03' }, 'VAL_FIELD_INVALID'],
    ['a missing end', { from: '2026-06-01' }, 'VAL_FIELD_REQUIRED'],
    [
      'the status pending',
      { from: '2026-06-01', to: '2026-06-02', statuses: ['pending'] },
      'VAL_ENUM_INVALID',
    ],
  ])('rejects %s with 422', async (_, range, code) => {
    const { id } = await fixture.createWebhook(owner);
    const { status, body } = await fixture.as(owner).post(`/api/v2/webhooks/${id}/replay`).send(range);
    expect([status, body.error.code]).toEqual([422, code]);
  });

  test('rejects a range with more than 10,000 messages and replays none of them', async () => {
    const { id } = await fixture.createWebhook(owner);
    await fixture.database.inTransaction(owner.tenantId, (tx) =>
      tx.query(
        `INSERT INTO deliveries (tenant_id, webhook_id, event_id, event_type, object_id, payload, state,
           next_attempt_at, created_at)
         SELECT $1, $2, gen_random_uuid(), 'memory.created', gen_random_uuid(), '{}', 'delivered', $3, $3
         FROM generate_series(1, 10001)`,
        [owner.tenantId, id, fixture.clock.now],
      ),
    );
    const { status, body } = await fixture
      .as(owner)
      .post(`/api/v2/webhooks/${id}/replay`)
      .send({ from: '2026-06-15', to: '2026-06-15' });
    expect([status, body.error.code]).toEqual([422, 'VAL_FIELD_INVALID']);
    await fixture.sendDue();
    expect(fixture.received).toEqual([]);
  });

  test('of an unknown message returns 404', async () => {
    const { id } = await fixture.createWebhook(owner);
    const { status, body } = await fixture
      .as(owner)
      .post(`/api/v2/webhooks/${id}/deliveries/${randomUUID()}/replay`);
    expect([status, body.error.code]).toEqual([404, 'RES_NOT_FOUND']);
  });
});
