import { retry } from '@loci/async';
import type { ServiceClient, ServiceRequest } from '@loci/contracts';
import { AppError, unavailable } from '@loci/core';
import type { ErrorCode, FieldErrors } from '@loci/core';
import { DEADLINE_HEADER } from './deadline.ts';
import { IDENTITY_HEADER, signIdentity } from './identity.ts';
import { WRITTEN_ITEMS_HEADER, parseWrittenItems } from './written-items-header.ts';

export interface HttpClientOptions {
  /** Base URL of the service, for example `http://memory:8080`. */
  baseUrl: string;
  /** Value of INTERNAL_SECRET, which all services share. */
  secret: string;
}

interface SuccessBody {
  data: unknown;
  /** Absent in a response of a proxy. */
  meta?: { warnings?: string[] };
}

interface ErrorBody {
  error: {
    code: ErrorCode;
    message: string;
    details: Record<string, unknown> | null;
    field_errors: FieldErrors | null;
  };
}

const DEFAULT_TIMEOUT_MS = 10_000;
/**
 * Maximum attempts per request. A retry can succeed because it can reach another replica after a stopping
 * replica has closed its connections.
 */
const MAX_ATTEMPTS = 3;
const FIRST_DELAY_MS = 50;
const MAX_DELAY_MS = 100;

/**
 * Creates a client of a service in another process. After a connection error, the client retries GET
 * requests. It retries other requests only if no connection was established. The client sends the remaining
 * timeout to the service, which aborts the request when the timeout has passed.
 *
 * The client throws the AppError of the response, and SYS_SERVICE_UNAVAILABLE for a connection error, a timeout, an
 * aborted signal or a response of a proxy.
 */
export function httpClient({ baseUrl, secret }: HttpClientOptions): ServiceClient {
  return async (caller, request, options = {}) => {
    const url = new URL(request.path, baseUrl);
    for (const [key, value] of Object.entries(request.query ?? {})) url.searchParams.set(key, value);
    const requestId = options.requestId ?? caller?.requestId ?? '';
    const timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    const deadlineMs = performance.now() + timeoutMs;
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
    const send = (): Promise<Response> =>
      fetch(url, {
        method: request.method.toUpperCase(),
        headers: {
          [IDENTITY_HEADER]: signIdentity({ caller, requestId, internal: true }, secret),
          [DEADLINE_HEADER]: String(Math.max(1, Math.floor(deadlineMs - performance.now()))),
          'x-request-id': requestId,
          ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
        signal,
      });
    const response = await retry(send, {
      attempts: MAX_ATTEMPTS,
      firstDelayMs: FIRST_DELAY_MS,
      maxDelayMs: MAX_DELAY_MS,
      signal,
      shouldRetry: (error) => isSafeToRetry(request, error),
    }).catch((error: unknown) => {
      throw unavailable('A required service', error);
    });
    const body = (await response.json().catch((error: unknown) => {
      throw unavailable('A required service', error);
    })) as SuccessBody & Partial<ErrorBody>;
    if (response.ok) {
      const written = parseWrittenItems(response.headers.get(WRITTEN_ITEMS_HEADER));
      if (written.length > 0) options.onWritten?.(written);
      if (body.meta?.warnings) options.onWarnings?.(body.meta.warnings);
      return body.data;
    }
    // A proxy in front of the service sent this response, because errors of services have an error object.
    if (!body.error) {
      throw unavailable(
        'A required service',
        new Error(`The response has the status ${response.status} and no error object.`),
      );
    }
    const { code, message, details, field_errors } = body.error;
    throw new AppError(code, message, {
      details: details ?? undefined,
      fieldErrors: field_errors ?? undefined,
      status: response.status,
    });
  };
}

/** Error codes of connections that were not established. The service has not received the request. */
const NOT_CONNECTED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);

function isSafeToRetry({ method }: ServiceRequest, error: unknown): boolean {
  if (method === 'get') return true;
  const { code } = ((error as Error).cause ?? {}) as { code?: string };
  return code !== undefined && NOT_CONNECTED.has(code);
}
