import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startWebhookService, testCaller } from '../webhook-service.fixture.ts';
import type { WebhookFixture } from '../webhook-service.fixture.ts';

let fixture: WebhookFixture;
beforeAll(async () => {
  fixture = await startWebhookService();
});
afterAll(() => fixture.close());

const BODY = { url: 'https://receiver.example/hook', event_types: ['memory.created'] };

describe('POST /api/v2/webhooks', () => {
  test('returns the webhook with a signing secret of 32 bytes', async () => {
    const owner = testCaller();
    const { status, body } = await fixture
      .as(owner)
      .post('/api/v2/webhooks')
      .send({ ...BODY, event_types: ['document.created', 'memory.created', 'memory.created'] });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      url: 'https://receiver.example/hook',
      description: '',
      event_types: ['memory.created', 'document.created'],
      status: 'enabled',
      disabled_reason: null,
      failing_since: null,
    });
    const { secret } = body.data;
    expect(secret).toMatch(/^whsec_/);
    expect(Buffer.from(secret.slice('whsec_'.length), 'base64')).toHaveLength(32);
  });

  test('stores the signing secret encrypted', async () => {
    const owner = testCaller();
    const { id, secret } = await fixture.createWebhook(owner);
    const rows = await fixture.database.inTransaction(owner.tenantId, (tx) =>
      tx.query<{ row: string; secret: Buffer }>(
        'SELECT w::text AS row, secret FROM webhooks w WHERE id = $1',
        [id],
      ),
    );
    expect(rows).toHaveLength(1);
    const stored = Buffer.concat([Buffer.from(rows[0]!.row), rows[0]!.secret]);
    expect(stored.includes(secret)).toBe(false);
    expect(stored.includes(Buffer.from(secret.slice('whsec_'.length), 'base64'))).toBe(false);
    expect(stored.includes(Buffer.from(secret.slice('whsec_'.length), 'base64').toString('hex'))).toBe(false);
  });

  test.each([
    ['an unknown event type', { event_types: ['memory.read'] }, 'VAL_ENUM_INVALID'],
    ['the type of test messages', { event_types: ['webhook.test'] }, 'VAL_ENUM_INVALID'],
    ['no event types', { event_types: [] }, 'VAL_VALIDATION_FAILED'],
    ['21 event types', { event_types: Array<string>(21).fill('*') }, 'VAL_VALIDATION_FAILED'],
    ['missing event types', { event_types: undefined }, 'VAL_FIELD_REQUIRED'],
    ['a missing URL', { url: undefined }, 'VAL_FIELD_REQUIRED'],
    ['a relative URL', { url: '/hook' }, 'VAL_FIELD_INVALID'],
    ['a URL of another scheme', { url: 'ftp://receiver.example/' }, 'VAL_FIELD_INVALID'],
    ['a URL of 2,049 characters', { url: `https://a.example/${'x'.repeat(2_031)}` }, 'VAL_FIELD_TOO_LONG'],
    ['a description of 201 characters', { description: 'x'.repeat(201) }, 'VAL_FIELD_TOO_LONG'],
  ])('rejects %s', async (_, change, code) => {
    const response = await fixture
      .as(testCaller())
      .post('/api/v2/webhooks')
      .send({ ...BODY, ...change });
    expect([response.status, response.body.error?.code]).toEqual([422, code]);
  });

  test.each([
    ['http://receiver.example/', 'The webhook URL must use HTTPS.'],
    [
      'https://a:b@receiver.example/',
      'The webhook URL must not contain a user name, a password or a fragment.',
    ],
    [
      'https://receiver.example/#x',
      'The webhook URL must not contain a user name, a password or a fragment.',
    ],
    ['https://missing.example/', 'The host of the webhook cannot be resolved.'],
    ['https://private.example/', 'The host of the webhook has an address that is not allowed.'],
    ['https://partly-private.example/', 'The host of the webhook has an address that is not allowed.'],
    ['http://private.example/', 'The host of the webhook has an address that is not allowed.'],
  ])('rejects the URL %s', async (url, message) => {
    fixture.dns.set('missing.example', []);
    fixture.dns.set('private.example', ['10.0.0.1']);
    fixture.dns.set('partly-private.example', ['1.1.1.1', '10.0.0.1']);
    const response = await fixture
      .as(testCaller())
      .post('/api/v2/webhooks')
      .send({ ...BODY, url });
    expect(response.status).toBe(422);
    expect(response.body.error).toMatchObject({
      code: 'VAL_ADDRESS_FORBIDDEN',
      message,
      field_errors: { url: [message] },
    });
  });

  test('rejects the 21st webhook of a tenant, even if 25 requests are sent at the same time', async () => {
    const owner = testCaller();
    const responses = await Promise.all(
      Array.from({ length: 25 }, () => fixture.as(owner).post('/api/v2/webhooks').send(BODY)),
    );
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(20);
    expect(responses.find(({ status }) => status !== 201)!.body.error).toMatchObject({
      code: 'BIZ_QUOTA_EXCEEDED',
      message: 'A tenant can have at most 20 webhooks.',
      details: { resource_type: 'webhook', limit: 20 },
    });
  });
});

