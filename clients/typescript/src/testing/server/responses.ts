import type { FakeError } from '../fake-error.ts';
import { toIso } from '../validation/timestamps.ts';
import type { Result } from './operation.ts';

const VERSION = '2.0.0';
const RATE_LIMIT = 1_200;
const MAX_WARNINGS = 50;

/** What a response contains besides the result. */
export interface ResponseFacts {
  requestId: string;
  now: number;
  /** Position of a write. */
  position?: string;
  isFresh?: boolean;
  isSearchable?: boolean;
  isReplayed?: boolean;
}

/** @see docs/reference/http.md#response-envelope */
export function successResponse(result: Result, facts: ResponseFacts): Response {
  const { data, status = 200, metadata, warnings = [], etag } = result;
  const { requestId, now, position, isFresh, isSearchable, isReplayed } = facts;
  const headers = commonHeaders(requestId, now);
  if (etag !== undefined) headers.set('etag', etag);
  if (position !== undefined) headers.set('x-loci-position', position);
  if (isSearchable) headers.set('x-loci-searchable', 'true');
  if (isReplayed) headers.set('idempotency-replayed', 'true');
  const meta = {
    ...commonMeta(requestId, now),
    ...(warnings.length > 0 && { warnings: limitWarnings(warnings) }),
    ...(isFresh && { fresh: true }),
  };
  const body = { status: 'success', data, ...(metadata && { metadata }), meta };
  return new Response(JSON.stringify(body), { status, headers });
}

/** @see docs/reference/errors.md#error-envelope */
export function errorResponse(error: FakeError, requestId: string, now: number): Response {
  const { code, message, details, fieldErrors, status } = error;
  const body = {
    status: 'error',
    error: { code, message, details, field_errors: fieldErrors },
    meta: commonMeta(requestId, now),
  };
  return new Response(JSON.stringify(body), { status, headers: commonHeaders(requestId, now) });
}

/** Adds the headers that every response has to a download. */
export function withCommonHeaders(download: Response, { requestId, now }: ResponseFacts): Response {
  for (const [name, value] of commonHeaders(requestId, now))
    if (!download.headers.has(name)) download.headers.set(name, value);
  download.headers.set('cache-control', 'private, no-cache');
  return download;
}

const commonMeta = (requestId: string, now: number) => ({
  timestamp: toIso(now),
  version: VERSION,
  request_id: requestId,
});

/** The fake does not limit the rate, so the headers report an unused limit. */
const commonHeaders = (requestId: string, now: number): Headers =>
  new Headers({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-request-id': requestId,
    'x-ratelimit-limit': String(RATE_LIMIT),
    'x-ratelimit-remaining': String(RATE_LIMIT),
    'x-ratelimit-reset': String(Math.ceil(now / 1_000)),
  });

/** Limits warnings. The last entry is the number of omitted warnings. */
export function limitWarnings(warnings: readonly string[]): readonly string[] {
  if (warnings.length <= MAX_WARNINGS) return warnings;
  const listed = warnings.slice(0, MAX_WARNINGS - 1);
  return [...listed, `${warnings.length - listed.length} more warnings are not listed.`];
}
