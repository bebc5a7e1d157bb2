import { expect, test } from '@jest/globals';
import { ERROR_CODES } from '@loci/core';
import { STATUS_BY_CODE } from './error-status.ts';

/** SPEC.md "Errors", row by row, and the 405 of DECISIONS.md. */
const SPECIFIED = {
  401: ['AUTH_INVALID_CREDENTIALS', 'AUTH_TOKEN_EXPIRED', 'AUTH_TOKEN_INVALID', 'AUTH_UNAUTHORIZED'],
  403: ['AUTH_INSUFFICIENT_PERMISSIONS', 'AUTH_FORBIDDEN'],
  404: ['RES_NOT_FOUND', 'RES_MEMORY_NOT_FOUND', 'RES_DOCUMENT_NOT_FOUND'],
  405: ['VAL_METHOD_NOT_ALLOWED'],
  409: ['RES_ALREADY_EXISTS', 'RES_RELATIONSHIP_EXISTS'],
  422: [
    'VAL_VALIDATION_FAILED',
    'VAL_FIELD_REQUIRED',
    'VAL_FIELD_TOO_LONG',
    'VAL_FIELD_INVALID',
    'VAL_UUID_INVALID',
    'VAL_ENUM_INVALID',
  ],
  429: ['BIZ_RATE_LIMIT_EXCEEDED'],
  500: ['SYS_INTERNAL_ERROR'],
  501: ['NOT_IMPLEMENTED'],
  502: ['SYS_BAD_GATEWAY'],
  503: ['SYS_SERVICE_UNAVAILABLE'],
};

test('every code has the status of the table, and there are no others', () => {
  const expected = Object.fromEntries(
    Object.entries(SPECIFIED).flatMap(([status, codes]) => codes.map((code) => [code, Number(status)])),
  );
  expect(STATUS_BY_CODE).toEqual(expected);
  expect([...ERROR_CODES].sort()).toEqual(Object.keys(expected).sort());
});
