import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { PORTAL_CLIENT_ID } from '@loci/contracts';
import { PORTAL } from '../auth-server.fixture.ts';
import { startOAuthServer } from '../oauth-server.fixture.ts';
import type { StartedOAuthServer } from '../oauth-server.fixture.ts';

let auth: StartedOAuthServer;
beforeAll(async () => {
  auth = await startOAuthServer();
});
afterAll(() => auth.stop());

const portalToken = async (email: string): Promise<string> =>
  (await auth.newTokens(PORTAL_CLIENT_ID, email, { redirect_uri: `${PORTAL}/callback` })).access_token;

const request = (token: string, userIds: readonly string[]) =>
  auth.http
    .get('/api/v2/auth/user-names')
    .query({ user_ids: userIds.join(',') })
    .set('authorization', `Bearer ${token}`);

const namesOf = async (token: string, userIds: readonly string[]): Promise<object[]> =>
  (await request(token, userIds).expect(200)).body.data.items;

describe('GET /api/v2/auth/user-names', () => {
  test('returns the email addresses of several members and the service user to an owner', async () => {
    const owner = await auth.newUser();
    const member = await auth.newUser('member', owner.tenantId);
    const [service] = await auth.database.inSystemTransaction((tx) =>
      tx.query<{ user_id: string }>('SELECT user_id FROM memberships WHERE tenant_id = $1 AND service', [
        owner.tenantId,
      ]),
    );
    const names = await namesOf(await portalToken(owner.email), [
      owner.userId,
      member.userId,
      service!.user_id,
    ]);
    expect(names).toHaveLength(3);
    expect(names).toEqual(
      expect.arrayContaining([
        { user_id: owner.userId, kind: 'member', email: owner.email },
        { user_id: member.userId, kind: 'member', email: member.email },
        { user_id: service!.user_id, kind: 'service', email: null },
      ]),
    );
  });

  test.each(['member', 'viewer'])('shows a %s only the own email address', async (role) => {
    const owner = await auth.newUser();
    const user = await auth.newUser(role, owner.tenantId);
    const names = await namesOf(await portalToken(user.email), [owner.userId, user.userId]);
    expect(names).toEqual(
      expect.arrayContaining([
        { user_id: owner.userId, kind: 'member', email: null },
        { user_id: user.userId, kind: 'member', email: user.email },
      ]),
    );
  });

  test('omits users of other tenants, former members and unknown users alike', async () => {
    const owner = await auth.newUser();
    const stranger = await auth.newUser();
    const former = await auth.newUser('member', owner.tenantId);
    await auth.admin('delete', `/admin/tenants/${owner.tenantId}/users/${former.userId}`).expect(200);
    const names = await namesOf(await portalToken(owner.email), [
      stranger.userId,
      former.userId,
      randomUUID(),
    ]);
    expect(names).toEqual([]);
  });

  test('rejects an application other than the portal with 403', async () => {
    const owner = await auth.newUser();
    const { access_token: token } = await auth.newTokens(await auth.register(), owner.email);
    const { body } = await request(token, [owner.userId]).expect(403);
    expect(body.error.code).toBe('AUTH_FORBIDDEN');
  });

  test('accepts 100 users, and rejects more', async () => {
    const owner = await auth.newUser();
    const token = await portalToken(owner.email);
    const ids = Array.from({ length: 101 }, () => randomUUID());
    await request(token, ids.slice(1)).expect(200);
    await request(token, ids).expect(422);
  });

  test.each(['', 'x', `${randomUUID()},`])('rejects the list %j with 422', async (list) => {
    const owner = await auth.newUser();
    await request(await portalToken(owner.email), [list]).expect(422);
  });
});
