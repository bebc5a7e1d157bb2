import type { Caller } from '@loci/core';

export interface ServiceRequest {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** With its parameters filled in, e.g. `/api/v2/memories/<id>`. */
  path: string;
  query?: Record<string, string>;
  body?: unknown;
}

export interface CallOptions {
  /** Ends the call early with SYS_SERVICE_UNAVAILABLE. */
  signal?: AbortSignal;
  /** Default 10,000. */
  timeoutMs?: number;
  requestId?: string;
}

/**
 * Asks another service: in process or over HTTP, with the same bodies, error codes and limits.
 * Resolves to `data` of the answer.
 *
 * @param caller on whose behalf, with exactly this caller's permissions; null for an internal operation that
 *   no caller stands behind
 * @throws the AppError that the service answered with; SYS_SERVICE_UNAVAILABLE when it does not answer
 */
export type ServiceClient = (
  caller: Caller | null,
  request: ServiceRequest,
  options?: CallOptions,
) => Promise<unknown>;
