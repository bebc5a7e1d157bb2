import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as ClientOf2025 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as TransportOf2025 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { AppError } from '@loci/core';
import { startGateway } from './gateway.fixture.ts';
import type { GatewayUnderTest } from './gateway.fixture.ts';

interface AnyClient {
  listTools(): Promise<{ tools: { name: string }[] }>;
  callTool(params: { name: string; arguments: Record<string, unknown> }): Promise<object>;
  close(): Promise<void>;
}

let gateway: GatewayUnderTest;
beforeAll(async () => {
  gateway = await startGateway({
    answer: ({ method }) => {
      if (method === 'post') throw new AppError('VAL_FIELD_TOO_LONG', 'content: Too long.');
      return { briefing: '=== AWAKENING BRIEFING ===' };
    },
  });
});
afterAll(() => gateway.close());

const INFO = { name: 'test', version: '1.0.0' };
const target = () => new URL(`${gateway.baseUrl}/mcp`);
const requestInit = { headers: { authorization: 'Bearer token' } };

async function connectNew(mode: 'auto' | 'legacy'): Promise<AnyClient> {
  const client = new Client(INFO, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(target(), { requestInit }));
  expect(client.getProtocolEra()).toBe(mode === 'auto' ? 'modern' : 'legacy');
  return client as AnyClient;
}

const CONNECT: Record<string, () => Promise<AnyClient>> = {
  'SDK 1 (2025-11-25)': async () => {
    const client = new ClientOf2025(INFO);
    await client.connect(new TransportOf2025(target(), { requestInit }) as never);
    return client as AnyClient;
  },
  'SDK 2 as of 2025': () => connectNew('legacy'),
  'SDK 2, choosing the newest (2026-07-28)': () => connectNew('auto'),
};

describe.each(Object.entries(CONNECT))('%s', (_, connect) => {
  let client: AnyClient;
  beforeAll(async () => {
    client = await connect();
    // From here on it checks results against the schemas that it has seen.
    expect((await client.listTools()).tools).toHaveLength(17);
  });
  afterAll(() => client.close());

  test('a result is structured, and the same as text', async () => {
    const expected = { success: true, briefing: '=== AWAKENING BRIEFING ===' };
    expect(await client.callTool({ name: 'awaken', arguments: {} })).toMatchObject({
      structuredContent: expected,
      content: [{ type: 'text', text: JSON.stringify(expected) }],
    });
  });

  test('a failure arrives whole, whether ours or of the operation', async () => {
    for (const content of ['', 'x']) {
      const result = await client.callTool({ name: 'store', arguments: { content } });
      const failure = {
        success: false,
        error: expect.stringContaining('content: '),
        error_code: 'VALIDATION_ERROR',
        operation: 'store',
      };
      expect(result).toMatchObject({ isError: true, structuredContent: failure });
    }
  });

  test('several calls at once', async () => {
    const results = await Promise.all(
      Array.from({ length: 10 }, () => client.callTool({ name: 'awaken', arguments: {} })),
    );
    for (const result of results) expect(result).toMatchObject({ structuredContent: { success: true } });
  });
});
