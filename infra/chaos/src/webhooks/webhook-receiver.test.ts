import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { startWebhookReceiver } from './webhook-receiver.ts';
import type { WebhookReceiver } from './webhook-receiver.ts';

let receiver: WebhookReceiver;
beforeEach(async () => {
  receiver = await startWebhookReceiver();
});
afterEach(() => receiver.close());

async function send(id: string, revision: number): Promise<number> {
  const { status } = await fetch(receiver.urlOf('tenant'), {
    method: 'POST',
    headers: { 'webhook-id': id },
    body: JSON.stringify({ type: 'memory.updated', data: { id: 'm', revision } }),
  });
  return status;
}

test('the receiver rejects the first attempt of a message whose ID ends with 0, and accepts the next one', async () => {
  expect([await send('msg_a0', 1), await send('msg_a1', 2), await send('msg_a0', 1)]).toEqual([
    503, 204, 204,
  ]);
  expect(receiver.countRejected('tenant')).toBe(1);
});

test('the receiver returns only accepted messages, in the order of their arrival', async () => {
  for (const [id, revision] of [
    ['msg_a0', 1],
    ['msg_a1', 2],
    ['msg_a0', 1],
    ['msg_a0', 1],
  ] as const) {
    await send(id, revision);
  }
  expect(receiver.messagesOf('tenant').map(({ revision }) => revision)).toEqual([2, 1, 1]);
  expect(receiver.messagesOf('other')).toEqual([]);
});
