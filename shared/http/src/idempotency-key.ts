import { createHash } from 'node:crypto';
import { AppError, canonicalJson } from '@loci/core';

/** Header of a request with an idempotency key. @see docs/reference/http.md#idempotency-keys */
export const IDEMPOTENCY_KEY_HEADER = 'idempotency-key';

/** Header of a response that was stored by an earlier request with the same key. Its value is `true`. */
export const REPLAYED_HEADER = 'idempotency-replayed';

/** Maximum characters of an idempotency key. */
export const MAX_IDEMPOTENCY_KEY_LENGTH = 255;

const KEY = /^[!-~]{1,255}$/;

/** An RFC 8941 string, the form of keys in draft-ietf-httpapi-idempotency-key-header. */
const QUOTED = /^"((?:[^"\\]|\\["\\])*)"$/;

/** Idempotency key of a request with the SHA-256 of the request, as hexadecimal digits. */
export interface RequestKey {
  key: string;
  fingerprint: string;
}

/**
 * Parses the value of the header. The forms `"abc"` and `abc` are the same key.
 *
 * @throws VAL_IDEMPOTENCY_KEY_INVALID for a value that is not 1 to 255 visible ASCII characters
 */
export function parseIdempotencyKey(header: string): string {
  const key = QUOTED.exec(header)?.[1]?.replace(/\\(.)/g, '$1') ?? header;
  if (KEY.test(key)) return key;
  throw new AppError(
    'VAL_IDEMPOTENCY_KEY_INVALID',
    `The idempotency key must have 1 to ${MAX_IDEMPOTENCY_KEY_LENGTH} visible ASCII characters.`,
  );
}

/**
 * Returns the SHA-256 of a request, as hexadecimal digits.
 *
 * @param request JSON values that identify the operation and its input
 */
export const fingerprintOf = (...request: readonly unknown[]): string =>
  createHash('sha256').update(canonicalJson(request)).digest('hex');
