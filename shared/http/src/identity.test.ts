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

describe('the signed identity', () => {
  test('carries the context unchanged for a minute', () => {
    const header = signIdentity(context, 'secret', NOW);
    expect(header).toMatch(/^[\w-]+\.[\w-]+$/);
    expect(verifyIdentity(header, 'secret', NOW + 59_999)).toEqual(context);
    expect(verifyIdentity(header, 'secret', NOW + 60_000)).toBeNull();
  });

  test('of another secret, changed, cut or made up is none', () => {
    const header = signIdentity(context, 'secret', NOW);
    const [payload, signature] = header.split('.') as [string, string];
    const forged = Buffer.from(JSON.stringify({ ...context, internal: true, exp: NOW * 2 })).toString(
      'base64url',
    );
    for (const other of [
      signIdentity(context, 'other', NOW),
      `${forged}.${signature}`,
      `${payload}.`,
      payload,
      `${header}.x`,
      `.${signature}`,
      `${payload}.${signature.slice(0, -2)}`,
      '',
      'a.b',
    ]) {
      expect(verifyIdentity(other, 'secret', NOW)).toBeNull();
    }
  });
});
