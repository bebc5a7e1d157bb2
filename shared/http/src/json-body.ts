import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError } from '@loci/core';
import express from 'express';
import type { RequestHandler } from 'express';
import { inputBounds } from './input-bounds.ts';
import { exceedsJsonDepth } from './json-depth.ts';
import { tooDeep } from './json-guard.ts';
import { jsonBodySchema } from './route.ts';
import type { Route } from './route.ts';
import { unsupportedMediaType } from './unsupported-media-type.ts';

/** Body limit of routes with free text or free-form objects. */
export const TEXT_BODY_LIMIT_BYTES = 2 * 1024 * 1024;
/** Body limit of routes without free text and free-form objects, unless their schema accepts more. */
export const SMALL_BODY_LIMIT_BYTES = 8 * 1024;

/**
 * Returns the maximum size of the JSON body of a route in bytes. A `bodyLimitBytes` of the route takes
 * precedence. Otherwise, the limit is 2 MiB if the schema accepts free text or free-form objects. For other
 * schemas, the limit is twice the largest accepted JSON, which allows whitespace, but at least 8 KiB and at
 * most 2 MiB.
 *
 * @see docs/reference/limits.md#request-size
 */
export function bodyLimitOf(route: Pick<Route, 'body' | 'bodyLimitBytes'>): number {
  const schema = jsonBodySchema(route);
  if (route.bodyLimitBytes !== undefined || schema === undefined) {
    return route.bodyLimitBytes ?? SMALL_BODY_LIMIT_BYTES;
  }
  const withWhitespace = 2 * inputBounds(schema).maxBytes;
  return Math.min(TEXT_BODY_LIMIT_BYTES, Math.max(SMALL_BODY_LIMIT_BYTES, withWhitespace));
}

/** Type of the error of {@link checkJsonText} for a text that is nested too deeply. */
export const JSON_TOO_DEEP = 'json.too.deep';

/**
 * Option `verify` of `express.json`. Rejects a body before it is parsed.
 *
 * @throws Error with the type {@link JSON_TOO_DEEP} for more than 64 levels, or with the type `charset.unsupported`
 *   for another encoding than UTF-8
 */
export function checkJsonText(
  _request: IncomingMessage,
  _response: ServerResponse,
  json: Uint8Array,
  charset: string,
): void {
  // In UTF-16 and UTF-32, the byte of a bracket can be a part of another character.
  if (charset !== 'utf-8')
    throw Object.assign(new Error('Unsupported charset'), { type: 'charset.unsupported' });
  if (exceedsJsonDepth(json)) throw Object.assign(new Error('Nested too deeply'), { type: JSON_TOO_DEEP });
}

/**
 * Creates a middleware that parses JSON bodies with any root value. Rejects bodies with more than 64 levels of nesting before
 * they are parsed.
 *
 * @param limitBytes returns the maximum size of a body. It is called for the first request, because {@link bodyLimitOf} for
 *   all routes would take most of the time of the start.
 */
export function jsonBody(limitBytes: () => number): RequestHandler {
  let parse: RequestHandler | undefined;
  return (request, response, next) => {
    const { headers } = request;
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
    if (hasBody && !/^application\/json(\s*;|$)/i.test(headers['content-type'] ?? '')) {
      next(
        unsupportedMediaType(
          'The request body must be JSON with the header `Content-Type: application/json`.',
        ),
      );
      return;
    }
    parse ??= express.json({
      limit: limitBytes(),
      strict: false,
      type: 'application/json',
      verify: checkJsonText,
    });
    parse(request, response, next);
  };
}

/** Returns the error for a request body with more than `limitBytes` bytes. */
export const bodyTooLarge = (limitBytes: number): AppError =>
  new AppError('VAL_FIELD_TOO_LONG', `The request body must have at most ${limitBytes} bytes.`, {
    status: 413,
  });

/** Messages of the 415 errors by the type of the body parser's error. */
const UNSUPPORTED_MEDIA: Record<string, string> = {
  'charset.unsupported': 'The charset of the request body must be UTF-8.',
  'encoding.unsupported':
    'The content encoding of the request body must be `identity`, `gzip`, `deflate`, `br` or `zstd`.',
};

/** Converts errors of Express and its body parser to AppErrors. Returns other errors unchanged. */
export function translateHttpError(error: unknown): unknown {
  const { type, status, expose, limit } = (error ?? {}) as {
    type?: string;
    status?: number;
    expose?: boolean;
    limit?: number;
  };
  if (type === 'entity.too.large') {
    return bodyTooLarge(limit!);
  }
  if (type === JSON_TOO_DEEP) return tooDeep();
  const unsupported = type === undefined ? undefined : UNSUPPORTED_MEDIA[type];
  if (unsupported !== undefined) return unsupportedMediaType(unsupported);
  if (
    error instanceof URIError ||
    (status === 400 && /decode param/.test(String((error as Error).message)))
  ) {
    return new AppError('VAL_UUID_INVALID', 'The path contains a malformed percent-encoding.');
  }
  // The error of the body parser for a corrupt compressed body has `expose`, but no type.
  if ((type !== undefined || expose) && status !== undefined && status >= 400 && status < 500) {
    return new AppError('VAL_VALIDATION_FAILED', 'The request body is not valid JSON.');
  }
  return error;
}
