import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { decodeJwt } from 'jose';
import { startAuthServer } from '../auth-server.fixture.ts';
import type { StartedAuthServer } from '../auth-server.fixture.ts';

const DAY_MS = 86_400_000;

let auth: StartedAuthServer;
let tenantId: string;
let key: { apiKey: string; keyId: string };

beforeAll(async () => {
  auth = await startAuthServer();
});
afterAll(() => auth.stop());
beforeEach(async () => {
  ({ tenantId } = await auth.newTenant());
  key = await auth.newKey(tenantId);
});

const newTokens = async () => (await auth.exchange(key.apiKey).expect(200)).body.data;

const expectRejected = async (refreshToken: string): Promise<void> => {
  const { body } = await auth.refresh(refreshToken).expect(401);
  expect(body.error.code).toBe('AUTH_TOKEN_INVALID');
};

describe('POST /api/v2/auth/refresh', () => {
  test('returns new tokens of the same family', async () => {
    const first = await newTokens();
    const second = (await auth.refresh(first.refresh_token).expect(200)).body.data;
    expect(second).toEqual({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 259_200,
      tenant_id: tenantId,
      refresh_token: expect.any(String),
    });
    expect(second.refresh_token).not.toBe(first.refresh_token);
    const [before, after] = [decodeJwt(first.access_token), decodeJwt(second.access_token)];
    expect(after['gid']).toBe(before['gid']);
    expect(after.jti).not.toBe(before.jti);
    await auth.refresh(second.refresh_token).expect(200);
  });

  test('issues a token with the current tier of the tenant', async () => {
    const { refresh_token: token } = await newTokens();
    await auth.admin('patch', `/admin/tenants/${tenantId}`).send({ tier: 'enterprise' }).expect(200);
    const { body } = await auth.refresh(token).expect(200);
    expect(decodeJwt(body.data.access_token)['tier']).toBe('enterprise');
  });

  test('revokes the whole family, including access tokens, when a refresh token is reused (threat 9)', async () => {
    const first = await newTokens();
    const second = (await auth.refresh(first.refresh_token).expect(200)).body.data;
    await auth.verifier.verify(second.access_token);
    await expectRejected(first.refresh_token);
    await expectRejected(second.refresh_token);
    await auth.denylist.refresh();
    for (const token of [first.access_token, second.access_token]) {
      await expect(auth.verifier.verify(token)).rejects.toMatchObject({ code: 'AUTH_TOKEN_INVALID' });
    }
    // The API key is not affected and can start another family.
    await auth.exchange(key.apiKey).expect(200);
  });

  test('accepts one of eight parallel refreshes without revoking the token family (threat 9)', async () => {
    for (let round = 0; round < 5; round++) {
      const { refresh_token: token } = await newTokens();
      const responses = await Promise.all(Array.from({ length: 8 }, () => auth.refresh(token)));
      const succeeded = responses.filter(({ status }) => status === 200);
      expect(succeeded).toHaveLength(1);
      for (const { status, body } of responses) {
        if (status !== 200) expect(body.error.code).toBe('AUTH_TOKEN_INVALID');
      }
      await auth.refresh(succeeded[0]!.body.data.refresh_token).expect(200);
    }
  });

  test('accepts one of three parallel refreshes at different replicas', async () => {
    const replicas = [auth.http, auth.serve(auth.replica()), auth.serve(auth.replica())];
    for (let round = 0; round < 5; round++) {
      const { refresh_token: token } = await newTokens();
      const responses = await Promise.all(
        replicas.map((replica) => replica.post('/api/v2/auth/refresh').send({ refresh_token: token })),
      );
      const succeeded = responses.filter(({ status }) => status === 200);
      expect(succeeded).toHaveLength(1);
      await auth.refresh(succeeded[0]!.body.data.refresh_token).expect(200);
    }
  });

  test('rejects an unknown refresh token', async () => {
    await expectRejected('unknown');
  });

  test('rejects a refresh token after 30 days', async () => {
    const { refresh_token: token } = await newTokens();
    auth.clock.ms += 30 * DAY_MS;
    await expectRejected(token);
  });

  test('rejects a refresh token of a revoked API key', async () => {
    const { refresh_token: token } = await newTokens();
    await auth.admin('delete', `/admin/api-keys/${key.keyId}`).expect(200);
    await expectRejected(token);
  });

  test('rejects an access token in place of a refresh token', async () => {
    await expectRejected((await newTokens()).access_token);
  });

  test.each([
    [{}, 'VAL_FIELD_REQUIRED'],
    [{ refresh_token: 1 }, 'VAL_FIELD_INVALID'],
    [{ refresh_token: '' }, 'VAL_FIELD_INVALID'],
  ])('rejects the body %j with 422 %s', async (body, code) => {
    const response = await auth.http.post('/api/v2/auth/refresh').send(body).expect(422);
    expect(response.body.error.code).toBe(code);
  });

  test('the job clean-expired-grants deletes only expired grants', async () => {
    const expired = await newTokens();
    auth.clock.ms += 20 * DAY_MS;
    const active = await newTokens();
    auth.clock.ms += 11 * DAY_MS;
    const [job] = auth.server.jobs.filter(({ name }) => name === 'clean-expired-grants');
    await job!.run(new AbortController().signal);
    const grants = await auth.database.inTransaction(tenantId, (tx) =>
      tx.query<{ grant_id: string }>('SELECT grant_id FROM grants'),
    );
    expect(grants.map((grant) => grant.grant_id)).toEqual([decodeJwt(active.access_token)['gid']]);
    await expectRejected(expired.refresh_token);
    await auth.refresh(active.refresh_token).expect(200);
  });
});
