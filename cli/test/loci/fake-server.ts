import { createServer } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface ReceivedRequest {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface FakeResponse {
  status?: number;
  headers?: Record<string, string>;
  json: unknown;
}

export type Handler = (request: ReceivedRequest) => FakeResponse | undefined;

export interface FakeServer {
  url: string;
  requests: ReceivedRequest[];
  /** Handles requests. Requests without a response receive 404. */
  handle: Handler;
  close(): Promise<void>;
}

/** Server with the envelope of Loci and the exchange of the API key `loci_test_secret`. */
export async function startFakeServer(): Promise<FakeServer> {
  const server = createServer((incoming, outgoing) => {
    void (async () => {
      const url = new URL(incoming.url!, 'http://localhost');
      const request = {
        method: incoming.method!,
        path: url.pathname,
        query: Object.fromEntries(url.searchParams),
        headers: incoming.headers,
        body: await text(incoming),
      };
      fake.requests.push(request);
      const response =
        fake.handle(request) ?? exchange(request) ?? errorResponse(404, 'RES_NOT_FOUND', 'Not found.');
      outgoing.writeHead(response.status ?? 200, { 'content-type': 'application/json', ...response.headers });
      outgoing.end(JSON.stringify(response.json));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const fake: FakeServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: [],
    handle: () => undefined,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return fake;
}

export const API_KEY = 'loci_test_secret';

export const success = (data: unknown, meta: object = {}): FakeResponse => ({
  json: { status: 'success', data, meta: { request_id: 'request-1', ...meta } },
});

export const errorResponse = (status: number, code: string, message: string): FakeResponse => ({
  status,
  json: { status: 'error', error: { code, message, details: null }, meta: { request_id: 'request-1' } },
});

const tokens = {
  access_token: 'token-1',
  refresh_token: 'refresh-1',
  token_type: 'Bearer',
  expires_in: 3600,
  tenant_id: 'tenant-1',
};

const exchange = ({ path, headers }: ReceivedRequest): FakeResponse | undefined => {
  if (path === '/api/v2/auth/verify')
    return success({
      tenant_id: 'tenant-1',
      user_id: 'user-1',
      client_id: 'api-key',
      scopes: ['read', 'write'],
      permissions: ['read', 'write', 'delete'],
      tier: 'free',
      expires_at: '2030-01-01T00:00:00.000Z',
    });
  if (path === '/api/v2/auth/refresh') return success(tokens);
  if (path !== '/api/v2/auth/token') return undefined;
  if (headers.authorization !== `Bearer ${API_KEY}`)
    return errorResponse(401, 'AUTH_INVALID_CREDENTIALS', 'Invalid credentials.');
  return success(tokens);
};

/** A memory as in responses. */
export const sampleMemory = (changes: object = {}): Record<string, unknown> => ({
  id: '01a2018e-850c-7000-bee0-3ea9bd90741f',
  content: 'Ada prefers tea to coffee.',
  memory_type: 'fact',
  importance: 0.7,
  confidence: 0.8,
  source_type: 'direct_input',
  tags: ['preferences'],
  created_at: '2026-11-22T04:40:47.099Z',
  occurred_at: '2026-11-22T04:40:47.099Z',
  updated_at: '2026-11-22T04:40:47.099Z',
  validity: 'current',
  expires_at: null,
  pinned: false,
  ...changes,
});
