import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { FetchApi } from '../../src/api/fetch-api.ts';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

type Reply = { status: number; body?: unknown; headers?: Record<string, string> } | 'disconnect';

/** Starts a server that sends the replies in their order, and repeats the last one. */
async function connect(replies: Reply[]) {
  const requests: { headers: IncomingMessage['headers']; url: string | undefined }[] = [];
  server = createServer((request: IncomingMessage, response: ServerResponse) => {
    requests.push({ headers: request.headers, url: request.url });
    const reply = replies[Math.min(requests.length, replies.length) - 1]!;
    if (reply === 'disconnect') request.socket.destroy();
    else response.writeHead(reply.status, reply.headers ?? {}).end(JSON.stringify(reply.body ?? {}));
  });
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const tokens: boolean[] = [];
  const token = (refresh: boolean): Promise<string> => {
    tokens.push(refresh);
    return Promise.resolve(refresh ? 'new' : 'old');
  };
  return { api: new FetchApi({ baseUrl, token, attempts: 3 }), requests, tokens };
}

const OK = { status: 200, body: { data: { id: '1' } } };
const error = (status: number, code: string, headers = {}): Reply => ({
  status,
  body: { error: { code, message: 'Failed.', details: { field: 'x' } } },
  headers,
});

describe('FetchApi', () => {
  it('returns the data of the response', async () => {
    const { api, requests } = await connect([OK]);
    const call = { method: 'POST', path: '/api/v2/memories', body: {}, idempotencyKey: 'k' } as const;
    expect(await api.request(call)).toEqual({ id: '1' });
    expect(requests[0]).toMatchObject({
      url: '/api/v2/memories',
      headers: { authorization: 'Bearer old', 'idempotency-key': 'k', 'content-type': 'application/json' },
    });
  });

  it('waits as long as the server requests, and repeats the request', async () => {
    const { api, requests } = await connect([
      error(429, 'BIZ_RATE_LIMIT_EXCEEDED', { 'retry-after': '1' }),
      OK,
    ]);
    const startedAt = Date.now();
    await api.request({ method: 'POST', path: '/' });
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(1000);
    expect(requests).toHaveLength(2);
  });

  it.each([['disconnect' as const], [error(503, 'SYS_SERVICE_UNAVAILABLE')]])(
    'repeats a write with an idempotency key after a failure',
    async (failure) => {
      const { api, requests } = await connect([failure, OK]);
      await api.request({ method: 'POST', path: '/', idempotencyKey: 'k' });
      expect(requests.map(({ headers }) => headers['idempotency-key'])).toEqual(['k', 'k']);
    },
  );

  it('does not repeat a write without an idempotency key after a failure', async () => {
    const { api, requests } = await connect(['disconnect', OK]);
    await expect(api.request({ method: 'POST', path: '/' })).rejects.toMatchObject({
      code: 'CONNECTION_FAILED',
    });
    expect(requests).toHaveLength(1);
  });

  it('requests another token if the token has expired', async () => {
    const { api, requests, tokens } = await connect([error(401, 'AUTH_TOKEN_EXPIRED'), OK]);
    await api.request({ method: 'POST', path: '/' });
    expect(tokens).toEqual([false, true]);
    expect(requests[1]?.headers.authorization).toBe('Bearer new');
  });

  it('returns the error of a rejected request without repeating it', async () => {
    const { api, requests } = await connect([error(422, 'VAL_FIELD_INVALID')]);
    await expect(api.request({ method: 'GET', path: '/' })).rejects.toMatchObject({
      status: 422,
      code: 'VAL_FIELD_INVALID',
      message: 'Failed.',
      details: { field: 'x' },
    });
    expect(requests).toHaveLength(1);
  });

  it('fails after the last attempt', async () => {
    const { api, requests } = await connect([error(503, 'SYS_SERVICE_UNAVAILABLE', { 'retry-after': '0' })]);
    await expect(api.request({ method: 'GET', path: '/' })).rejects.toMatchObject({ status: 503 });
    expect(requests).toHaveLength(3);
  });

  it('identifies the account by server, tenant and user, but not by token', async () => {
    const account = (tenant_id: string, jti: string): Promise<string> => {
      const claims = Buffer.from(JSON.stringify({ tenant_id, sub: 'user', jti })).toString('base64url');
      return new FetchApi({
        baseUrl: 'http://localhost',
        token: () => Promise.resolve(`a.${claims}.b`),
      }).account();
    };
    expect(await account('t1', 'first')).toBe(await account('t1', 'second'));
    expect(await account('t1', 'first')).not.toBe(await account('t2', 'first'));
  });
});
