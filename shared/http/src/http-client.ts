import { setTimeout as delay } from 'node:timers/promises';
import { AppError, unavailable } from '@loci/core';
import type { ErrorCode, FieldErrors } from '@loci/core';
import type { ServiceClient, ServiceRequest } from '@loci/contracts';
import { DEADLINE_HEADER } from './deadline.ts';
import { IDENTITY_HEADER, signIdentity } from './identity.ts';

export interface HttpClientOptions {
  /** e.g. `http://memory:8080` */
  baseUrl: string;
  /** INTERNAL_SECRET, shared by our services. */
  secret: string;
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
/** A replica that goes away takes its connections with it; the next attempt meets another one. */
const ATTEMPTS = 3;
const WAIT_MS = 50;

/**
 * A client of a service of another process. A request is repeated only when that cannot do anything twice: when no
 * connection came about, or it broke and the request only reads. What the caller has left of its time goes along, so that
 * the service does not work for nobody.
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
    const response = await sendAgainWhereSafe(send, request, signal);
    const answer = (await response.json().catch((error: unknown) => {
      throw unavailable('The service', error);
    })) as { data: unknown } & Partial<ErrorBody>;
    if (response.ok) return answer.data;
    // Something between us and the service answered in its stead.
    if (!answer.error) throw unavailable('The service', new Error(`It answered with ${response.status}.`));
    const { code, message, details, field_errors } = answer.error;
    throw new AppError(code, message, {
      details: details ?? undefined,
      fieldErrors: field_errors ?? undefined,
      status: response.status,
    });
  };
}

async function sendAgainWhereSafe(
  send: () => Promise<Response>,
  request: ServiceRequest,
  signal: AbortSignal,
): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await send();
    } catch (error) {
      const again = attempt < ATTEMPTS && !signal.aborted && doesNothingTwice(request, error);
      if (!again) throw unavailable('The service', error);
      await delay(WAIT_MS * attempt, undefined, { signal }).catch(() => undefined);
    }
  }
}

/** Codes of connections that never came about: the service has not seen the request. */
const NEVER_ARRIVED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);

function doesNothingTwice({ method }: ServiceRequest, error: unknown): boolean {
  if (method === 'get') return true;
  const { code } = ((error as Error).cause ?? {}) as { code?: string };
  return code !== undefined && NEVER_ARRIVED.has(code);
}
