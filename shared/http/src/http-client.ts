import { AppError, unavailable } from '@loci/core';
import type { ErrorCode, FieldErrors } from '@loci/core';
import type { ServiceClient } from '@loci/contracts';
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

/** A client of a service of another process. Nothing is retried: only the caller knows whether that is safe. */
export function httpClient({ baseUrl, secret }: HttpClientOptions): ServiceClient {
  return async (caller, request, options = {}) => {
    const url = new URL(request.path, baseUrl);
    for (const [key, value] of Object.entries(request.query ?? {})) url.searchParams.set(key, value);
    const requestId = options.requestId ?? caller?.requestId ?? '';
    const timeout = AbortSignal.timeout(options.timeoutMs ?? 10_000);
    const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
    const response = await fetch(url, {
      method: request.method.toUpperCase(),
      headers: {
        [IDENTITY_HEADER]: signIdentity({ caller, requestId, internal: true }, secret),
        'x-request-id': requestId,
        ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
      signal,
    }).catch((error: unknown) => {
      throw unavailable('The service', error);
    });
    const answer = (await response.json().catch((error: unknown) => {
      throw unavailable('The service', error);
    })) as { data: unknown } & ErrorBody;
    if (response.ok) return answer.data;
    const { code, message, details, field_errors } = answer.error;
    throw new AppError(code, message, {
      details: details ?? undefined,
      fieldErrors: field_errors ?? undefined,
      status: response.status,
    });
  };
}
