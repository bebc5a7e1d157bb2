import { createHmac, timingSafeEqual } from 'node:crypto';
import type { RequestContext } from './context.ts';

export const IDENTITY_HEADER = 'x-internal-identity';

/** Long enough for clocks that differ a little, short enough to be worthless in a log. */
const LIFETIME_MS = 60_000;

const sign = (payload: string, secret: string): Buffer =>
  createHmac('sha256', secret).update(payload).digest();

/** The header by which the gateway and services speak for a caller: readable, signed, short-lived. */
export function signIdentity(context: RequestContext, secret: string, nowMs = Date.now()): string {
  const payload = Buffer.from(JSON.stringify({ ...context, exp: nowMs + LIFETIME_MS })).toString('base64url');
  return `${payload}.${sign(payload, secret).toString('base64url')}`;
}

/** The context that a header carries, or null when it is not ours, was changed or is too old. */
export function verifyIdentity(header: string, secret: string, nowMs = Date.now()): RequestContext | null {
  const [payload, signature, ...rest] = header.split('.');
  if (!payload || !signature || rest.length > 0) return null;
  const given = Buffer.from(signature, 'base64url');
  const expected = sign(payload, secret);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const { exp, ...context } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as RequestContext & {
    exp: number;
  };
  return exp > nowMs ? context : null;
}
