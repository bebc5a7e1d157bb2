import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { decodeJwt } from 'jose';
import { startAuthServer } from '../auth-server.fixture.ts';
import type { StartedAuthServer } from '../auth-server.fixture.ts';

const DAY_MS = 86_400_000;

let auth: StartedAuthServer;
let tenantId: string;
let key: { text: string; keyId: string };

beforeAll(async () => {
  auth = await startAuthServer();
});
afterAll(() => auth.stop());
beforeEach(async () => {
  ({ tenantId } = await auth.newTenant());
  key = await auth.newKey(tenantId);
});

const start = async () => (await auth.exchange(key.text).expect(200)).body.data;

const refused = async (refreshToken: string): Promise<void> => {
  const { body } = await auth.refresh(refreshToken).expect(401);
  expect(body.error.code).toBe('AUTH_TOKEN_INVALID');
};

describe('POST /api/v2/auth/refresh', () => {
  test('200: rotates, in the same family', async () => {
    const first = await start();
    const second = (await auth.refresh(first.refresh_token).expect(200)).body.data;
    expect(second).toEqual({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 259_200,
      tenant_id: tenantId,
      refresh_token: expect.any(String),
    });
    expect(second.refresh_token).not.toBe(first.refresh_token);
    const [was, is] = [decodeJwt(first.access_token), decodeJwt(second.access_token)];
    expect(is['gid']).toBe(was['gid']);
    expect(is.jti).not.toBe(was.jti);
    await auth.refresh(second.refresh_token).expect(200);
  });

  test('the new token says what holds now: the tier', async () => {
    const { refresh_token: token } = await start();
    await auth.admin('patch', `/admin/tenants/${tenantId}`).send({ tier: 'enterprise' }).expect(200);
    const { body } = await auth.refresh(token).expect(200);
    expect(decodeJwt(body.data.access_token)['tier']).toBe('enterprise');
  });

  test('attack 9: a replay is refused, and the whole family with it, access tokens included', async () => {
    const first = await start();
    const second = (await auth.refresh(first.refresh_token).expect(200)).body.data;
    await auth.verifier.verify(second.access_token);
    await refused(first.refresh_token);
    await refused(second.refresh_token);
    await auth.denylist.refresh();
    for (const token of [first.access_token, second.access_token]) {
      await expect(auth.verifier.verify(token)).rejects.toMatchObject({ code: 'AUTH_TOKEN_INVALID' });
    }
    // The key is not the family's: it starts another one.
    await auth.exchange(key.text).expect(200);
  });

  test('attack 9: of 8 parallel refreshes one wins, and its chain lives', async () => {
    for (let round = 0; round < 5; round++) {
      const { refresh_token: token } = await start();
      const answers = await Promise.all(Array.from({ length: 8 }, () => auth.refresh(token)));
      const won = answers.filter((answer) => answer.status === 200);
      expect(won).toHaveLength(1);
      for (const { status, body } of answers) {
        if (status !== 200) expect(body.error.code).toBe('AUTH_TOKEN_INVALID');
      }
      await auth.refresh(won[0]!.body.data.refresh_token).expect(200);
    }
  });

  test('the same holds across replicas', async () => {
    const doors = [auth.http, auth.door(auth.replica()), auth.door(auth.replica())];
    for (let round = 0; round < 5; round++) {
      const { refresh_token: token } = await start();
      const answers = await Promise.all(
        doors.map((door) => door.post('/api/v2/auth/refresh').send({ refresh_token: token })),
      );
      const won = answers.filter((answer) => answer.status === 200);
      expect(won).toHaveLength(1);
      await auth.refresh(won[0]!.body.data.refresh_token).expect(200);
    }
  });

  test('401 for one that is unknown, expired or of a revoked key', async () => {
    await refused('unknown');
    const { refresh_token: old } = await start();
    auth.clock.ms += 30 * DAY_MS;
    await refused(old);
    const { refresh_token: ofRevoked } = await start();
    await auth.admin('delete', `/admin/api-keys/${key.keyId}`).expect(200);
    await refused(ofRevoked);
  });

  test('an access token is no refresh token', async () => {
    await refused((await start()).access_token);
  });

  test.each([
    [{}, 'VAL_FIELD_REQUIRED'],
    [{ refresh_token: 1 }, 'VAL_FIELD_INVALID'],
    [{ refresh_token: '' }, 'VAL_FIELD_INVALID'],
  ])('422 for %j', async (body, code) => {
    const answer = await auth.http.post('/api/v2/auth/refresh').send(body).expect(422);
    expect(answer.body.error.code).toBe(code);
  });

  test('the clean-up removes what has expired and nothing else', async () => {
    const old = await start();
    auth.clock.ms += 20 * DAY_MS;
    const young = await start();
    auth.clock.ms += 11 * DAY_MS;
    const [job] = auth.server.jobs.filter(({ name }) => name === 'clean-expired-grants');
    await job!.run(new AbortController().signal);
    const grants = await auth.database.inTransaction(tenantId, (tx) =>
      tx.query<{ grant_id: string }>('SELECT grant_id FROM grants'),
    );
    expect(grants.map((grant) => grant.grant_id)).toEqual([decodeJwt(young.access_token)['gid']]);
    await refused(old.refresh_token);
    await auth.refresh(young.refresh_token).expect(200);
  });
});
