import { describe, expect, test } from '@jest/globals';
import { ConnectionError, toApiError } from '../src/errors.ts';
import { parseRetryAfter, retryDelay } from '../src/transport/retry.ts';

const apiError = (status: number, code: 'UNKNOWN' | 'BIZ_REQUEST_IN_PROGRESS', retryAfter: number | null) =>
  toApiError({
    status,
    url: '',
    code,
    message: '',
    requestId: null,
    details: null,
    fieldErrors: null,
    retryAfterSeconds: retryAfter,
  });

const longest = (error: unknown, attempt = 1, isSafe = true): number | null =>
  retryDelay(error, attempt, isSafe, 60_000, () => 1);

describe('retryDelay', () => {
  test('doubles with each attempt, up to 8 seconds', () => {
    const error = new ConnectionError('');
    expect([1, 2, 3, 9].map((attempt) => longest(error, attempt))).toEqual([500, 1_000, 2_000, 8_000]);
  });

  test('is random from 0', () => {
    expect(retryDelay(new ConnectionError(''), 3, true, 60_000, () => 0)).toBe(0);
  });

  test.each([500, 502, 503, 504])(
    'repeats a safe request after the status %i, but no other request',
    (status) => {
      const error = apiError(status, 'UNKNOWN', null);
      expect([longest(error, 1, true), longest(error, 1, false)]).toEqual([500, null]);
    },
  );

  test.each([
    [429, 'UNKNOWN'],
    [409, 'BIZ_REQUEST_IN_PROGRESS'],
  ] as const)('repeats every request after %i %s', (status, code) => {
    expect(longest(apiError(status, code, 2), 1, false)).toBe(2_250);
  });

  test('does not wait longer than the limit for `retry-after`', () => {
    const error = apiError(429, 'UNKNOWN', 11);
    expect(retryDelay(error, 1, true, 11_000, () => 0)).toBe(11_000);
    expect(retryDelay(error, 1, true, 10_999, () => 0)).toBeNull();
  });

  test.each([400, 403, 404, 409, 422, 501])('repeats no request after the status %i', (status) => {
    expect(longest(apiError(status, 'UNKNOWN', null))).toBeNull();
  });

  test('repeats no request after an error of the caller', () => {
    expect(longest(new TypeError('bug'))).toBeNull();
  });
});

test.each([
  [null, null],
  ['', null],
  ['3', 3],
  ['-1', null],
  ['soon', null],
  ['Thu, 01 Jan 1970 00:00:05 GMT', 5],
])('parseRetryAfter(%j) returns %j', (value, expected) => {
  expect(parseRetryAfter(value, 0)).toBe(expected);
});
