import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, test } from '@jest/globals';
import { pendingResponses } from '@loci/http';
import { createInMemoryRateLimiter } from '../../src/rate-limit/in-memory-rate-limiter.ts';
import { messagesIn, post, startGateway, toolCall } from './gateway.fixture.ts';
import type { GatewayUnderTest, GatewayUnderTestOptions } from './gateway.fixture.ts';

const open: GatewayUnderTest[] = [];
const start = async (options?: GatewayUnderTestOptions) => {
  const gateway = await startGateway(options);
  open.push(gateway);
  return gateway;
};
afterEach(() => Promise.all(open.splice(0).map((gateway) => gateway.close())));

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

describe('who may call', () => {
  test.each([
    ['no token', null, null],
    ['a token that is not ours', 'other', 'invalid_token'],
  ])('%s is challenged: where tokens come from, and which', async (_, token, error) => {
    const gateway = await start();
    const response = await post(gateway, LIST, { token });
    expect(response.status).toBe(401);
    const challenge = response.headers.get('www-authenticate')!;
    expect(challenge).toContain(
      `resource_metadata="${gateway.baseUrl}/.well-known/oauth-protected-resource/mcp"`,
    );
    expect(challenge).toContain('scope="read write"');
    if (error === null) expect(challenge).not.toContain('error=');
    else expect(challenge).toContain(`error="${error}"`);
  });

  test.each(['GET', 'DELETE', 'PUT'])('%s without a token is challenged too', async (method) => {
    const { baseUrl } = await start();
    const response = await fetch(`${baseUrl}/mcp`, { method });
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toContain('resource_metadata=');
  });

  test('a token in the query is no token', async () => {
    const { baseUrl } = await start();
    const response = await fetch(`${baseUrl}/mcp?access_token=token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(LIST),
    });
    expect(response.status).toBe(401);
  });

  test('the metadata names this resource and the authorization server', async () => {
    const { baseUrl } = await start();
    const response = await fetch(`${baseUrl}/.well-known/oauth-protected-resource/mcp`);
    expect(response.headers.get('access-control-allow-origin')).toBe(null);
    expect(await response.json()).toMatchObject({
      resource: `${baseUrl}/mcp`,
      authorization_servers: ['http://localhost:1'],
      scopes_supported: ['read', 'write'],
      bearer_methods_supported: ['header'],
    });
  });

  test('an OAuth token without the scope is challenged before the tool runs, other tools work', async () => {
    const gateway = await start({
      callers: { token: { via: 'oauth', scopes: ['read'], permissions: ['read'] } },
    });
    const refused = await post(gateway, toolCall('store', { content: 'x' }));
    expect(refused.status).toBe(403);
    expect(refused.headers.get('www-authenticate')).toMatch(/error="insufficient_scope".*scope="read write"/);
    expect(gateway.asked).toEqual([]);
    const batch = await post(gateway, [toolCall('awaken'), toolCall('store', { content: 'x' }, 2)]);
    expect(batch.status).toBe(403);
    expect((await post(gateway, toolCall('awaken'))).status).toBe(200);
  });

  test('tools act for the caller of the token, whose token stays behind (attack 12)', async () => {
    const gateway = await start({ callers: { token: { userId: 'ada' } } });
    await messagesIn(await post(gateway, toolCall('awaken')));
    expect(gateway.asked).toHaveLength(1);
    expect(gateway.asked[0]!.caller).toMatchObject({ userId: 'ada' });
    expect(JSON.stringify(gateway.asked)).not.toMatch(/bearer|"token"/i);
  });
});

describe('where from (attacks 14, 15)', () => {
  test.each([
    'http://evil.example',
    'null',
    'https://localhost.evil.example',
    'http://evil-localhost',
    'chrome-extension://abc',
    'nonsense',
  ])('a page of %s is refused, its preflight as well', async (origin) => {
    const gateway = await start();
    const response = await post(gateway, LIST, { headers: { origin } });
    expect(response.status).toBe(403);
    expect(response.headers.get('access-control-allow-origin')).toBe(null);
    const preflight = await fetch(`${gateway.baseUrl}/mcp`, { method: 'OPTIONS', headers: { origin } });
    expect(preflight.status).toBe(403);
  });

  test.each(['http://localhost:6274', 'http://127.0.0.1:5000', 'https://inspector.example'])(
    'a page of %s may call, without credentials',
    async (origin) => {
      const gateway = await start({ corsOrigins: ['https://inspector.example'] });
      const preflight = await fetch(`${gateway.baseUrl}/mcp`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST' },
      });
      expect(preflight.status).toBe(204);
      expect(preflight.headers.get('access-control-allow-origin')).toBe(origin);
      expect(preflight.headers.get('access-control-allow-credentials')).toBe(null);
      for (const name of ['authorization', 'mcp-protocol-version', 'mcp-method', 'mcp-name']) {
        expect(preflight.headers.get('access-control-allow-headers')).toContain(name);
      }
      const response = await post(gateway, LIST, { headers: { origin } });
      expect(response.status).toBe(200);
      expect(response.headers.get('access-control-expose-headers')).toMatch(/www-authenticate/i);
    },
  );

  test('a Host that is not ours is misdirected; forwarded ones change nothing', async () => {
    const gateway = await start();
    const statusOf = (headers: Record<string, string>) =>
      new Promise<number | undefined>((resolve, reject) => {
        const { port } = gateway;
        httpRequest({ host: '127.0.0.1', port, path: '/mcp', method: 'POST', headers }, (response) => {
          response.resume();
          resolve(response.statusCode);
        })
          .once('error', reject)
          .end();
      });
    expect(await statusOf({ host: 'evil.example' })).toBe(421);
    const response = await post(gateway, LIST, {
      token: null,
      headers: { 'x-forwarded-host': 'evil.example' },
    });
    expect(response.headers.get('www-authenticate')).not.toContain('evil');
  });
});

describe('what is sent', () => {
  test('a GET or DELETE of the sessions of 2025 is not allowed', async () => {
    const { baseUrl } = await start();
    for (const method of ['GET', 'DELETE']) {
      const response = await fetch(`${baseUrl}/mcp`, { method, headers: { authorization: 'Bearer token' } });
      expect(response.status).toBe(405);
    }
  });

  test('text that is no JSON, and nesting that would exhaust a stack', async () => {
    const gateway = await start();
    const broken = await post(gateway, '{"jsonrpc":');
    expect(broken.status).toBe(400);
    expect((await messagesIn(broken))[0]!.error!.code).toBe(-32_700);
    const deep = await post(gateway, `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`);
    expect(deep.status).toBe(400);
    expect((await messagesIn(deep))[0]!.error!.code).toBe(-32_600);
  });

  test('another content type', async () => {
    const response = await post(await start(), LIST, { headers: { 'content-type': 'text/plain' } });
    expect(response.status).toBe(415);
  });

  test.each([
    ['save_artifact', 'content', 8 * 1024 * 1024],
    ['awaken', 'padding', 256 * 1024],
  ])('accepts a %s message up to its limit and rejects a larger one with 413', async (tool, field, limit) => {
    const gateway = await start();
    const sized = (sizeBytes: number) => {
      const empty = JSON.stringify(toolCall(tool, { [field]: '' }));
      return JSON.stringify(toolCall(tool, { [field]: 'x'.repeat(sizeBytes - empty.length) }));
    };
    expect((await post(gateway, sized(limit))).status).toBe(200);
    const over = await post(gateway, sized(limit + 1));
    expect(over.status).toBe(413);
    expect(await over.json()).toMatchObject({ error: { code: 'VAL_FIELD_TOO_LONG' } });
  });

  test('adds up the limits of the messages of a batch', async () => {
    const gateway = await start();
    const call = (id: number) => toolCall('awaken', { padding: 'x'.repeat(200_000) }, id);
    expect((await post(gateway, [call(1), call(2), call(3)])).status).toBe(200);
  });

  test('a batch of 20 is answered, one of 21 refused', async () => {
    const gateway = await start();
    const batch = (size: number) => Array.from({ length: size }, (_, id) => toolCall('awaken', {}, id));
    const answers = await messagesIn(await post(gateway, batch(20)));
    expect(answers.map(({ id }) => id).sort((a, b) => a! - b!)).toEqual(batch(20).map(({ id }) => id));
    const refused = await post(gateway, batch(21));
    expect(refused.status).toBe(400);
    expect(gateway.asked).toHaveLength(20);
  });

  test('an unknown tool is an error of the protocol', async () => {
    const [answer] = await messagesIn(await post(await start(), toolCall('delete_memory')));
    expect(answer!.error!.code).toBe(-32_602);
  });
});

describe('the rate limit (attack 24)', () => {
  const limited = (perMinute: number) =>
    start({ limiter: createInMemoryRateLimiter(perMinute, () => Date.UTC(2026, 0, 1)) });

  test('over it, a tool call says so and anything else is 429', async () => {
    const gateway = await limited(1);
    expect((await post(gateway, toolCall('awaken'))).headers.get('x-ratelimit-remaining')).toBe('0');
    const response = await post(gateway, toolCall('awaken'));
    expect(response.status).toBe(200);
    expect(response.headers.get('retry-after')).toMatch(/^[1-9]/);
    const [answer] = await messagesIn(response);
    expect(answer!.result).toMatchObject({
      isError: true,
      structuredContent: { success: false, error_code: 'RATE_LIMITED', operation: 'awaken' },
    });
    const list = await post(gateway, LIST);
    expect(list.status).toBe(429);
    expect(list.headers.get('retry-after')).toMatch(/^[1-9]/);
    expect(gateway.asked).toHaveLength(1);
  });

  test('every message of a batch counts', async () => {
    const gateway = await limited(5);
    const batch = [1, 2, 3].map((id) => toolCall('awaken', {}, id));
    expect((await post(gateway, batch)).headers.get('x-ratelimit-remaining')).toBe('2');
    const second = await messagesIn(await post(gateway, batch));
    expect(second.map(({ result }) => result!.structuredContent['error_code'])).toEqual([
      'RATE_LIMITED',
      'RATE_LIMITED',
      'RATE_LIMITED',
    ]);
    const mixed = await post(gateway, [...batch, LIST]);
    expect(mixed.status).toBe(429);
    expect(gateway.asked).toHaveLength(3);
  });

  test('guesses at tokens are counted by address', async () => {
    const gateway = await limited(2);
    const guess = async () => (await post(gateway, LIST, { token: 'guess' })).status;
    expect([await guess(), await guess(), await guess()]).toEqual([401, 401, 429]);
  });
});

test('results that a client does not read count against its tenant, and a read beyond the limit fails', async () => {
  const briefing = 'x'.repeat(20 * 1024 * 1024);
  const gateway = await start({ answer: () => ({ briefing }) });
  const body = JSON.stringify(toolCall('awaken'));
  const socket = connect(gateway.port, '127.0.0.1')
    .on('error', () => undefined)
    .pause();
  socket.write(
    `POST /mcp HTTP/1.1\r\nHost: localhost:${gateway.port}\r\nAuthorization: Bearer token\r\n` +
      'Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n' +
      `Content-Length: ${body.length}\r\n\r\n${body}`,
  );
  while (pendingResponses.bytes === 0) await delay(5);
  const [answer] = await messagesIn(await post(gateway, toolCall('awaken')));
  expect(answer!.result).toMatchObject({
    isError: true,
    structuredContent: { success: false, error_code: 'INTERNAL_ERROR', operation: 'awaken' },
  });
  socket.destroy();
  while (pendingResponses.bytes > 0) await delay(5);
});
