import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, test } from '@jest/globals';
import { pendingResponses } from '@loci/http';
import { createInMemoryRateLimiter } from '@loci/http';
import { readResponses, post, startGateway, toolCall, toolResult } from '../gateway.fixture.ts';
import type { TestGateway, TestGatewayOptions } from '../gateway.fixture.ts';

const open: TestGateway[] = [];
const start = async (options?: TestGatewayOptions) => {
  const gateway = await startGateway(options);
  open.push(gateway);
  return gateway;
};
afterEach(() => Promise.all(open.splice(0).map((gateway) => gateway.close())));

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

describe('authentication at /mcp', () => {
  test.each([
    ['no token', null],
    ['an invalid token', 'other'],
  ])(
    'rejects a request with %s with 401 and a challenge that names the resource metadata and the scopes',
    async (_, token) => {
      const gateway = await start();
      const response = await post(gateway, LIST, { token });
      expect(response.status).toBe(401);
      const challenge = response.headers.get('www-authenticate')!;
      expect(challenge).toContain(
        `resource_metadata="${gateway.baseUrl}/.well-known/oauth-protected-resource/mcp"`,
      );
      expect(challenge).toContain('scope="read write"');
    },
  );

  test('adds error="invalid_token" to the challenge only for an invalid token', async () => {
    const gateway = await start();
    const challengeFor = async (token: string | null) =>
      (await post(gateway, LIST, { token })).headers.get('www-authenticate');
    expect(await challengeFor('other')).toContain('error="invalid_token"');
    expect(await challengeFor(null)).not.toContain('error=');
  });

  test.each(['GET', 'DELETE', 'PUT'])(
    'rejects %s without a token with 401 and a challenge',
    async (method) => {
      const { baseUrl } = await start();
      const response = await fetch(`${baseUrl}/mcp`, { method });
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toContain('resource_metadata=');
    },
  );

  test('counts an API key against the limit of the client network before its exchange (threat 24)', async () => {
    const gateway = await start({ limiter: createInMemoryRateLimiter(2) });
    const statuses = [];
    for (let i = 0; i < 3; i++) {
      statuses.push((await post(gateway, LIST, { token: `loci_guess${i}_0123456789abcdef` })).status);
    }
    expect(statuses).toEqual([401, 401, 429]);
  });

  test('ignores an access token in the query string', async () => {
    const { baseUrl } = await start();
    const response = await fetch(`${baseUrl}/mcp?access_token=token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(LIST),
    });
    expect(response.status).toBe(401);
  });

  test('serves resource metadata that names the resource and the authorization server', async () => {
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

  describe('with an OAuth token of the scope read', () => {
    const readOnly = {
      callers: { token: { via: 'oauth', scopes: ['read'], permissions: ['read'] } },
    } as const;

    test.each([
      ['a call', toolCall('store', { content: 'x' })],
      ['a batch with a call', [toolCall('awaken'), toolCall('store', { content: 'x' }, 2)]],
    ])('rejects %s of a write tool with 403 and a challenge before a tool runs', async (_, body) => {
      const gateway = await start(readOnly);
      const rejected = await post(gateway, body);
      expect(rejected.status).toBe(403);
      expect(rejected.headers.get('www-authenticate')).toMatch(
        /error="insufficient_scope".*scope="read write"/,
      );
      expect(gateway.requests).toEqual([]);
    });

    test('accepts a call of a read tool', async () => {
      expect((await post(await start(readOnly), toolCall('awaken'))).status).toBe(200);
    });
  });

  test('calls the REST API with the identity in the token, without passing the token on (threat 12)', async () => {
    const gateway = await start({ callers: { token: { userId: 'ada' } } });
    await readResponses(await post(gateway, toolCall('awaken')));
    expect(gateway.requests).toHaveLength(1);
    expect(gateway.requests[0]!.caller).toMatchObject({ userId: 'ada' });
    expect(JSON.stringify(gateway.requests)).not.toMatch(/bearer|"token"/i);
  });
});

describe('warnings of an operation', () => {
  const warnings = ['The tag "Ünïcode" is stored as "unicode".'];

  test('are part of the result of the tool', async () => {
    const gateway = await start({ respond: () => ({}), warnings });
    const args = { content: 'x', tags: ['Ünïcode'] };
    const [response] = await readResponses(await post(gateway, toolCall('store', args)));
    expect(toolResult(response!)).toMatchObject({ success: true, warnings });
  });
});

describe('the options of the endpoint', () => {
  const listed = async (query = ''): Promise<Record<string, unknown>[]> => {
    const [message] = await readResponses(await post(await start(), LIST, { query }));
    return (message as unknown as { result: { tools: Record<string, unknown>[] } }).result.tools;
  };
  const names = async (query?: string): Promise<unknown[]> => (await listed(query)).map(({ name }) => name);

  test('select the tools', async () => {
    expect(await names('?tools=core')).toEqual(['awaken', 'store', 'recall', 'update_memory', 'connect']);
    const standard = await names();
    expect(standard).toHaveLength(17);
    expect(await names('?tools=standard')).toEqual(standard);
    expect(await names('?tools=extended')).toEqual([
      ...standard,
      'evolve_memory',
      'forget',
      'resolve_contradiction',
    ]);
  });

  test.each([
    ['forget', ''],
    ['search', '?tools=core'],
  ])('keep the tool %s from being called with "%s"', async (name, query) => {
    const gateway = await start();
    const call = toolCall(name, { memory_id: '00000000-0000-7000-8000-000000000001', query: 'x' });
    const [message] = await readResponses(await post(gateway, call, { query }));
    expect(message!.error).toMatchObject({ code: -32_602, message: expect.stringContaining(name) });
    expect(gateway.requests).toEqual([]);
  });

  test('add structured results and output schemas', async () => {
    const gateway = await start();
    const call = toolCall('awaken');
    const [plain] = await readResponses(await post(gateway, call));
    expect(plain!.result).not.toHaveProperty('structuredContent');
    const [structured] = await readResponses(await post(gateway, call, { query: '?structured=true' }));
    expect(structured!.result).toMatchObject({
      structuredContent: toolResult(plain!),
      content: plain!.result!.content,
    });
    expect((await listed()).some((tool) => 'outputSchema' in tool)).toBe(false);
    expect((await listed('?structured=true')).every((tool) => 'outputSchema' in tool)).toBe(true);
  });

  test.each([
    ['?tools=all', 'VAL_ENUM_INVALID'],
    ['?structured=yes', 'VAL_ENUM_INVALID'],
    ['?tools=core&tools=extended', 'VAL_FIELD_INVALID'],
  ])('reject %s with 422 %s', async (query, code) => {
    const response = await post(await start(), LIST, { query });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ error: { code } });
  });

  test('leave the challenge and the metadata of the resource as they are', async () => {
    const gateway = await start();
    const response = await post(gateway, LIST, { token: null, query: '?tools=core' });
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([
      401,
      expect.stringContaining(`"${gateway.baseUrl}/.well-known/oauth-protected-resource/mcp"`),
    ]);
  });

  test('do not change the instructions of the server, which state when to recall, store and connect', async () => {
    const initialize = {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
    };
    const [message] = await readResponses(await post(await start(), initialize));
    const { instructions } = (message as unknown as { result: { instructions: string } }).result;
    expect(instructions).toMatch(/recall[^]*store[^]*connect/);
    expect(instructions.length).toBeLessThan(800);
  });
});

describe('Origin and Host at /mcp (threats 14 and 15)', () => {
  test.each([
    'http://evil.example',
    'null',
    'https://localhost.evil.example',
    'http://evil-localhost',
    'chrome-extension://abc',
    'nonsense',
  ])('rejects requests and preflight requests of the origin "%s" with 403', async (origin) => {
    const gateway = await start();
    const response = await post(gateway, LIST, { headers: { origin } });
    expect(response.status).toBe(403);
    expect(response.headers.get('access-control-allow-origin')).toBe(null);
    const preflight = await fetch(`${gateway.baseUrl}/mcp`, { method: 'OPTIONS', headers: { origin } });
    expect(preflight.status).toBe(403);
  });

  test.each(['http://localhost:6274', 'http://127.0.0.1:5000', 'https://inspector.example'])(
    'allows the origin %s without credentials',
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

  test('rejects an unknown Host with 421', async () => {
    const { port } = await start();
    const headers = { host: 'evil.example' };
    const status = await new Promise<number | undefined>((resolve, reject) => {
      httpRequest({ host: '127.0.0.1', port, path: '/mcp', method: 'POST', headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .once('error', reject)
        .end();
    });
    expect(status).toBe(421);
  });

  test('ignores X-Forwarded-Host in the URLs of a challenge', async () => {
    const gateway = await start();
    const response = await post(gateway, LIST, {
      token: null,
      headers: { 'x-forwarded-host': 'evil.example' },
    });
    expect(response.headers.get('www-authenticate')).not.toContain('evil');
  });
});

describe('messages at /mcp', () => {
  test.each(['GET', 'DELETE'])(
    'rejects %s with 405, because the endpoint has no sessions',
    async (method) => {
      const { baseUrl } = await start();
      const response = await fetch(`${baseUrl}/mcp`, { method, headers: { authorization: 'Bearer token' } });
      expect(response.status).toBe(405);
    },
  );

  test.each([
    ['malformed JSON', '{"jsonrpc":', -32_700],
    ['JSON nested in 20,000 levels', `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`, -32_600],
    ['JSON nested in 65 levels', '['.repeat(65) + ']'.repeat(65), -32_600],
    ['malformed JSON nested in 65 levels, which it does not parse,', '['.repeat(65), -32_600],
    ['JSON with 100,001 values', `[${Array(100_000).fill(1).join(',')}]`, -32_600],
  ])('rejects %s with 400 and the JSON-RPC error code %i', async (_, body, code) => {
    const response = await post(await start(), body);
    expect(response.status).toBe(400);
    expect((await readResponses(response))[0]!.error!.code).toBe(code);
  });

  test.each([
    ['the content type text/plain', { 'content-type': 'text/plain' }],
    ['the charset UTF-16', { 'content-type': 'application/json; charset=utf-16le' }],
    ['an unknown content encoding', { 'content-encoding': 'x-unknown' }],
  ])('rejects %s with 415', async (_, headers) => {
    const response = await post(await start(), LIST, { headers });
    expect(response.status).toBe(415);
    expect((await readResponses(response))[0]!.error!.code).toBe(-32_000);
  });

  test.each([
    ['save_artifact', 'content', 8 * 1024 * 1024],
    ['awaken', 'padding', 256 * 1024],
  ])(
    'rejects a call of %s with 413 only if the call exceeds the maximum size',
    async (tool, field, limit) => {
      const gateway = await start();
      const sized = (sizeBytes: number) => {
        const empty = JSON.stringify(toolCall(tool, { [field]: '' }));
        return JSON.stringify(toolCall(tool, { [field]: 'x'.repeat(sizeBytes - empty.length) }));
      };
      expect((await post(gateway, sized(limit))).status).toBe(200);
      const over = await post(gateway, sized(limit + 1));
      expect(over.status).toBe(413);
      expect(await over.json()).toMatchObject({ error: { code: 'VAL_FIELD_TOO_LONG' } });
    },
  );

  test('accepts a batch that exceeds the size limit of a single message', async () => {
    const gateway = await start();
    const call = (id: number) => toolCall('awaken', { padding: 'x'.repeat(200_000) }, id);
    expect((await post(gateway, [call(1), call(2), call(3)])).status).toBe(200);
  });

  const batchOf = (size: number) => Array.from({ length: size }, (_, id) => toolCall('awaken', {}, id));

  test('returns a response for each of 20 messages in a batch', async () => {
    const responses = await readResponses(await post(await start(), batchOf(20)));
    expect(responses.map(({ id }) => id).sort((a, b) => a! - b!)).toEqual(batchOf(20).map(({ id }) => id));
  });

  test('rejects a batch of 21 messages with 400 before a tool runs', async () => {
    const gateway = await start();
    expect((await post(gateway, batchOf(21))).status).toBe(400);
    expect(gateway.requests).toEqual([]);
  });

  test('returns the JSON-RPC error code -32602 for an unknown tool', async () => {
    const [response] = await readResponses(await post(await start(), toolCall('delete_memory')));
    expect(response!.error!.code).toBe(-32_602);
  });
});

describe('rate limit at /mcp (threat 24)', () => {
  const limited = (perMinute: number) =>
    start({ limiter: createInMemoryRateLimiter(perMinute, () => Date.UTC(2026, 0, 1)) });

  test('returns the failure RATE_LIMITED and a retry-after header for a tool call over the limit', async () => {
    const gateway = await limited(1);
    expect((await post(gateway, toolCall('awaken'))).headers.get('x-ratelimit-remaining')).toBe('0');
    const response = await post(gateway, toolCall('awaken'));
    expect(response.status).toBe(200);
    expect(response.headers.get('retry-after')).toMatch(/^[1-9]/);
    const [message] = await readResponses(response);
    expect(message!.result!.isError).toBe(true);
    expect(toolResult(message!)).toMatchObject({
      success: false,
      error_code: 'RATE_LIMITED',
      operation: 'awaken',
    });
    expect(gateway.requests).toHaveLength(1);
  });

  test('rejects tools/list over the limit with 429', async () => {
    const gateway = await limited(1);
    await post(gateway, toolCall('awaken'));
    const list = await post(gateway, LIST);
    expect(list.status).toBe(429);
    expect(list.headers.get('retry-after')).toMatch(/^[1-9]/);
  });

  describe('for batches', () => {
    const batch = [1, 2, 3].map((id) => toolCall('awaken', {}, id));

    test('counts every message of a batch', async () => {
      const gateway = await limited(5);
      expect((await post(gateway, batch)).headers.get('x-ratelimit-remaining')).toBe('2');
    });

    test('returns the failure RATE_LIMITED for every tool call of a batch over the limit', async () => {
      const gateway = await limited(5);
      await post(gateway, batch);
      const messages = await readResponses(await post(gateway, batch));
      expect(messages.map((message) => toolResult(message)['error_code'])).toEqual([
        'RATE_LIMITED',
        'RATE_LIMITED',
        'RATE_LIMITED',
      ]);
      expect(gateway.requests).toHaveLength(3);
    });

    test('rejects a batch over the limit with 429 if the batch has a message that is not a tool call', async () => {
      const gateway = await limited(3);
      const mixed = await post(gateway, [...batch, LIST]);
      expect(mixed.status).toBe(429);
      expect(gateway.requests).toEqual([]);
    });
  });

  test('counts requests with invalid tokens against the limit of the client address', async () => {
    const gateway = await limited(2);
    const guess = async () => (await post(gateway, LIST, { token: 'guess' })).status;
    expect([await guess(), await guess(), await guess()]).toEqual([401, 401, 429]);
  });
});

test('a tool call fails with INTERNAL_ERROR while unread responses of its tenant exceed the limit', async () => {
  const briefing = 'x'.repeat(40 * 1024 * 1024);
  const gateway = await start({ respond: () => ({ briefing }) });
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
  const [message] = await readResponses(await post(gateway, toolCall('awaken')));
  expect(message!.result!.isError).toBe(true);
  expect(toolResult(message!)).toMatchObject({
    success: false,
    error_code: 'INTERNAL_ERROR',
    operation: 'awaken',
  });
  socket.destroy();
  while (pendingResponses.bytes > 0) await delay(5);
});
