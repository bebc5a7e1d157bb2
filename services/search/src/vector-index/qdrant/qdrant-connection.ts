import { QdrantClient } from '@qdrant/js-client-rest';
import { unavailable } from '@loci/core';

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
  return {
    timeoutMs,
    request: (send) => translateErrors(() => send(client), timeoutMs),
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

/** Returns the port of a URL, or 6333 if it has none. `URL` drops the default port of the protocol. */
export const portOf = (url: string): number =>
  Number(/^[^/]*\/\/[^/]*:(\d+)(\/|$)/.exec(url)?.[1] ?? DEFAULT_PORT);

async function translateErrors<Result>(send: () => Promise<Result>, timeoutMs: number): Promise<Result> {
  try {
    return await rejectAfter(repeatOnBrokenConnection(send), timeoutMs);
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
    // `fetch` throws a TypeError for a broken connection and another error for a timeout.
    if ((error as Error).name !== 'TypeError') throw error;
    return send();
  }
}

async function rejectAfter<Result>(work: Promise<Result>, timeoutMs: number): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Qdrant did not respond within ${timeoutMs} ms.`)), timeoutMs);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** The HTTP status of an error of the client, or of its cause. */
export function httpStatus(error: unknown): number | undefined {
  const { status, cause } = error as { status?: unknown; cause?: unknown };
  if (typeof status === 'number') return status;
  return cause === undefined || cause === null ? undefined : httpStatus(cause);
}
