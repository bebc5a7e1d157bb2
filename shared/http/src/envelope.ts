import type { AppError } from '@loci/core';
import type { Response } from 'express';
import { STATUS_BY_CODE } from './error-status.ts';

export const API_VERSION = '2.0.0';

const meta = (requestId: string) => ({
  timestamp: new Date().toISOString(),
  version: API_VERSION,
  request_id: requestId,
});

export function sendJson(response: Response, status: number, body: unknown): void {
  const payload = Buffer.from(JSON.stringify(body), 'utf8');
  response.statusCode = status;
  response.setHeader('content-type', 'application/json; charset=utf-8');
  response.setHeader('content-length', payload.length);
  if (!response.hasHeader('cache-control')) response.setHeader('cache-control', 'no-store');
  response.end(payload);
}

/** @see SPEC.md "Response envelope" */
export function sendSuccess(
  response: Response,
  requestId: string,
  status: number,
  data: unknown,
  metadata?: Record<string, unknown>,
): void {
  sendJson(response, status, {
    status: 'success',
    data,
    ...(metadata === undefined ? {} : { metadata }),
    meta: meta(requestId),
  });
}

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
