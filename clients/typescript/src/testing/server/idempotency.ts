import type { Tenant } from '../data/tenant.ts';
import { FakeError } from '../fake-error.ts';
import { toIso } from '../validation/timestamps.ts';
import type { Result } from './operation.ts';

/** Response of the first request with an idempotency key. */
export interface StoredResponse {
  fingerprint: string;
  usedAt: number;
  result: Result;
  position: string;
}

const KEY = /^[!-~]{1,255}$/;
const QUOTED = /^"((?:[^"\\]|\\["\\])*)"$/;
/** Time for which the server keeps a response. */
const KEPT_MS = 86_400_000;

/** @throws FakeError VAL_IDEMPOTENCY_KEY_INVALID */
export function parseIdempotencyKey(header: string): string {
  const key = QUOTED.exec(header)?.[1]?.replace(/\\(.)/g, '$1') ?? header;
  if (KEY.test(key)) return key;
  throw new FakeError(
    'VAL_IDEMPOTENCY_KEY_INVALID',
    'The idempotency key must have 1 to 255 visible ASCII characters.',
  );
}

/** Returns the same text for requests that differ only in the order of fields. */
export const fingerprintOf = (...request: readonly unknown[]): string => JSON.stringify(request, sortKeys);

function sortKeys(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Returns the stored response of an earlier request with the same key, or null.
 *
 * @throws FakeError VAL_IDEMPOTENCY_KEY_REUSED if the earlier request was different
 * @see docs/reference/http.md#idempotency-keys
 */
export function findStoredResponse(
  tenant: Tenant,
  key: string,
  fingerprint: string,
  now: number,
): StoredResponse | null {
  const stored = tenant.responses.get(key);
  if (stored === undefined || now - stored.usedAt > KEPT_MS) return null;
  if (stored.fingerprint === fingerprint) return stored;
  throw new FakeError(
    'VAL_IDEMPOTENCY_KEY_REUSED',
    'The idempotency key was used for another request. Use a new key for each request.',
    { details: { first_used_at: toIso(stored.usedAt) } },
  );
}

/** Stores a response. Drops the oldest response if there are too many. */
export function storeResponse(tenant: Tenant, key: string, response: StoredResponse): void {
  tenant.responses.set(key, response);
  if (tenant.responses.size <= tenant.limits.storedResponses) return;
  const [oldest] = tenant.responses.keys();
  tenant.responses.delete(oldest!);
}
