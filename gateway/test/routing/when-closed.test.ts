import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import { whenClosed } from '../../src/routing/when-closed.ts';

let server: Server;
afterEach(() => void server.close());

/** Sends a request. Returns the response that `respond` received, its signal and what the client receives. */
async function request(respond: (response: ServerResponse) => void, disconnect?: AbortSignal) {
  const received = Promise.withResolvers<{ signal: AbortSignal; closed: Promise<unknown> }>();
  server = createServer((_request, response) => {
    received.resolve({ signal: whenClosed(response), closed: once(response, 'close') });
    respond(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const answer = fetch(`http://127.0.0.1:${port}/`, disconnect ? { signal: disconnect } : {}).then(
    (response) => response.text(),
    () => null,
  );
  return { ...(await received.promise), answer };
}

describe('the signal of a response', () => {
  test('is aborted when the client disconnects before the response', async () => {
    const client = new AbortController();
    const { signal, closed } = await request(() => undefined, client.signal);
    expect(signal.aborted).toBe(false);
    client.abort();
    await closed;
    expect(signal.aborted).toBe(true);
  });

  test('is not aborted after a complete response', async () => {
    const { signal, closed, answer } = await request((response) => response.end('done'));
    await closed;
    expect([signal.aborted, await answer]).toEqual([false, 'done']);
  });
});
