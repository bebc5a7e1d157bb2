import { toApiError } from '../errors.ts';
import type { ApiError, ErrorResponse } from '../errors.ts';
import { parseRetryAfter } from './retry.ts';

interface ErrorEnvelope {
  error?: {
    code?: ErrorResponse['code'];
    message?: string;
    details?: ErrorResponse['details'];
    field_errors?: ErrorResponse['fieldErrors'];
  };
  meta?: { request_id?: string };
}

/** Converts an error response to an error. Accepts responses of proxies, which are not JSON. */
export async function readError(response: Response): Promise<ApiError> {
  const { error, meta } = parse(await response.text());
  return toApiError({
    status: response.status,
    url: response.url,
    code: error?.code ?? 'UNKNOWN',
    message: error?.message ?? `The server returned the status ${response.status}.`,
    requestId: meta?.request_id ?? response.headers.get('x-request-id'),
    details: error?.details ?? null,
    fieldErrors: error?.field_errors ?? null,
    retryAfterSeconds: parseRetryAfter(response.headers.get('retry-after'), Date.now()),
  });
}

function parse(text: string): ErrorEnvelope {
  try {
    const body = JSON.parse(text) as ErrorEnvelope | null;
    return typeof body === 'object' && body !== null ? body : {};
  } catch {
    return {};
  }
}
