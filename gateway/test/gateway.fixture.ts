import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Secret, createMetrics } from '@loci/runtime';
import type { Caller } from '@loci/core';
import { AppError } from '@loci/core';
import type { ServiceClient, ServiceRequest } from '@loci/contracts';
import { testCaller } from '@loci/testing';
import { createGateway } from '../src/app.ts';
import type { GatewayPorts } from '../src/app.ts';
import type { PublicRoute } from '../src/routing/public-route.ts';

const restRoute = (
  method: PublicRoute['method'],
  path: string,
  scope: PublicRoute['scope'] = 'read',
): PublicRoute => ({ service: 'rest', method, path: `/api/v2${path}`, scope });

/** REST operations that the tools call. All belong to one fake service. */
const ROUTES: PublicRoute[] = [
  restRoute('get', '/personality/awakening'),
  restRoute('post', '/memories', 'write'),
  restRoute('get', '/memories'),
  restRoute('get', '/memories/:memory_id'),
];

export interface TestGateway {
  baseUrl: string;
  port: number;
  /** Requests of the tools to the fake service, oldest first. */
  requests: { caller: Caller | null; request: ServiceRequest }[];
  close(): Promise<void>;
}

export interface TestGatewayOptions extends Partial<
  Pick<GatewayPorts, 'limiter' | 'corsOrigins' | 'trustedProxies'>
> {
  /** Public URL. Defaults to the address of the server. */
  publicUrl?: string;
  /** Callers by access token. */
  callers?: Record<string, Partial<Caller>>;
  /** Returns the data of a request to the fake service, or throws its error. */
  respond?: (request: ServiceRequest) => unknown;
  /** Warnings in every response of the fake service. */
  warnings?: readonly string[];
}

const DEFAULT_CALLER = testCaller();

/** Starts a gateway on a free port with fake tokens and a fake service. By default, only the token "token" is valid. */
export async function startGateway({
  callers = { token: {} },
  respond = () => ({ briefing: 'Hello.' }),
  warnings,
  limiter = null,
  corsOrigins = null,
  trustedProxies,
  publicUrl,
}: TestGatewayOptions = {}): Promise<TestGateway> {
  let handle: (request: IncomingMessage, response: ServerResponse) => void = () => undefined;
  const server = createServer((request, response) => handle(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const baseUrl = `http://localhost:${port}`;
  const requests: TestGateway['requests'] = [];
  const unstubbed = () => Promise.reject(new Error('Unexpected call to an unstubbed dependency.'));
  const send: ServiceClient = async (caller, request, options) => {
    requests.push({ caller, request });
    const data = await respond(request);
    if (warnings) options?.onWarnings?.(warnings);
    return data;
  };
  const verify = (token: string) => {
    const caller = callers[token];
    return caller === undefined
      ? Promise.reject(new AppError('AUTH_TOKEN_INVALID', 'The access token is not valid.'))
      : Promise.resolve({ ...DEFAULT_CALLER, ...caller });
  };
  handle = createGateway({
    urls: { baseUrl: publicUrl ?? baseUrl, authUrl: 'http://localhost:1', portalUrl: 'http://localhost:2' },
    routes: ROUTES,
    targets: {},
    openapi: {},
    verify: unstubbed,
    internalSecrets: [new Secret('secret')],
    limiter,
    readLog: { noteFound: () => undefined },
    corsOrigins,
    trustedProxies,
    search: {
      candidates: unstubbed,
      awaitItems: unstubbed,
      findSimilar: unstubbed,
      inspectMemory: unstubbed,
      items: () => Promise.resolve({ items: [], cloud_items: [], reached: [] }),
    },
    graph: {
      expand: unstubbed,
      edges: unstubbed,
      pastEdges: unstubbed,
      countRelationships: unstubbed,
      export: unstubbed,
    },
    mcp: {
      connect: () => send,
      firstToolCalls: { note: () => undefined },
      verify,
      needsExchange: (credential) => credential.startsWith('loci_'),
    },
    health: { notReady: () => Promise.resolve([]) },
    metrics: createMetrics('gateway'),
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    responseCheck: 'throw',
  });
  return {
    baseUrl,
    port,
    requests,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Sends a POST request to `/mcp`, as a client that is not a browser. */
export const post = (
  { baseUrl }: Pick<TestGateway, 'baseUrl'>,
  body: unknown,
  {
    token = 'token',
    headers = {},
    query = '',
  }: { token?: string | null; headers?: Record<string, string>; query?: string } = {},
): Promise<Response> =>
  fetch(`${baseUrl}/mcp${query}`, {
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

export interface JsonRpcResponse {
  id: number | null;
  result?: { isError?: boolean; content: { text: string }[] };
  error?: { code: number; message: string };
}

/** Returns the result of a tool from the text of a message. */
export const toolResult = ({ result }: JsonRpcResponse): Record<string, unknown> =>
  JSON.parse(result!.content[0]!.text) as Record<string, unknown>;

/** Reads the JSON-RPC messages of a response, which are a JSON body or server-sent events. */
export async function readResponses(response: Response): Promise<JsonRpcResponse[]> {
  const text = await response.text();
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
    return [JSON.parse(text) as JsonRpcResponse].flat();
  }
  return [...text.matchAll(/^data: (.+)$/gm)].map(([, data]) => JSON.parse(data!) as JsonRpcResponse);
}
