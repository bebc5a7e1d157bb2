import { describe, expect, test } from '@jest/globals';
import type { RequestContext } from './context.ts';
import { signIdentity, verifyIdentity } from './identity.ts';

const NOW = Date.parse('2026-01-01T00:00:00Z');
const context: RequestContext = {
  requestId: 'r',
  internal: false,
  caller: {
    tenantId: 't',
    userId: 'Ada 😀',
    clientId: 'c',
    via: 'key',
    role: 'owner',
    tier: 'free',
    scopes: ['read'],
    permissions: ['read'],
    requestId: 'r',
  },
};
const header = signIdentity(context, 'secret', NOW);
const [payload, signature] = header.split('.') as [string, string];
const forgedPayload = Buffer.from(JSON.stringify({ ...context, internal: true, exp: NOW * 2 })).toString(
  'base64url',
);

describe('verifyIdentity', () => {
  test('returns the signed context unchanged', () => {
    expect(header).toMatch(/^[\w-]+\.[\w-]+$/);
    expect(verifyIdentity(header, ['secret'], NOW)).toEqual(context);
  });

  test('accepts a header for one minute', () => {
    expect(verifyIdentity(header, ['secret'], NOW + 59_999)).toEqual(context);
    expect(verifyIdentity(header, ['secret'], NOW + 60_000)).toBeNull();
  });

  test('accepts a header that was signed with any of the secrets, so that the secret can be rotated', () => {
    expect(verifyIdentity(header, ['new', 'secret'], NOW)).toEqual(context);
    expect(verifyIdentity(signIdentity(context, 'new', NOW), ['new', 'secret'], NOW)).toEqual(context);
  });

  test.each([
    ['a header signed with another secret', signIdentity(context, 'other', NOW)],
    ['a changed payload', `${forgedPayload}.${signature}`],
    ['an empty signature', `${payload}.`],
    ['a missing signature', payload],
    ['a third part', `${header}.x`],
    ['an empty payload', `.${signature}`],
    ['a truncated signature', `${payload}.${signature.slice(0, -2)}`],
    ['an empty header', ''],
    ['a malformed header', 'a.b'],
  ])('rejects %s', (_, invalid) => {
    expect(verifyIdentity(invalid, ['secret', 'secondary'], NOW)).toBeNull();
  });
});
