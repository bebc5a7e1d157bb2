import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMetrics } from '@loci/runtime';
import type { Caller } from '@loci/core';
import { AppError } from '@loci/core';
import type { ServiceRequest } from '@loci/contracts';
import { testCaller } from '@loci/testing';
import { createGateway } from '../../src/app.ts';
import type { GatewayPorts } from '../../src/app.ts';
import type { PublicRoute } from '../../src/routing/public-route.ts';

const rest = (
  method: PublicRoute['method'],
  path: string,
  scope: PublicRoute['scope'] = 'read',
): PublicRoute => ({ service: 'rest', method, path: `/api/v2${path}`, scope });

/** The operations that the tools ask, all of one service. */
const ROUTES: PublicRoute[] = [
  rest('get', '/personality/awakening'),
  rest('post', '/memories', 'write'),
  rest('get', '/memories'),
  rest('get', '/memories/:memory_id'),
];

export interface GatewayUnderTest {
  baseUrl: string;
  port: number;
  /** What the tools asked, oldest first. */
  asked: { caller: Caller | null; request: ServiceRequest }[];
  close(): Promise<void>;
}

export interface GatewayUnderTestOptions extends Partial<
  Pick<GatewayPorts, 'limiter' | 'corsOrigins' | 'trustedProxies'>
> {
  /** Callers by access token. */
  callers?: Record<string, Partial<Caller>>;
  answer?: (request: ServiceRequest) => unknown;
}

const TESTER = testCaller();

/** A gateway on a port of its own, whose tokens and services are given; all between them is real. */
export async function startGateway({
  callers = { token: {} },
  answer = () => ({ briefing: 'Hello.' }),
  limiter = null,
  corsOrigins = null,
  trustedProxies,
}: GatewayUnderTestOptions = {}): Promise<GatewayUnderTest> {
  let handle: (request: IncomingMessage, response: ServerResponse) => void = () => undefined;
  const server = createServer((request, response) => handle(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const baseUrl = `http://localhost:${port}`;
  const asked: GatewayUnderTest['asked'] = [];
  const unused = () => Promise.reject(new Error('No test asks this.'));
  const verify = (token: string) => {
    const caller = callers[token];
    return caller === undefined
      ? Promise.reject(new AppError('AUTH_TOKEN_INVALID', 'The access token is not valid.'))
      : Promise.resolve({ ...TESTER, ...caller });
  };
  handle = createGateway({
    urls: { baseUrl, authUrl: 'http://localhost:1', portalUrl: 'http://localhost:2' },
    routes: ROUTES,
    targets: {},
    openapi: {},
    verify: unused,
    limiter,
    corsOrigins,
    trustedProxies,
    search: { candidates: unused, filterIds: unused, items: () => Promise.resolve([]) },
    graph: { expand: unused, edges: unused, countRelationships: unused, export: unused },
    mcp: {
      connect: () => async (caller, request) => {
        asked.push({ caller, request });
        return answer(request);
      },
      memory: { getMany: () => Promise.resolve([]), filterExisting: () => Promise.resolve([]) },
      verify,
    },
    health: { notReady: () => Promise.resolve([]) },
    metrics: createMetrics('gateway'),
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    responseCheck: 'throw',
  });
  return {
    baseUrl,
    port,
    asked,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A POST to `/mcp`, as a program of 2025 would send it. */
export const post = (
  { baseUrl }: Pick<GatewayUnderTest, 'baseUrl'>,
  body: unknown,
  { token = 'token', headers = {} }: { token?: string | null; headers?: Record<string, string> } = {},
): Promise<Response> =>
  fetch(`${baseUrl}/mcp`, {
    method: 'POST',
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

export const toolCall = (name: string, args: Record<string, unknown> = {}, id = 1) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: args },
});

export interface JsonRpcAnswer {
  id: number | null;
  result?: { structuredContent: Record<string, unknown>; isError?: boolean; content: { text: string }[] };
  error?: { code: number; message: string };
}

/** The messages of an answer, plain or as server-sent events. */
export async function messagesIn(response: Response): Promise<JsonRpcAnswer[]> {
  const text = await response.text();
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
    return [JSON.parse(text) as JsonRpcAnswer].flat();
  }
  return [...text.matchAll(/^data: (.+)$/gm)].map(([, data]) => JSON.parse(data!) as JsonRpcAnswer);
}
