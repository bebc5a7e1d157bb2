import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { PORTAL_CLIENT_ID } from '@loci/contracts';
import { encodeCursor } from '@loci/http';
import type { Transaction } from '@loci/postgres';
import { listActiveKeys, listKeys } from '../../src/api-keys/api-key.repository.ts';
import { listErasures } from '../../src/erasures/erasure.repository.ts';
import { listInvitations } from '../../src/invitations/invitation.repository.ts';
import { listTenants } from '../../src/tenants/tenant.repository.ts';
import { listMembers, listUsers } from '../../src/users/user.repository.ts';
import { PORTAL } from '../auth-server.fixture.ts';
import { startOAuthServer } from '../oauth-server.fixture.ts';
import type { StartedOAuthServer } from '../oauth-server.fixture.ts';

let auth: StartedOAuthServer;
let owner: Awaited<ReturnType<StartedOAuthServer['newUser']>>;
let ownerToken: string;
let member: Awaited<ReturnType<StartedOAuthServer['newUser']>>;
let memberToken: string;
beforeAll(async () => {
  auth = await startOAuthServer();
  owner = await auth.newUser();
  member = await auth.newUser('member', owner.tenantId);
  ownerToken = await portalToken(owner.email);
  memberToken = await portalToken(member.email);
});
afterAll(() => auth.stop());

const portalToken = async (email: string): Promise<string> =>
  (await auth.newTokens(PORTAL_CLIENT_ID, email, { redirect_uri: `${PORTAL}/callback` })).access_token;

const run = (sql: string, values: readonly unknown[]) =>
  auth.database.inSystemTransaction((tx) => tx.query(sql, values));

interface ListPage {
  items: Record<string, string>[];
  pagination: { total: number; total_is_exact: boolean; truncated: boolean; next_cursor: string | null };
}

interface ListCase {
  path: () => string;
  idField: string;
  create: () => Promise<string>;
  remove: (id: string) => Promise<unknown>;
  /** Access token. If omitted, the request has the admin token. */
  token?: () => string;
}

const get = ({ path, token }: ListCase, query: Record<string, string>) => {
  const request = token
    ? auth.http.get(path()).set('authorization', `Bearer ${token()}`)
    : auth.admin('get', path());
  return request.query(query);
};
const read = async (list: ListCase, query: Record<string, string>): Promise<ListPage> =>
  (await get(list, query).expect(200)).body.data;

const tenants: ListCase = {
  path: () => '/admin/tenants',
  idField: 'tenant_id',
  create: async () => (await auth.newTenant()).tenantId,
  remove: async (id) => {
    await run('DELETE FROM memberships WHERE tenant_id = $1', [id]);
    await run('DELETE FROM tenants WHERE tenant_id = $1', [id]);
  },
};
const users: ListCase = {
  path: () => '/admin/users',
  idField: 'user_id',
  create: async () => (await auth.newUser('member', owner.tenantId)).userId,
  remove: (id) => run('DELETE FROM memberships WHERE user_id = $1', [id]),
};
const keys: ListCase = {
  path: () => '/admin/api-keys',
  idField: 'key_id',
  create: async () => (await auth.newKey(owner.tenantId, ['read'], member.userId)).keyId,
  remove: (id) => run('DELETE FROM api_keys WHERE key_id = $1', [id]),
};
const invitations: ListCase = {
  path: () => '/admin/invitations',
  idField: 'invitation_id',
  create: async () => {
    const request = auth.admin('post', '/admin/invitations').send({ tenant_id: owner.tenantId });
    return (await request.expect(201)).body.data.invitation_id;
  },
  remove: (id) => auth.admin('delete', `/admin/invitations/${id}`).expect(200),
};
const ofTenant = (list: ListCase): ListCase => ({
  ...list,
  path: () => `${list.path()}?tenant_id=${owner.tenantId}`,
});
const inPortal = (list: ListCase, name: string, token: () => string): ListCase => ({
  ...list,
  path: () => `/api/v2/auth/${name}`,
  token,
});

