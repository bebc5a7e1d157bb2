import { QdrantClient } from '@qdrant/js-client-rest';
import { withDeadline } from '@loci/async';
import { unavailable } from '@loci/core';
import { Agent, request as sendRequest } from 'undici';

export interface QdrantConnectionOptions {
  /** URL of the server, optionally with a path to which API paths are appended. The default port is 6333. */
  url: string;
  apiKey?: string | undefined;
  /**
   * Timeout of requests that a caller waits for, in milliseconds. Default 4,000. `requestSlow` uses at least
   * 30 s.
   */
  timeoutMs?: number | undefined;
}

export interface QdrantConnection {
  readonly timeoutMs: number;
  /**
   * Sends a request. Retries it once if the connection breaks, so it must be idempotent.
   *
   * @throws SYS_SERVICE_UNAVAILABLE if the server does not respond in time or reports a temporary failure
   * @throws Error if the server rejects the request as invalid
   */
  request<Result>(send: (client: QdrantClient) => Promise<Result>): Promise<Result>;
  /**
   * Sends a POST request with a JSON body like `request`, but without the Qdrant client. For searches, because the
   * client calls a function for each value of a JSON text and uses `fetch`, which takes most of the CPU time of a
   * request. Integers must be below 2^53.
   *
   * @param path API path, which starts with a slash
   * @returns `result` of the response
   */
  post<Result>(path: string, body: unknown): Promise<Result>;
  /** Sends a request like `request`, but with a longer timeout, for operations on whole collections. */
  requestSlow<Result>(send: (client: QdrantClient) => Promise<Result>): Promise<Result>;
}

const DEFAULT_PORT = 6333;
const SLOW_TIMEOUT_MS = 30_000;

export function connectQdrant(options: QdrantConnectionOptions): QdrantConnection {
  const { timeoutMs = 4_000 } = options;
  const slowTimeoutMs = Math.max(timeoutMs, SLOW_TIMEOUT_MS);
  const client = createClient(options, timeoutMs);
  const slowClient = createClient(options, slowTimeoutMs);
  const post = createPost(options);
  return {
    timeoutMs,
    request: (send) => translateErrors(() => send(client), timeoutMs),
    post: <Result>(path: string, body: unknown) =>
      translateErrors((signal) => post<Result>(path, body, signal), timeoutMs),
    requestSlow: (send) => translateErrors(() => send(slowClient), slowTimeoutMs),
  };
}

/** Whether the server responded that the collection does not exist. */
export const isNotFound = (error: unknown): boolean => httpStatus(error) === 404;

function createClient({ url, apiKey }: QdrantConnectionOptions, timeout: number): QdrantClient {
  const { protocol, hostname, pathname } = new URL(url);
  return new QdrantClient({
    host: hostname,
    port: portOf(url),
    https: protocol === 'https:',
    prefix: pathname.replace(/\/+$/, ''),
    // With the `apiKey` option, the client prints a warning for http URLs, even if a proxy terminates TLS.
    headers: apiKey === undefined ? {} : { 'api-key': apiKey },
    // Aborts the request itself, so that a server that does not respond cannot exhaust the connection pool.
    timeout,
    checkCompatibility: false,
  });
}

/** Keeps connections open for later requests. Every request has its own timeout. */
const CONNECTIONS = new Agent({ headersTimeout: 0, bodyTimeout: 0 });

/** Creates a function that sends a POST request. The function throws {@link StatusError} if the status is not 200. */
function createPost({ url, apiKey }: QdrantConnectionOptions) {
  const { protocol, hostname, pathname } = new URL(url);
  const base = `${protocol}//${hostname}:${portOf(url)}${pathname.replace(/\/+$/, '')}`;
  const headers = {
    'content-type': 'application/json',
    ...(apiKey !== undefined && { 'api-key': apiKey }),
  };
  return async <Result>(path: string, body: unknown, signal: AbortSignal): Promise<Result> => {
    const response = await sendRequest(base + path, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
      signal,
      dispatcher: CONNECTIONS,
    });
    if (response.statusCode !== 200) {
      await response.body.dump();
      throw new StatusError(response.statusCode);
    }
    return ((await response.body.json()) as { result: Result }).result;
  };
}

class StatusError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`Qdrant responded with status ${status}.`);
    this.status = status;
  }
}

/** Returns the port of a URL, or 6333 if it has none. `URL` drops the default port of the protocol. */
export const portOf = (url: string): number =>
  Number(/^[^/]*\/\/[^/]*:(\d+)(\/|$)/.exec(url)?.[1] ?? DEFAULT_PORT);

async function translateErrors<Result>(
  send: (signal: AbortSignal) => Promise<Result>,
  timeoutMs: number,
): Promise<Result> {
  try {
    return await withDeadline((signal) => repeatOnBrokenConnection(() => send(signal)), { timeoutMs });
  } catch (error) {
    const status = httpStatus(error);
    // A wrong API key must not move events to the dead-letter queue, so only errors of the request itself are
    // permanent.
    if (status !== undefined && status >= 400 && status < 500 && !RETRYABLE_STATUSES.has(status))
      throw new Error(`Qdrant rejected a request with status ${status}.`, { cause: error });
    throw unavailable('The vector index', error);
  }
}

/** Statuses of the 4xx range that do not mean that the request is invalid. */
const RETRYABLE_STATUSES: ReadonlySet<number> = new Set([401, 403, 404, 408, 429]);

/**
 * Retries once if the connection breaks. After a restart of the server, requests on kept-alive connections
 * fail.
 */
async function repeatOnBrokenConnection<Result>(send: () => Promise<Result>): Promise<Result> {
  try {
    return await send();
  } catch (error) {
    if (!isBrokenConnection(error)) throw error;
    return send();
  }
}

/** Error codes of `undici` for a broken connection. */
const BROKEN_CONNECTION = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'ECONNREFUSED', 'EPIPE']);

function isBrokenConnection(error: unknown): boolean {
  const { name, code } = error as { name: string; code?: unknown };
  // `fetch` throws a TypeError for a broken connection and another error for a timeout.
  return name === 'TypeError' || (typeof code === 'string' && BROKEN_CONNECTION.has(code));
}

/** The HTTP status of an error of the client, or of its cause. */
export function httpStatus(error: unknown): number | undefined {
  const { status, cause } = error as { status?: unknown; cause?: unknown };
  if (typeof status === 'number') return status;
  return cause === undefined || cause === null ? undefined : httpStatus(cause);
}
