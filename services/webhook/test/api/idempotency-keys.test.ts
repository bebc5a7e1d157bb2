import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Caller } from '@loci/core';
import { startWebhookService, testCaller } from '../webhook-service.fixture.ts';
import type { WebhookFixture } from '../webhook-service.fixture.ts';

let fixture: WebhookFixture;
beforeAll(async () => {
  fixture = await startWebhookService();
});
afterAll(() => fixture.close());

const PATH = '/api/v2/webhooks';
const BODY = { url: 'https://receiver.example/hook', event_types: ['memory.created'] };

type Method = 'post' | 'patch' | 'delete';

const send = (caller: Caller, method: Method, path: string, body: object = {}) =>
  fixture.as(caller)[method](path).set('Idempotency-Key', 'k').send(body);

const countWebhooks = async (caller: Caller): Promise<number> =>
  (await fixture.as(caller).get(PATH)).body.data.items.length;

describe('requests with an idempotency key', () => {
  test('create one webhook, and return 409 without its secret for a repetition', async () => {
    const owner = testCaller();
    const first = await send(owner, 'post', PATH, BODY);
    expect(first.status).toBe(201);
    const second = await send(owner, 'post', PATH, BODY);
    expect(second.status).toBe(409);
    expect(second.body.error).toMatchObject({
      code: 'RES_ALREADY_EXISTS',
      message: expect.stringContaining('Rotate the secret of the webhook.'),
      details: { resource_type: 'webhook', identifier: first.body.data.id },
    });
    expect(await countWebhooks(owner)).toBe(1);
  });

  test('store no signing secret', async () => {
    const owner = testCaller();
    const { id } = (await send(owner, 'post', PATH, BODY)).body.data;
    const rows = await fixture.database.inTransaction(owner.tenantId, (tx) =>
      tx.query<{ response: string }>('SELECT response FROM idempotency_keys'),
    );
    expect(rows.map(({ response }) => JSON.parse(response))).toEqual([{ status: 201, data: { id } }]);
  });

  test('create one webhook if 5 requests with one key run at the same time', async () => {
    const owner = testCaller();
    const responses = await Promise.all(Array.from({ length: 5 }, () => send(owner, 'post', PATH, BODY)));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
    expect(await countWebhooks(owner)).toBe(1);
  });

  test('rotate the secret once', async () => {
    const owner = testCaller();
    const { id } = await fixture.createWebhook(owner);
    const path = `${PATH}/${id}/rotate-secret`;
    const { secret } = (await send(owner, 'post', path)).body.data;
    expect((await send(owner, 'post', path)).body.error).toMatchObject({
      code: 'RES_ALREADY_EXISTS',
      details: { resource_type: 'webhook', identifier: id },
    });
    const rotated = (await fixture.as(owner).post(path)).body.data;
    expect(rotated.secret).not.toBe(secret);
  });

  test.each([
    ['change', 'patch', { description: 'Changed.' }],
    ['deletion', 'delete', undefined],
  ] as const)('return the stored response for a repeated %s', async (_change, method, body) => {
    const owner = testCaller();
    const { id } = await fixture.createWebhook(owner);
    const first = await send(owner, method, `${PATH}/${id}`, body);
    expect(first.status).toBe(200);
    const second = await send(owner, method, `${PATH}/${id}`, body);
    expect(second.headers['idempotency-replayed']).toBe('true');
    expect([second.status, second.body.data]).toEqual([first.status, first.body.data]);
  });
});