const LISTS: [string, ListCase][] = [
  ['tenants', tenants],
  ['users', users],
  ['users of a tenant', ofTenant(users)],
  ['API keys', keys],
  ['API keys of a tenant', ofTenant(keys)],
  ['invitations', invitations],
  ['invitations to a tenant', ofTenant(invitations)],
  ['members in the portal', inPortal(users, 'members', () => ownerToken)],
  ['API keys of a tenant in the portal', inPortal(keys, 'api-keys', () => ownerToken)],
  ['own API keys in the portal', inPortal(keys, 'api-keys', () => memberToken)],
  ['invitations in the portal', inPortal(invitations, 'invitations', () => ownerToken)],
];

/** Follows the cursors of a list. Returns the ids of all items. */
async function walk(list: ListCase, afterPage: (listed: string[]) => Promise<unknown>): Promise<string[]> {
  const listed: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const query: Record<string, string> = { per_page: '2', ...(cursor ? { cursor } : {}) };
    const { items, pagination } = await read(list, query);
    expect(pagination.truncated).toBe(false);
    listed.push(...items.map((item) => item[list.idField]!));
    cursor = pagination.next_cursor;
    await afterPage(listed);
  }
  return listed;
}

describe.each(LISTS)('the list of %s', (_name, list) => {
  test('returns every item once if items are created and deleted while a client follows the cursors', async () => {
    const created: string[] = [];
    for (let n = 0; n < 5; n++) created.push(await list.create());
    const removed = new Set<string>();
    const listed = await walk(list, async (soFar) => {
      if (removed.size === 3) return;
      const seen = soFar.find((id) => created.includes(id) && !removed.has(id));
      if (seen === undefined) return;
      removed.add(seen);
      await list.remove(seen);
      await list.create();
    });
    expect(removed.size).toBeGreaterThan(1);
    expect(listed.filter((id) => created.includes(id)).sort()).toEqual(created.toSorted());
  });

  test('rejects a malformed cursor and the cursor of another list with VAL_FIELD_INVALID', async () => {
    const other = encodeCursor({ list: 'versions', after: [1, owner.userId], position: 1 });
    for (const cursor of ['x', other]) {
      const { body } = await get(list, { cursor }).expect(422);
      expect(body.error).toMatchObject({
        code: 'VAL_FIELD_INVALID',
        field_errors: { cursor: [expect.any(String)] },
      });
    }
  });

  test('rejects a cursor with a sort key of another type with VAL_FIELD_INVALID', async () => {
    await list.create();
    await list.create();
    const { pagination } = await read(list, { per_page: '1' });
    const [name] = JSON.parse(Buffer.from(pagination.next_cursor!, 'base64url').toString()) as [string];
    const forged = encodeCursor({ list: name, after: ['x'], position: 1 });
    expect((await get(list, { cursor: forged }).expect(422)).body.error.code).toBe('VAL_FIELD_INVALID');
  });
});

describe('items that were created at the same time', () => {
  const sameTime = new Date('2026-01-01T00:00:00.000Z');
  test.each([
    ['users of a tenant', ofTenant(users), 'memberships'],
    ['members in the portal', inPortal(users, 'members', () => ownerToken), 'memberships'],
    ['invitations to a tenant', ofTenant(invitations), 'invitations'],
  ])(
    'are returned once to a client that follows the cursors of the list of %s',
    async (_name, list, table) => {
      for (let n = 0; n < 5; n++) await list.create();
      await run(`UPDATE ${table} SET created_at = $2 WHERE tenant_id = $1`, [owner.tenantId, sameTime]);
      const listed = await walk(list, () => Promise.resolve());
      expect(listed.length).toBeGreaterThanOrEqual(5);
      expect(new Set(listed).size).toBe(listed.length);
      expect(listed).toHaveLength((await read(list, {})).pagination.total);
    },
  );
});

