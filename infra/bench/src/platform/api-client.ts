import { Pool } from 'undici';

/** Sends requests with one bearer token over a shared pool of keep-alive connections. */
export interface ApiClient {
  /** Sends a request and discards the response body. @throws Error if the status is not `expected` */
  send(method: Method, path: string, body: string | undefined, expected: number): Promise<void>;
  /** Sends a request and returns the response body as text. @throws Error if the status is not `expected` */
  read(
    method: Method,
    path: string,
    body: string | undefined,
    expected: number,
    headers?: Record<string, string>,
  ): Promise<string>;
  /** Sends a request and returns the headers and the body of the response. @throws Error as `read` */
  exchange(
    method: Method,
    path: string,
    body: string | undefined,
    expected: number,
    headers?: Record<string, string>,
  ): Promise<ApiAnswer>;
  /** Sends a request and returns `data` of the response. @throws Error if the status is not `expected` */
  call<T>(method: Method, path: string, body: unknown, expected: number): Promise<T>;
}

export interface ApiAnswer {
  /** Response headers by their name in lowercase. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
  text: string;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH';

const REQUEST_TIMEOUT_MS = 30_000;
const SHOWN_ERROR_CHARACTERS = 300;

/** Opens a connection pool. @param connections maximum number of connections and of concurrent requests */
export function openPool(origin: string, connections: number): Pool {
  return new Pool(origin, {
    connections,
    pipelining: 1,
    headersTimeout: REQUEST_TIMEOUT_MS,
    bodyTimeout: REQUEST_TIMEOUT_MS,
  });
}

/** Creates a client. @param token bearer token: an access token, an API key or the admin token */
export function createApiClient(pool: Pool, token: string): ApiClient {
  const authorization = `Bearer ${token}`;
  const headers = { authorization, 'content-type': 'application/json' };
  const request = async (
    method: Method,
    path: string,
    body: string | undefined,
    expected: number,
    more?: Record<string, string>,
  ) => {
    const response = await pool.request({
      method,
      path,
      headers: more === undefined ? headers : { ...headers, ...more },
      body: body ?? null,
    });
    if (response.statusCode === expected) return response;
    const text = (await response.body.text()).slice(0, SHOWN_ERROR_CHARACTERS);
    throw new Error(`${method} ${path} returned status ${response.statusCode}, not ${expected}: ${text}`);
  };
  const exchange: ApiClient['exchange'] = async (method, path, body, expected, more) => {
    const response = await request(method, path, body, expected, more);
    return { headers: response.headers, text: await response.body.text() };
  };
  return {
    exchange,
    send: async (method, path, body, expected) => {
      const response = await request(method, path, body, expected);
      // Without a limit, undici closes the connection of a response of more than 128 KiB without reading it.
      await response.body.dump({ limit: Number.MAX_SAFE_INTEGER });
    },
    read: async (...call) => (await exchange(...call)).text,
    call: async <T>(method: Method, path: string, body: unknown, expected: number) => {
      const response = await request(
        method,
        path,
        body === undefined ? undefined : JSON.stringify(body),
        expected,
      );
      return ((await response.body.json()) as { data: T }).data;
    },
  };
}
