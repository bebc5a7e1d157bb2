import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as Sdk1Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as Sdk1Transport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { AppError } from '@loci/core';
import { startGateway } from '../gateway.fixture.ts';
import type { TestGateway } from '../gateway.fixture.ts';

interface AnyClient {
  listTools(): Promise<{ tools: { name: string }[] }>;
  callTool(params: { name: string; arguments: Record<string, unknown> }): Promise<object>;
  close(): Promise<void>;
}

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway({
    respond: ({ method }) => {
      if (method === 'post') throw new AppError('VAL_FIELD_TOO_LONG', 'content: Too long.');
      return { briefing: '=== AWAKENING BRIEFING ===' };
    },
  });
});
afterAll(() => gateway.close());

const INFO = { name: 'test', version: '1.0.0' };
const endpointUrl = () => new URL(`${gateway.baseUrl}/mcp?structured=true`);
const requestInit = { headers: { authorization: 'Bearer token' } };

async function connectSdk2(mode: 'auto' | 'legacy'): Promise<AnyClient> {
  const client = new Client(INFO, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(endpointUrl(), { requestInit }));
  expect(client.getProtocolEra()).toBe(mode === 'auto' ? 'modern' : 'legacy');
  return client as AnyClient;
}

const CONNECT_BY_CLIENT: Record<string, () => Promise<AnyClient>> = {
  'SDK 1 with protocol version 2025-11-25': async () => {
    const client = new Sdk1Client(INFO);
    await client.connect(new Sdk1Transport(endpointUrl(), { requestInit }) as never);
    return client as AnyClient;
  },
  'SDK 2 with a protocol version of 2025': () => connectSdk2('legacy'),
  'SDK 2 with the newest protocol version, 2026-07-28': () => connectSdk2('auto'),
};

describe.each(Object.entries(CONNECT_BY_CLIENT))('/mcp called by %s', (_, connect) => {
  let client: AnyClient;
  beforeAll(async () => {
    client = await connect();
    // After this call, the client validates results against the output schemas.
    expect((await client.listTools()).tools).toHaveLength(17);
  });
  afterAll(() => client.close());

  test('returns a result as structured content and as JSON text', async () => {
    const expected = { success: true, briefing: '=== AWAKENING BRIEFING ===' };
    expect(await client.callTool({ name: 'awaken', arguments: {} })).toMatchObject({
      structuredContent: expected,
      content: [{ type: 'text', text: JSON.stringify(expected) }],
    });
  });

  test.each([
    ['invalid arguments', ''],
    ['an error of the REST operation', 'x'],
  ])('returns all fields of the failure for %s', async (_, content) => {
    const result = await client.callTool({ name: 'store', arguments: { content } });
    const failure = {
      success: false,
      error: expect.stringContaining('content: '),
      error_code: 'VALIDATION_ERROR',
      operation: 'store',
    };
    expect(result).toMatchObject({ isError: true, structuredContent: failure });
  });

  test('returns a result for each of ten concurrent calls', async () => {
    const results = await Promise.all(
      Array.from({ length: 10 }, () => client.callTool({ name: 'awaken', arguments: {} })),
    );
    for (const result of results) expect(result).toMatchObject({ structuredContent: { success: true } });
  });
});