describe('the webhooks of a tenant', () => {
  test('are listed newest first, without their secrets', async () => {
    const owner = testCaller();
    const first = await fixture.createWebhook(owner);
    fixture.advance(1_000);
    const second = await fixture.createWebhook(owner);
    const { body } = await fixture.as(owner).get('/api/v2/webhooks');
    expect(body.data.items.map(({ id }: { id: string }) => id)).toEqual([second.id, first.id]);
    expect(JSON.stringify(body)).not.toContain('whsec_');
  });

  test('can be changed field by field', async () => {
    const owner = testCaller();
    const { id } = await fixture.createWebhook(owner);
    const { body } = await fixture
      .as(owner)
      .patch(`/api/v2/webhooks/${id}`)
      .send({ url: 'https://other.example', description: ' Orders ' });
    expect(body.data).toMatchObject({
      url: 'https://other.example/',
      description: 'Orders',
      event_types: ['*'],
    });
    const stored = await fixture.as(owner).get(`/api/v2/webhooks/${id}`);
    expect(stored.body.data).toEqual(body.data);
  });

  test('cannot be changed to a forbidden address', async () => {
    const owner = testCaller();
    const { id } = await fixture.createWebhook(owner);
    const response = await fixture
      .as(owner)
      .patch(`/api/v2/webhooks/${id}`)
      .send({ url: 'https://inside.example/' });
    expect(response.status).toBe(200);
    fixture.dns.set('inside.example', ['169.254.169.254']);
    const rejected = await fixture
      .as(owner)
      .patch(`/api/v2/webhooks/${id}`)
      .send({ url: 'https://inside.example/' });
    expect([rejected.status, rejected.body.error.code]).toEqual([422, 'VAL_ADDRESS_FORBIDDEN']);
  });

  test('can be disabled and enabled', async () => {
    const owner = testCaller();
    const { id } = await fixture.createWebhook(owner);
    const change = async (status: string) =>
      (await fixture.as(owner).patch(`/api/v2/webhooks/${id}`).send({ status })).body.data;
    expect(await change('disabled')).toMatchObject({ status: 'disabled', disabled_reason: 'user' });
    expect(await change('enabled')).toMatchObject({ status: 'enabled', disabled_reason: null });
  });

  test('can be deleted', async () => {
    const owner = testCaller();
    const { id } = await fixture.createWebhook(owner);
    const { body } = await fixture.as(owner).delete(`/api/v2/webhooks/${id}`);
    expect(body.data).toEqual({ id, deleted: true });
    expect((await fixture.as(owner).get(`/api/v2/webhooks/${id}`)).status).toBe(404);
    expect((await fixture.as(owner).delete(`/api/v2/webhooks/${id}`)).status).toBe(404);
  });
});

const OPERATIONS: [method: 'get' | 'post' | 'patch' | 'delete', path: string, body?: object][] = [
  ['get', ''],
  ['patch', '', {}],
  ['delete', ''],
  ['post', '/rotate-secret'],
  ['post', '/test'],
  ['get', '/deliveries'],
  ['post', `/deliveries/${randomUUID()}/replay`],
  ['post', '/replay', { from: '2026-01-01', to: '2026-01-02' }],
];

describe.each(OPERATIONS)('%s /api/v2/webhooks/{webhook_id}%s', (method, path, body) => {
  const send = (caller: ReturnType<typeof testCaller>, id: string) =>
    fixture.as(caller)[method](`/api/v2/webhooks/${id}${path}`).send(body);

  test('returns 404 for the webhook of another tenant', async () => {
    const { id } = await fixture.createWebhook(testCaller());
    const response = await send(testCaller(), id);
    expect([response.status, response.body.error.code]).toEqual([404, 'RES_NOT_FOUND']);
  });

  test('returns 403 for a member who is not an owner', async () => {
    const owner = testCaller();
    const { id } = await fixture.createWebhook(owner);
    const response = await send({ ...owner, role: 'member' }, id);
    expect([response.status, response.body.error]).toMatchObject([
      403,
      {
        code: 'AUTH_FORBIDDEN',
        message: 'Only owners can manage webhooks.',
        details: { required_role: 'owner', current_role: 'member' },
      },
    ]);
  });
});

test.each(['get', 'post'] as const)('%s /api/v2/webhooks returns 403 for a viewer', async (method) => {
  const viewer = testCaller({ role: 'viewer' });
  const response = await fixture.as(viewer)[method]('/api/v2/webhooks').send(BODY);
  expect([response.status, response.body.error.code]).toEqual([403, 'AUTH_FORBIDDEN']);
});
