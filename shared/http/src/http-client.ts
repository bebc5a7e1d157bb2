import { retry } from '@loci/async';
import type { ServiceClient, ServiceRequest } from '@loci/contracts';
import { AppError, currentActor, recordPositions, unavailable } from '@loci/core';
import type { ErrorCode, FieldErrors } from '@loci/core';
import { activeTraceparent, getTracing } from '@loci/telemetry';
import type { SpanOptions, TraceSpan } from '@loci/telemetry';
import { Agent, request as sendRequest } from 'undici';
import type { Dispatcher } from 'undici';
import { DEADLINE_HEADER } from './deadline.ts';
import { REPLAYED_HEADER } from './idempotency-key.ts';
import { IDENTITY_HEADER, signIdentity } from './identity.ts';
import { POSITIONS_HEADER, parsePositions } from './positions-header.ts';
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
 * Keeps connections open for later requests. Every request has its own timeout. `fetch` is not used, because
 * it takes about three times as much CPU time per request.
 */
const CONNECTIONS = new Agent({ headersTimeout: 0, bodyTimeout: 0 });

/**
 * Creates a client of a service in another process. After a connection error, the client retries GET
 * requests. It retries other requests only if no connection was established. The client sends the remaining
 * timeout to the service, which aborts the request when the timeout has passed.
 *
 * The client throws the AppError of the response, and SYS_SERVICE_UNAVAILABLE for a connection error, a timeout, an
 * aborted signal or a response of a proxy.
 */
export function httpClient({ baseUrl, secret }: HttpClientOptions): ServiceClient {
  const { hostname, port } = new URL(baseUrl);
  const describeCall = (method: string): SpanOptions => ({
    name: method.toUpperCase(),
    kind: 'client',
    attributes: {
      'http.request.method': method.toUpperCase(),
      'server.address': hostname,
      ...(port !== '' && { 'server.port': Number(port) }),
    },
  });
  const call = createCall({ baseUrl, secret });
  return (...parameters) => {
    const tracing = getTracing();
    return tracing === null
      ? call(null, ...parameters)
      : tracing.inChildSpan(describeCall(parameters[1].method), (span) => call(span, ...parameters));
  };
}

function createCall({ baseUrl, secret }: HttpClientOptions) {
  return async (
    span: TraceSpan | null,
    caller: Parameters<ServiceClient>[0],
    request: ServiceRequest,
    options: Parameters<ServiceClient>[2] = {},
  ): Promise<unknown> => {
    const url = new URL(request.path, baseUrl);
    for (const [key, value] of Object.entries(request.query ?? {})) url.searchParams.set(key, value);
    const actor = currentActor();
    const requestId = options.requestId ?? caller?.requestId ?? '';
    const timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    const deadlineMs = performance.now() + timeoutMs;
    const { method } = request;
    const payload = request.body === undefined ? undefined : JSON.stringify(request.body);
    const { idempotency } = options;
    const identity = { caller, requestId, internal: true, idempotency, ...(actor && { actor }) };
    const deadline = startDeadline(timeoutMs, options.signal);
    const traceparent = span?.traceparent ?? activeTraceparent();
    const send = () =>
      sendRequest(url, {
        method: method.toUpperCase() as Uppercase<typeof method>,
        headers: {
          [IDENTITY_HEADER]: signIdentity(identity, secret),
          [DEADLINE_HEADER]: String(Math.max(1, Math.floor(deadlineMs - performance.now()))),
          'x-request-id': requestId,
          ...(traceparent !== null && { traceparent }),
          ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(payload === undefined ? {} : { body: payload }),
        signal: deadline.signal,
        dispatcher: CONNECTIONS,
      });
    const { response, body } = await receive(
      () =>
        retry(send, {
          attempts: MAX_ATTEMPTS,
          firstDelayMs: FIRST_DELAY_MS,
          maxDelayMs: MAX_DELAY_MS,
          signal: deadline.signal,
          shouldRetry: (error) => isSafeToRetry(request, error),
        }),
      deadline,
    );
    const { statusCode: status } = response;
    span?.setAttributes({ 'http.response.status_code': status });
    if (status >= 200 && status < 300) {
      const written = parseWrittenItems(response.headers[WRITTEN_ITEMS_HEADER]?.toString() ?? null);
      if (written.length > 0) options.onWritten?.(written);
      const positions = parsePositions(response.headers[POSITIONS_HEADER]?.toString());
      if (positions) recordPositions(positions);
      if (response.headers[REPLAYED_HEADER] !== undefined) options.onReplayed?.();
      if (body.meta?.warnings) options.onWarnings?.(body.meta.warnings);
      return body.data;
    }
    // A proxy in front of the service sent this response, because errors of services have an error object.
    if (!body.error) {
      throw unavailable(
        'A required service',
        new Error(`The response has the status ${status} and no error object.`),
      );
    }
    const { code, message, details, field_errors } = body.error;
    throw new AppError(code, message, {
      details: details ?? undefined,
      fieldErrors: field_errors ?? undefined,
      status,
    });
  };
}

/**
 * Receives a response with its body.
 *
 * @throws SYS_SERVICE_UNAVAILABLE for a connection error or a body that is not JSON
 */
async function receive(
  send: () => Promise<Dispatcher.ResponseData>,
  deadline: Deadline,
): Promise<{ response: Dispatcher.ResponseData; body: SuccessBody & Partial<ErrorBody> }> {
  try {
    const response = await send();
    return { response, body: (await response.body.json()) as SuccessBody & Partial<ErrorBody> };
  } catch (error) {
    throw unavailable('A required service', error);
  } finally {
    deadline.end();
  }
}

interface Deadline {
  /** Aborted when the timeout expires or the signal of the caller is aborted. */
  signal: AbortSignal;
  /** Releases the timer and the listener. */
  end(): void;
}

/**
 * Starts a deadline. One timer and one listener take less CPU time than `AbortSignal.any` and
 * `AbortSignal.timeout`.
 */
function startDeadline(timeoutMs: number, caller: AbortSignal | undefined): Deadline {
  const controller = new AbortController();
  const abort = (): void => controller.abort(caller?.reason);
  const timer = setTimeout(
    () => controller.abort(new Error(`No response within ${timeoutMs} ms.`)),
    timeoutMs,
  );
  caller?.addEventListener('abort', abort, { once: true });
  if (caller?.aborted) abort();
  return {
    signal: controller.signal,
    end: () => {
      clearTimeout(timer);
      caller?.removeEventListener('abort', abort);
    },
  };
}

/** Error codes of connections that were not established. The service has not received the request. */
const NOT_CONNECTED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);

function isSafeToRetry({ method }: ServiceRequest, error: unknown): boolean {
  if (method === 'get') return true;
  const { code } = error as { code?: string };
  return code !== undefined && NOT_CONNECTED.has(code);
}
