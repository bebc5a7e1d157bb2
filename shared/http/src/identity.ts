import { createHmac, timingSafeEqual } from 'node:crypto';
import type { RequestContext } from './context.ts';

export const IDENTITY_HEADER = 'x-internal-identity';

/**
 * Lifetime of an identity header. Tolerates clock differences between machines and limits the use of a leaked
 * header.
 */
const LIFETIME_MS = 60_000;

const sign = (payload: string, secret: string): Buffer =>
  createHmac('sha256', secret).update(payload).digest();

/**
 * Returns the value of the identity header for a request to a service. It contains the context and an expiry,
 * signed with HMAC-SHA-256 but not encrypted.
 *
 * @see docs/security-model.md#identity-flow
 */
export function signIdentity(context: RequestContext, secret: string, nowMs = Date.now()): string {
  const payload = Buffer.from(JSON.stringify({ ...context, exp: nowMs + LIFETIME_MS })).toString('base64url');
  return `${payload}.${sign(payload, secret).toString('base64url')}`;
}

/**
 * Returns the context of an identity header, or null if the header is malformed or expired or has a wrong
 * signature.
 *
 * @param secrets accepted secrets. Has two elements while the secret is rotated.
 */
export function verifyIdentity(
  header: string,
  secrets: readonly string[],
  nowMs = Date.now(),
): RequestContext | null {
  const [payload, signature, ...rest] = header.split('.');
  if (!payload || !signature || rest.length > 0) return null;
  const given = Buffer.from(signature, 'base64url');
  const isSigned = secrets.some((secret) => {
    const expected = sign(payload, secret);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  if (!isSigned) return null;
  const { exp, ...context } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as RequestContext & {
    exp: number;
  };
  return exp > nowMs ? context : null;
}
