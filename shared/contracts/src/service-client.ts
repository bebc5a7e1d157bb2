import type { Caller, WrittenItem } from '@loci/core';

export interface ServiceRequest {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** Path with the values of its parameters, for example `/api/v2/memories/<id>`. */
  path: string;
  query?: Record<string, string>;
  body?: unknown;
}

export interface CallOptions {
  /**
   * Idempotency key of the call with the SHA-256 of the request that it belongs to, as hexadecimal digits. The key
   * belongs to the caller.
   */
  idempotency?: { key: string; fingerprint: string } | undefined;
  /** Called after a successful call whose response was stored by an earlier call with the same idempotency key. */
  onReplayed?: () => void;
  /** Aborts the call, which then rejects with SYS_SERVICE_UNAVAILABLE. */
  signal?: AbortSignal;
  /** Maximum duration of the call in milliseconds. Defaults to 10,000. */
  timeoutMs?: number;
  requestId?: string;
  /** Called after a successful call with the memories and document chunks that it changed. */
  onWritten?: (items: readonly WrittenItem[]) => void;
  /** Called after a successful call with `meta.warnings` of the response, if it has warnings. */
  onWarnings?: (warnings: readonly string[]) => void;
}

/**
 * Calls an operation of another service, in the same process or over HTTP, with the same results, errors and
 * limits.
 *
 * @param caller the identity whose permissions apply, or null for an internal operation that needs no user
 *   identity
 * @returns `data` of the response
 * @throws the AppError of the response; SYS_SERVICE_UNAVAILABLE if the service does not respond
 */
export type ServiceClient = (
  caller: Caller | null,
  request: ServiceRequest,
  options?: CallOptions,
) => Promise<unknown>;
