import { describe, expect, test } from '@jest/globals';
import { AppError } from '@loci/core';
import { createApiKeyVerifier, isApiKey } from './api-key-verifier.ts';

const KEY = 'loci_abc_0123456789abcdef';

/** Creates a verifier with an authorization server that numbers its tokens. */
function setUp() {
  const state = { exchanges: 0, rejected: new Set<string>(), isRevoked: false };
  const verifier = createApiKeyVerifier({
    exchange: () => {
      if (state.isRevoked) return Promise.reject(new AppError('AUTH_INVALID_CREDENTIALS', 'Revoked.'));
      return Promise.resolve(`token ${++state.exchanges}`);
    },
    verify: (token) =>
      state.rejected.has(token)
        ? Promise.reject(new AppError('AUTH_TOKEN_INVALID', 'Its grant was revoked.'))
        : Promise.resolve(token),
  });
  return { state, verifier };
}

describe('createApiKeyVerifier', () => {
  test('exchanges a key once for concurrent and later calls', async () => {
    const { state, verifier } = setUp();
    expect(verifier.needsExchange(KEY)).toBe(true);
    const results = await Promise.all([verifier.verify(KEY), verifier.verify(KEY)]);
    expect([...results, await verifier.verify(KEY)]).toEqual(['token 1', 'token 1', 'token 1']);
    expect([state.exchanges, verifier.needsExchange(KEY)]).toEqual([1, false]);
  });

  test('exchanges a key again if its token is rejected', async () => {
    const { state, verifier } = setUp();
    await verifier.verify(KEY);
    state.rejected.add('token 1');
    expect(await verifier.verify(KEY)).toBe('token 2');
  });

  test('rejects a revoked key as soon as its token is rejected (threat 25)', async () => {
    const { state, verifier } = setUp();
    await verifier.verify(KEY);
    state.isRevoked = true;
    state.rejected.add('token 1');
    await expect(verifier.verify(KEY)).rejects.toMatchObject({ code: 'AUTH_INVALID_CREDENTIALS' });
    expect(verifier.needsExchange(KEY)).toBe(true);
  });

  test('does not cache a failed exchange', async () => {
    const { state, verifier } = setUp();
    state.isRevoked = true;
    await expect(verifier.verify(KEY)).rejects.toMatchObject({ code: 'AUTH_INVALID_CREDENTIALS' });
    state.isRevoked = false;
    expect(await verifier.verify(KEY)).toBe('token 1');
  });
});

describe('isApiKey', () => {
  test.each([
    [KEY, true],
    ['eyJhbGciOiJFUzI1NiJ9.e30.c2ln', false],
    ['loci_admin', false],
    ['', false],
  ])('classifies %j as %s', (credential, expected) => {
    expect(isApiKey(credential)).toBe(expected);
  });
});