test('a list with more than 1,000 API keys has the total 1,000, which is not exact', async () => {
  const { tenantId, serviceUserId } = await auth.newTenant();
  await run(
    `INSERT INTO api_keys (tenant_id, key_id, user_id, prefix, secret_hash, name, permissions, created_at)
     SELECT $1, gen_random_uuid(), $2, 'many' || n, sha256('x'), 'key ' || n, '{read}', now()
     FROM generate_series(1, 1001) n`,
    [tenantId, serviceUserId],
  );
  const { body } = await auth.admin('get', `/admin/api-keys?tenant_id=${tenantId}`).expect(200);
  expect(body.data.pagination).toMatchObject({ total: 1_000, total_is_exact: false, has_next: true });
});

describe('a page after a cursor', () => {
  const ID = '00000000-0000-7000-8000-000000000001';
  const now = new Date();
  const time = now.toISOString();
  const pageOf = (list: string, ...after: string[]) => ({
    page: 1,
    perPage: 10,
    cursor: { list, after, position: 20 },
  });
  const keyPage = pageOf('api_keys', ID);
  const activeKeyPage = pageOf('active_api_keys', ID);
  const userPage = pageOf('users', time, ID, ID);
  const invitationPage = pageOf('invitations', time, ID);

  /** Returns the plan of the SELECT statement of a page. */
  async function planOf(read: (tx: Transaction) => Promise<unknown>): Promise<string> {
    const plan: string[] = [];
    await auth.database.inSystemTransaction(async (tx) => {
      // The tables are small. With these settings, the planner sorts and scans only if no index has the order.
      await tx.query('SET LOCAL enable_sort = off');
      await tx.query('SET LOCAL enable_seqscan = off');
      const query = async <Row>(sql: string, values?: readonly unknown[]): Promise<Row[]> => {
        if (sql.includes('count(*)')) return [{ count: '0' }] as Row[];
        const rows = await tx.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${sql}`, values);
        plan.push(...rows.map((row) => row['QUERY PLAN']));
        return [];
      };
      await read({ ...tx, query });
    });
    return plan.join('\n');
  }

  test.each<[string, (tx: Transaction) => Promise<unknown>, string]>([
    ['tenants', (tx) => listTenants(tx, pageOf('tenants', ID)), 'tenants_pkey'],
    ['users', (tx) => listUsers(tx, undefined, userPage), 'memberships_in_order'],
    ['users of a tenant', (tx) => listUsers(tx, ID, userPage), 'memberships_of_tenant_in_order'],
    ['members', (tx) => listMembers(tx, ID, pageOf('members', time, ID)), 'memberships_of_tenant_in_order'],
    ['API keys', (tx) => listKeys(tx, undefined, keyPage), 'api_keys_key_id_key'],
    ['API keys of a tenant', (tx) => listKeys(tx, ID, keyPage), 'api_keys_pkey'],
    [
      'active API keys of a tenant',
      (tx) => listActiveKeys(tx, { tenantId: ID, userId: null }, activeKeyPage),
      'api_keys_active',
    ],
    [
      'active API keys of a user',
      (tx) => listActiveKeys(tx, { tenantId: ID, userId: ID }, activeKeyPage),
      'api_keys_active_of_user',
    ],
    ['invitations', (tx) => listInvitations(tx, null, now, invitationPage), 'invitations_in_order'],
    [
      'erasures of a tenant',
      (tx) => listErasures(tx, ID, { userId: null, after: [time, ID], limit: 11 }),
      'erasures_by_request',
    ],
    [
      'invitations to a tenant',
      (tx) => listInvitations(tx, ID, now, invitationPage),
      'invitations_of_tenant_in_order',
    ],
  ])(
    'of the list of %s is read from an index in sort order, starting at the cursor',
    async (_list, read, index) => {
      const plan = await planOf(read);
      expect(plan).toMatch(new RegExp(`Scan (Backward )?using ${index} on`));
      expect(plan).toMatch(/Index Cond: .* [<>] /);
      expect(plan).not.toMatch(/\bSort\b/);
    },
  );
});
