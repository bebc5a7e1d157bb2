import { randomUUID } from 'node:crypto';

/** Pattern of request ids that are safe to log and to return in a header. */
const SAFE_ID = /^[A-Za-z0-9._-]{1,128}$/;

/**
 * Returns the `X-Request-Id` of the client if it is safe, otherwise a new UUID.
 * @see docs/reference/http.md#request-ids
 */
export function chooseRequestId(header: string | string[] | undefined): string {
  return typeof header === 'string' && SAFE_ID.test(header) ? header : randomUUID();
}
