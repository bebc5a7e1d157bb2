import { QdrantClient } from '@qdrant/js-client-rest';
import { unavailable } from '@loci/core';

export interface QdrantConnectionOptions {
  /** Port 6333 where it names none. A path before the API is kept. */
  url: string;
  apiKey?: string | undefined;
  /** For each request that a caller waits for; what the server does in the background has 30 s. Default 4,000. */
  timeoutMs?: number | undefined;
}

export interface QdrantConnection {
  readonly timeoutMs: number;
  /**
   * Every request here is idempotent: one whose connection broke is sent once more.
   * @throws SYS_SERVICE_UNAVAILABLE when there is no answer in time, or one that is not about the request
   */
  request<Result>(request: (client: QdrantClient) => Promise<Result>): Promise<Result>;
  /** For what grows with the collection, or changes it as a whole: more time. */
  requestSlow<Result>(request: (client: QdrantClient) => Promise<Result>): Promise<Result>;
}

const PATIENT_TIMEOUT_MS = 30_000;

export function connectQdrant(options: QdrantConnectionOptions): QdrantConnection {
  const { timeoutMs = 4_000 } = options;
  const client = openClient(options, timeoutMs);
  const patientClient = openClient(options, Math.max(timeoutMs, PATIENT_TIMEOUT_MS));
  return {
    timeoutMs,
    request: (request) => answered(() => request(client), timeoutMs),
    requestSlow: (request) => answered(() => request(patientClient), Math.max(timeoutMs, PATIENT_TIMEOUT_MS)),
  };
}

/** The server said that there is no such collection. */
export const isNotFound = (error: unknown): boolean => httpStatus(error) === 404;

function openClient({ url, apiKey }: QdrantConnectionOptions, timeout: number): QdrantClient {
  const { protocol, hostname, pathname } = new URL(url);
  return new QdrantClient({
    host: hostname,
    port: portOf(url),
    https: protocol === 'https:',
    prefix: pathname.replace(/\/+$/, ''),
    // As `apiKey` it would be written about on the console wherever TLS ends before Qdrant.
    headers: apiKey === undefined ? {} : { 'api-key': apiKey },
    // Ends the request itself, so that connections into nothing do not use up the pool.
    timeout,
    checkCompatibility: false,
  });
}

/** 6333 where the address names none. The URL type forgets one that is its protocol's own. */
export const portOf = (url: string): number => Number(/^[^/]*\/\/[^/]*:(\d+)(\/|$)/.exec(url)?.[1] ?? 6333);

async function answered<Result>(request: () => Promise<Result>, timeoutMs: number): Promise<Result> {
  try {
    return await withDeadline(unlessCut(request), timeoutMs);
  } catch (error) {
    const status = httpStatus(error);
    // A wrong key is not the request's fault: it must not send events to the dead letters.
    if (status !== undefined && status >= 400 && status < 500 && !RETRY_LATER.has(status))
      throw new Error(`Qdrant refused a request with status ${status}.`, { cause: error });
    throw unavailable('The vector index', error);
  }
}

/** Unauthorised, forbidden, gone, timed out, too many; all others of the 400s are mistakes in the request. */
const RETRY_LATER: ReadonlySet<number> = new Set([401, 403, 404, 408, 429]);

/** After a restart of the server the kept connections are dead: the first requests learn it. */
async function unlessCut<Result>(request: () => Promise<Result>): Promise<Result> {
  try {
    return await request();
  } catch (error) {
    // What fetch throws when there is no answer at all; one that takes too long is another error.
    if ((error as Error).name !== 'TypeError') throw error;
    return request();
  }
}

async function withDeadline<Result>(work: Promise<Result>, timeoutMs: number): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer in ${timeoutMs} ms.`)), timeoutMs);
  });
  try {
    return await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer);
  }
}

/** The HTTP status that the server answered with, of the client's error or of one made from it. */
export function httpStatus(error: unknown): number | undefined {
  const { status, cause } = error as { status?: unknown; cause?: unknown };
  if (typeof status === 'number') return status;
  return cause === undefined || cause === null ? undefined : httpStatus(cause);
}
