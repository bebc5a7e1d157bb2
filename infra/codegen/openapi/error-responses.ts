import type { ErrorCode } from '@loci/core';
import { STATUS_BY_CODE } from '@loci/http';
import type { Route } from '@loci/http';
import type { ZodOpenApiResponseObject, ZodOpenApiResponsesObject } from 'zod-openapi';
import { acceptsIdempotencyKey } from './idempotency.ts';
import { COMMON_HEADERS, RETRY_AFTER_HEADER } from './shared-components.ts';

const AUTHENTICATION_CODES: readonly ErrorCode[] = [
  'AUTH_UNAUTHORIZED',
  'AUTH_TOKEN_EXPIRED',
  'AUTH_TOKEN_INVALID',
  'AUTH_INSUFFICIENT_PERMISSIONS',
  'AUTH_FORBIDDEN',
];

/** Statuses whose responses state when to retry. */
const RETRY_STATUSES = new Set(['429', '503']);

/** Response of the HTTP parser of Node.js to request headers that are too large. */
const HEADERS_TOO_LARGE: ZodOpenApiResponseObject = {
  description: 'The request line and the headers exceed 16 KiB. The response has no body.',
  headers: COMMON_HEADERS,
};

/** Returns the error responses of an operation by status, with the error codes of each status. */
export function errorResponses(route: Route): ZodOpenApiResponsesObject {
  const statuses = [...codesByStatus(route)].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    ...Object.fromEntries(statuses.map(([status, codes]) => [status, errorResponse(status, codes)])),
    431: HEADERS_TOO_LARGE,
  };
}

const errorResponse = (status: string, codes: readonly string[]): ZodOpenApiResponseObject => ({
  description: codes.join(', '),
  headers: { ...COMMON_HEADERS, ...(RETRY_STATUSES.has(status) ? RETRY_AFTER_HEADER : {}) },
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
});

function codesByStatus(route: Route): Map<string, string[]> {
  const byStatus = new Map<string, string[]>();
  const add = (status: number, code: ErrorCode): void => {
    byStatus.set(String(status), [...(byStatus.get(String(status)) ?? []), code]);
  };
  for (const code of errorCodes(route)) add(STATUS_BY_CODE[code], code);
  if (route.body) {
    add(413, 'VAL_FIELD_TOO_LONG');
    add(415, 'VAL_VALIDATION_FAILED');
  }
  if (route.acceptsRanges) add(416, 'VAL_FIELD_INVALID');
  for (const status of new Set(Object.values(route.invalidFieldStatus ?? {})))
    add(status, 'VAL_FIELD_INVALID');
  return byStatus;
}

function errorCodes(route: Route): Set<ErrorCode> {
  const codes = new Set<ErrorCode>(route.errors ?? []);
  const addAll = (...more: readonly ErrorCode[]): void => more.forEach((code) => void codes.add(code));
  if (route.scope !== 'public') addAll(...AUTHENTICATION_CODES);
  if (route.params || route.query || route.body) addAll('VAL_VALIDATION_FAILED', 'VAL_FIELD_INVALID');
  if (acceptsIdempotencyKey(route)) {
    addAll('VAL_IDEMPOTENCY_KEY_INVALID', 'VAL_IDEMPOTENCY_KEY_REUSED', 'BIZ_REQUEST_IN_PROGRESS');
    if (route.secret) addAll('RES_ALREADY_EXISTS');
  }
  if (route.reads || route.scope === 'write') addAll('VAL_POSITION_INVALID');
  if (route.reads) addAll('VAL_FIELD_INVALID', 'SYS_NOT_FRESH');
  if (route.scope === 'write' && route.body) addAll('VAL_SECRET_FOUND');
  // Every operation rejects unknown parameters on request.
  addAll('VAL_FIELD_UNKNOWN', 'BIZ_RATE_LIMIT_EXCEEDED', 'SYS_INTERNAL_ERROR', 'SYS_SERVICE_UNAVAILABLE');
  return codes;
}
