import { Pool } from 'undici';

/** A connection pool to one origin that carries one token. The load comes from here, so it does as little as it can. */
export interface ApiClient {
  /** Sends and throws the answer away. @throws Error when the status is not `expected` */
  send(method: Method, path: string, body: string | undefined, expected: number): Promise<void>;
  /** Sends and reads `data` of the answer's envelope. @throws Error when the status is not `expected` */
  call<T>(method: Method, path: string, body: unknown, expected: number): Promise<T>;
  close(): Promise<void>;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface ApiClientOptions {
  origin: string;
  token: string;
  /** Keep-alive connections; more requests than that wait for one. */
  connections: number;
}

const REQUEST_TIMEOUT_MS = 30_000;

export function createApiClient(options: ApiClientOptions): ApiClient {
  const pool = new Pool(options.origin, {
    connections: options.connections,
    pipelining: 1,
    headersTimeout: REQUEST_TIMEOUT_MS,
    bodyTimeout: REQUEST_TIMEOUT_MS,
  });
  const authorization = `Bearer ${options.token}`;
  const withoutBody = { authorization };
  const withBody = { authorization, 'content-type': 'application/json' };
  const request = (method: Method, path: string, body: string | undefined) =>
    pool.request({
      method,
      path,
      headers: body === undefined ? withoutBody : withBody,
      ...(body === undefined ? {} : { body }),
    });
  return {
    send: async (method, path, body, expected) => {
      const response = await request(method, path, body);
      if (response.statusCode !== expected) throw await unexpected(method, path, response);
      await response.body.dump();
    },
    call: async <T>(method: Method, path: string, body: unknown, expected: number) => {
      const response = await request(method, path, body === undefined ? undefined : JSON.stringify(body));
      if (response.statusCode !== expected) throw await unexpected(method, path, response);
      return ((await response.body.json()) as { data: T }).data;
    },
    close: () => pool.close(),
  };
}

async function unexpected(
  method: Method,
  path: string,
  response: { statusCode: number; body: { text(): Promise<string> } },
) {
  const text = (await response.body.text()).slice(0, 300);
  return new Error(`${method} ${path} answered ${response.statusCode}: ${text}`);
}
