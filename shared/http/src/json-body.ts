import { AppError } from '@loci/core';
import express from 'express';
import type { RequestHandler } from 'express';
import { inputBounds } from './input-bounds.ts';
import type { Route } from './route.ts';

/** Limit of bodies with free text or free-form objects. */
export const TEXT_BODY_LIMIT_BYTES = 2 * 1024 * 1024;
/** Limit of bodies without them, unless the schema accepts more. */
export const SMALL_BODY_LIMIT_BYTES = 8 * 1024;

/**
 * Largest JSON body of a route in bytes: `bodyLimitBytes` if the route declares it. Otherwise it follows from the
 * schema: 2 MiB with free text or free-form objects; without them twice the largest accepted JSON, to leave room for
 * whitespace, and at least 8 KiB.
 */
export function bodyLimitOf({ body, bodyLimitBytes }: Pick<Route, 'body' | 'bodyLimitBytes'>): number {
  if (bodyLimitBytes !== undefined || body === undefined || body === 'multipart') {
    return bodyLimitBytes ?? SMALL_BODY_LIMIT_BYTES;
  }
  const withWhitespace = 2 * inputBounds(body).maxBytes;
  return Math.min(TEXT_BODY_LIMIT_BYTES, Math.max(SMALL_BODY_LIMIT_BYTES, withWhitespace));
}

/** Parses a JSON body up to `limitBytes`, whatever its root. */
export function jsonBody(limitBytes = TEXT_BODY_LIMIT_BYTES): RequestHandler {
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
