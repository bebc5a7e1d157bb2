import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { ProfileStore } from '../../src/loci/credentials/profile-store.ts';
import { API_KEY, startFakeServer } from '../loci/fake-server.ts';
import type { FakeServer, ReceivedRequest } from '../loci/fake-server.ts';
import { createTestMachine } from '../loci/run-command.ts';
import type { RunOptions, TestMachine } from '../loci/run-command.ts';

interface Message {
  id?: number;
  result?: unknown;
  error?: { code: number; message: string };
}

let machine: TestMachine;
let server: FakeServer;
beforeEach(async () => {
  machine = createTestMachine();
  server = await startFakeServer();
  server.handle = ({ path, body }) => {
    if (path !== '/mcp' || body === '') return undefined;
    const { id, method } = JSON.parse(body) as { id?: number; method: string };
    if (id === undefined) return { status: 202, json: null };
    const result = method === 'initialize' ? INITIALIZED : { method };
    return { json: { jsonrpc: '2.0', id, result } };
  };
});
afterEach(async () => {
  machine.remove();
  await server.close();
});

const INITIALIZED = {
  protocolVersion: '2025-06-18',
  capabilities: {},
  serverInfo: { name: 'x', version: '1' },
};
const INITIALIZE = {
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
};

/** Runs `loci mcp`, sends each message after the response to the previous one, and returns the responses. */
async function talk(
  messages: object[],
  options: RunOptions = {},
): Promise<{ responses: Message[]; stderr: string }> {
  const stdin = new PassThrough();
  const env = { LOCI_API_KEY: API_KEY, LOCI_URL: server.url };
  const stdout = new PassThrough();
  const running = machine.run(['mcp'], { env, stdin, stdout, ...options });
  const lines = stdout[Symbol.asyncIterator]();
  const responses: Message[] = [];
  for (const message of messages) {
    stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    if ('id' in message) responses.push(JSON.parse(String((await lines.next()).value)) as Message);
  }
  stdin.end();
  const { exitCode, stderr } = await running;
  expect(exitCode).toBe(0);
  return { responses, stderr };
}

const mcpRequests = (): ReceivedRequest[] =>
  server.requests.filter(({ path, body }) => path === '/mcp' && body !== '');

test('forwards requests, notifications and responses, and ends with standard input', async () => {
  const { responses } = await talk([
    INITIALIZE,
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/list', params: {} },
  ]);
  expect(responses).toEqual([
    { jsonrpc: '2.0', id: 1, result: INITIALIZED },
    { jsonrpc: '2.0', id: 2, result: { method: 'tools/list' } },
  ]);
  expect(
    mcpRequests()
      .map(({ body }) => (JSON.parse(body) as { method: string }).method)
      .sort(),
  ).toEqual(['initialize', 'notifications/initialized', 'tools/list']);
});

test('forwards a notification directly before the end of standard input', async () => {
  await talk([INITIALIZE, { method: 'notifications/roots/list_changed' }]);
  const methods = mcpRequests().map(({ body }) => (JSON.parse(body) as { method: string }).method);
  expect(methods).toEqual(['initialize', 'notifications/roots/list_changed']);
});

test('sends the credential and the protocol version that the server has chosen', async () => {
  await talk([INITIALIZE, { id: 2, method: 'tools/list' }]);
  const [, second] = mcpRequests();
  expect(second!.headers).toMatchObject({
    authorization: `Bearer ${API_KEY}`,
    'mcp-protocol-version': '2025-06-18',
  });
});

test('renews an access token that the server rejects, and repeats the request once', async () => {
  const { handle } = server;
  server.handle = (request) =>
    request.path === '/mcp' && request.headers.authorization !== 'Bearer token-1'
      ? { status: 401, json: {} }
      : handle(request);
  const credential = {
    kind: 'api-key' as const,
    apiKey: API_KEY,
    accessToken: { value: 'revoked', expiresAt: Date.now() + 3_600_000 },
  };
  await new ProfileStore(`${machine.home}/config`).update('default', () => ({ url: server.url, credential }));
  const { responses } = await talk([INITIALIZE], { env: {} });
  expect(responses[0]!.result).toEqual(INITIALIZED);
  expect(mcpRequests().map(({ headers }) => headers.authorization)).toEqual([
    'Bearer revoked',
    'Bearer token-1',
  ]);
});

test('answers a request with an error that states what to do if the user is not signed in', async () => {
  const { responses, stderr } = await talk([INITIALIZE], { env: {} });
  const message = 'You are not signed in (profile "default"). Run `loci login`, or set LOCI_API_KEY.';
  expect(responses).toEqual([{ jsonrpc: '2.0', id: 1, error: { code: -32_000, message } }]);
  expect(stderr).toContain(message);
});

test('answers a request with an error if the server does not respond, and continues when it does', async () => {
  const { handle } = server;
  server.handle = () => ({ status: 503, json: {} });
  const stdin = new PassThrough();
  const stdout = new PassThrough();
  const env = { LOCI_API_KEY: API_KEY, LOCI_URL: server.url };
  const running = machine.run(['mcp'], { env, stdin, stdout });
  const lines = stdout[Symbol.asyncIterator]();
  const request = `${JSON.stringify({ jsonrpc: '2.0', ...INITIALIZE })}\n`;
  stdin.write(request);
  expect((JSON.parse(String((await lines.next()).value)) as Message).error!.code).toBe(-32_000);
  server.handle = handle;
  stdin.write(request);
  expect((JSON.parse(String((await lines.next()).value)) as Message).result).toEqual(INITIALIZED);
  stdin.end();
  await running;
});
