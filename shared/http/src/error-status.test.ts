import { expect, test } from '@jest/globals';
import { ERROR_CODES } from '@loci/core';
import { STATUS_BY_CODE } from './error-status.ts';

/** Documented error codes by HTTP status. @see docs/reference/errors.md#error-codes */
const DOCUMENTED = {
  401: ['AUTH_INVALID_CREDENTIALS', 'AUTH_TOKEN_EXPIRED', 'AUTH_TOKEN_INVALID', 'AUTH_UNAUTHORIZED'],
  403: ['AUTH_INSUFFICIENT_PERMISSIONS', 'AUTH_FORBIDDEN'],
  404: ['RES_NOT_FOUND', 'RES_MEMORY_NOT_FOUND', 'RES_DOCUMENT_NOT_FOUND'],
  405: ['VAL_METHOD_NOT_ALLOWED'],
  409: ['RES_ALREADY_EXISTS', 'RES_RELATIONSHIP_EXISTS', 'BIZ_QUOTA_EXCEEDED', 'BIZ_REQUEST_IN_PROGRESS'],
  412: ['RES_PRECONDITION_FAILED'],
  422: [
    'VAL_VALIDATION_FAILED',
    'VAL_FIELD_REQUIRED',
    'VAL_FIELD_TOO_LONG',
    'VAL_FIELD_INVALID',
    'VAL_FIELD_UNKNOWN',
    'VAL_SECRET_FOUND',
    'VAL_UUID_INVALID',
    'VAL_ENUM_INVALID',
    'VAL_ADDRESS_FORBIDDEN',
    'VAL_IDEMPOTENCY_KEY_INVALID',
    'VAL_IDEMPOTENCY_KEY_REUSED',
    'VAL_POSITION_INVALID',
  ],
  429: ['BIZ_RATE_LIMIT_EXCEEDED'],
  500: ['SYS_INTERNAL_ERROR'],
  501: ['NOT_IMPLEMENTED'],
  502: ['SYS_BAD_GATEWAY'],
  503: ['SYS_SERVICE_UNAVAILABLE', 'SYS_NOT_FRESH'],
};
const documentedStatuses = Object.fromEntries(
  Object.entries(DOCUMENTED).flatMap(([status, codes]) => codes.map((code) => [code, Number(status)])),
);

test('STATUS_BY_CODE maps every error code to its documented HTTP status', () => {
  expect(STATUS_BY_CODE).toEqual(documentedStatuses);
});

test('ERROR_CODES contains exactly the documented error codes', () => {
  expect([...ERROR_CODES].sort()).toEqual(Object.keys(documentedStatuses).sort());
});
