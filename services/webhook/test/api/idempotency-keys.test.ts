import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Caller } from '@loci/core';
import type { Transaction } from '@loci/postgres';
import { overlapRequests } from '@loci/testing';
import { lockCreation } from '../../src/webhooks/webhook.repository.ts';
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

const storedResponses = (caller: Caller): Promise<string[]> =>
  fixture.database.inTransaction(caller.tenantId, async (tx) => {
    const rows = await tx.query<{ response: string }>('SELECT response FROM idempotency_keys');
    return rows.map(({ response }) => response);
  });

const outcomeOf = ({ status, body }: Awaited<ReturnType<typeof send>>): string =>
  `${status} ${body.error?.code ?? ''}`;

const IN_PROGRESS = '409 BIZ_REQUEST_IN_PROGRESS';

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
    const stored = await storedResponses(owner);
    expect(stored.map((response) => JSON.parse(response))).toEqual([{ status: 201, data: { id } }]);
  });

  test('create one webhook if 5 requests with one key run at the same time', async () => {
    const owner = testCaller();
    const hold = (tx: Transaction) => lockCreation(tx, owner.tenantId);
    const responses = await overlapRequests(fixture, { count: 5, hold }, () =>
      send(owner, 'post', PATH, BODY),
    );
    expect(responses.map(outcomeOf).sort()).toEqual(['201 ', ...Array<string>(4).fill(IN_PROGRESS)]);
    expect(await countWebhooks(owner)).toBe(1);
  });

  test('create the webhook in each of 20 rounds of 8 concurrent requests', async () => {
    for (let round = 0; round < 20; round += 1) {
      const owner = testCaller();
      await Promise.all(Array.from({ length: 8 }, () => send(owner, 'post', PATH, BODY)));
      expect(await countWebhooks(owner)).toBe(1);
    }
  });

  test('rotate the secret once if 5 requests with one key run at the same time', async () => {
    const owner = testCaller();
    const { id } = await fixture.createWebhook(owner);
    const hold = (tx: Transaction) => tx.query('SELECT 1 FROM webhooks WHERE id = $1 FOR UPDATE', [id]);
    const responses = await overlapRequests(fixture, { count: 5, hold }, () =>
      send(owner, 'post', `${PATH}/${id}/rotate-secret`),
    );
    expect(responses.map(outcomeOf).sort()).toEqual(['200 ', ...Array<string>(4).fill(IN_PROGRESS)]);
  });

  test('are replayed if another request with the key succeeded while the host was resolved', async () => {
    const owner = testCaller();
    const { id } = await fixture.createWebhook(owner);
    const { addressPolicy } = fixture.ports;
    const resolveHost = addressPolicy.resolveHost;
    const [resolving, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    addressPolicy.resolveHost = async (host) => {
      addressPolicy.resolveHost = resolveHost;
      resolving.resolve();
      await released.promise;
      return resolveHost(host);
    };
    const change = () => send(owner, 'patch', `${PATH}/${id}`, { url: 'https://other.example/hook' });
    const slow = change().then((response) => response);
    await resolving.promise;
    const first = await change();
    fixture.advance(1_000);
    released.resolve();
    const second = await slow;
    expect([first.status, first.headers['idempotency-replayed']]).toEqual([200, undefined]);
    expect([second.status, second.headers['idempotency-replayed']]).toEqual([200, 'true']);
    expect(second.body.data).toEqual(first.body.data);
    expect((await fixture.as(owner).get(`${PATH}/${id}`)).body.data).toEqual(first.body.data);
  });

  test('return 404 after the webhook was deleted, and its stored responses are removed', async () => {
    const owner = testCaller();
    const { id } = await fixture.createWebhook(owner);
    const change = () => send(owner, 'patch', `${PATH}/${id}`, { description: 'A secret plan.' });
    expect((await change()).status).toBe(200);
    expect((await fixture.as(owner).delete(`${PATH}/${id}`)).status).toBe(200);
    expect(await storedResponses(owner)).toEqual(['']);
    expect(outcomeOf(await change())).toBe('404 RES_NOT_FOUND');
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
