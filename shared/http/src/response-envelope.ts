import { Readable, pipeline } from 'node:stream';
import type { AppError } from '@loci/core';
import type { Response } from 'express';
import { getContext } from './context.ts';
import { STATUS_BY_CODE } from './error-status.ts';
import { pendingResponses } from './pending-responses.ts';

export const API_VERSION = '2.0.0';

const meta = (requestId: string, warnings?: readonly string[], isFresh?: boolean) => ({
  timestamp: new Date().toISOString(),
  version: API_VERSION,
  request_id: requestId,
  ...(warnings === undefined ? {} : { warnings }),
  ...(isFresh === undefined ? {} : { fresh: isFresh }),
});

/**
 * Bytes per write. Each completed write counts as progress for the send timeout and {@link pendingResponses}.
 */
const WRITE_BYTES = 65_536;

/** Sends a JSON response. Defaults to `Cache-Control: no-store`. */
export function sendJson(response: Response, status: number, body: unknown): void {
  sendPayload(response, status, toPayload(body));
}

const toPayload = (body: unknown): Buffer => Buffer.from(JSON.stringify(body), 'utf8');

function sendPayload(response: Response, status: number, payload: Buffer): void {
  response.statusCode = status;
  response.setHeader('content-type', 'application/json; charset=utf-8');
  response.setHeader('content-length', payload.length);
  if (!response.hasHeader('cache-control')) response.setHeader('cache-control', 'no-store');
  if (payload.length <= WRITE_BYTES) response.end(payload);
  // The client can disconnect before or during the response, which is not an error.
  else if (!response.destroyed) pipeline(Readable.from(slices(payload)), response, () => undefined);
}

function* slices(payload: Buffer): Generator<Buffer> {
  for (let start = 0; start < payload.length; start += WRITE_BYTES) {
    yield payload.subarray(start, start + WRITE_BYTES);
  }
}

export interface SuccessOptions {
  metadata?: Record<string, unknown> | undefined;
  /** Value of `meta.warnings`. */
  warnings?: readonly string[] | undefined;
  /** Value of `meta.fresh`. */
  isFresh?: boolean | undefined;
  /**
   * True if the response confirms a write. The response is then sent even if a limit on pending bytes is
   * exceeded.
   */
  hasWritten?: boolean;
}

/**
 * Sends `data` in the success envelope.
 * @throws SYS_SERVICE_UNAVAILABLE if too many response bytes are pending for slow clients
 * @see docs/reference/http.md#response-envelope
 */
export function sendSuccess(
  response: Response,
  requestId: string,
  status: number,
  data: unknown,
  { metadata, warnings, isFresh, hasWritten = false }: SuccessOptions = {},
): void {
  const payload = toPayload({
    status: 'success',
    data,
    ...(metadata === undefined ? {} : { metadata }),
    meta: meta(requestId, warnings, isFresh),
  });
  const owner = getContext(response.req)?.caller?.tenantId ?? '';
  pendingResponses.reserve(response, owner, payload.length, { hasWritten });
  sendPayload(response, status, payload);
}

/**
 * Sends an error in the error envelope, with the status of the error or of its code.
 * @see docs/reference/errors.md#error-envelope
 */
export function sendError(response: Response, requestId: string, error: AppError): void {
  sendJson(response, error.status ?? STATUS_BY_CODE[error.code], {
    status: 'error',
    error: {
      code: error.code,
      message: error.message,
      details: error.details,
      field_errors: error.fieldErrors,
    },
    meta: meta(requestId),
  });
}
