import { AppError } from '@loci/core';
import express from 'express';
import type { RequestHandler } from 'express';

export const DEFAULT_BODY_LIMIT_BYTES = 2 * 1024 * 1024;

/** Parses a JSON body up to `limitBytes`, whatever its root. */
export function jsonBody(limitBytes = DEFAULT_BODY_LIMIT_BYTES): RequestHandler {
  const parse = express.json({ limit: limitBytes, strict: false, type: 'application/json' });
  return (request, response, next) => {
    const { headers } = request;
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
    if (hasBody && !/^application\/json(\s*;|$)/i.test(headers['content-type'] ?? '')) {
      next(
        new AppError('VAL_VALIDATION_FAILED', 'Send the body as JSON with Content-Type: application/json.'),
      );
      return;
    }
    parse(request, response, next);
  };
}

/** An error of Express or its body parser as the API's own; anything else is returned unchanged. */
export function translateHttpError(error: unknown): unknown {
  const { type, status, expose } = (error ?? {}) as { type?: string; status?: number; expose?: boolean };
  if (type === 'entity.too.large') {
    return new AppError('VAL_FIELD_TOO_LONG', 'The body is too large.', { status: 413 });
  }
  if (
    error instanceof URIError ||
    (status === 400 && /decode param/.test(String((error as Error).message)))
  ) {
    return new AppError('VAL_UUID_INVALID', 'The path holds a malformed percent-encoding.');
  }
  // Of the parser's errors that of a broken compression has no type.
  if ((type !== undefined || expose) && status !== undefined && status >= 400 && status < 500) {
    return new AppError('VAL_VALIDATION_FAILED', 'The body cannot be read as JSON.');
  }
  return error;
}
