import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createErasureClient } from '@loci/contracts';
import type { DueErasure, ErasureClient } from '@loci/contracts';
import { inProcessClient } from '@loci/http';
import { digestOf } from '../../src/receipts/receipt.ts';
import { startOAuthServer } from '../oauth-server.fixture.ts';
import type { StartedOAuthServer } from '../oauth-server.fixture.ts';

const MINUTE_MS = 60_000;

let auth: StartedOAuthServer;
let erasures: ErasureClient;
beforeAll(async () => {
  auth = await startOAuthServer();
  erasures = createErasureClient(inProcessClient(auth.server.routes, 'throw'));
});
afterAll(() => auth.stop());

interface Workspace {
  tenantId: string;
  /** Token of the service user, who is an owner. */
  owner: string;
  userId: string;
  /** Token of the user, who is a member. */
  member: string;
}

async function tokenOf(tenantId: string, userId?: string, permissions?: string[]): Promise<string> {
  const { apiKey } = await auth.newKey(tenantId, permissions, userId);
  return (await auth.exchange(apiKey).expect(200)).body.data.access_token;
}

async function newWorkspace(): Promise<Workspace> {
  const { tenantId } = await auth.newTenant();
  const userId = await newMember(tenantId);
  return { tenantId, userId, owner: await tokenOf(tenantId), member: await tokenOf(tenantId, userId) };
}

/** Creates a member without a password, whose hash would take most of the time of a test. */
async function newMember(tenantId: string): Promise<string> {
  const userId = randomUUID();
  await auth.database.inSystemTransaction(async (tx) => {
    await tx.query('INSERT INTO users (user_id, created_at) VALUES ($1, now())', [userId]);
    await tx.query(
      `INSERT INTO memberships (tenant_id, user_id, role, created_at) VALUES ($1, $2, 'member', now())`,
      [tenantId, userId],
    );
  });
  return userId;
}

const request = (token: string, userId: string, confirm = userId) =>
  auth.http
    .post('/api/v2/erasures')
    .set('authorization', `Bearer ${token}`)
    .send({ user_id: userId, confirm });

const get = (token: string, path = '') =>
  auth.http.get(`/api/v2/erasures${path}`).set('authorization', `Bearer ${token}`);

const dueOf = async (id: string): Promise<DueErasure | undefined> =>
  (await erasures.due()).find((erasure) => erasure.erasure_id === id);

const found = (memories: number) => ({ memory: { memories, audit_log: 0 } });
const pass = { event_log_until: null, duration_ms: 10 };

/** Records a pass with the search before the deletion, if it is the first one, and the search after it. */
async function recordPass(erasure: DueErasure, foundAfter: number): Promise<boolean> {
  const { is_searched: isSearched, ...subject } = erasure;
  if (!isSearched) await erasures.recordPass(subject, { ...pass, found_before: found(7) });
  return erasures.recordPass(subject, { ...pass, found_after: found(foundAfter), unattributed: {} });
}

describe('POST /api/v2/erasures', () => {
  test('returns 202 with a running erasure to an owner', async () => {
    const { owner, userId } = await newWorkspace();
    const { body } = await request(owner, userId).expect(202);
    expect(body.data).toMatchObject({
      user_id: userId,
      status: 'running',
      completed_at: null,
      stores: [],
      receipt: null,
    });
  });

  test('returns 202 to a member who erases their own data', async () => {
    const { member, userId } = await newWorkspace();
    await request(member, userId).expect(202);
  });

  test('returns 403 to a member who erases another user (threat 37)', async () => {
    const { tenantId, member } = await newWorkspace();
    const { body } = await request(member, await newMember(tenantId)).expect(403);
    expect(body.error).toMatchObject({
      code: 'AUTH_FORBIDDEN',
      message: 'Only owners can erase the data of other users.',
      details: { required_role: 'owner', current_role: 'member' },
    });
  });

  test('returns 403 for a token without the permission delete', async () => {
    const { tenantId, userId } = await newWorkspace();
    await request(await tokenOf(tenantId, undefined, ['read', 'write']), userId).expect(403);
  });

  test('returns 422 if confirm differs from user_id', async () => {
    const { owner, userId } = await newWorkspace();
    const { body } = await request(owner, userId, randomUUID()).expect(422);
    expect(body.error).toMatchObject({
      code: 'VAL_FIELD_INVALID',
      field_errors: { confirm: ['confirm must be equal to user_id.'] },
    });
  });

  test('returns 404 for an unknown user and for a user of another workspace', async () => {
    const { owner } = await newWorkspace();
    const other = await newWorkspace();
    await request(owner, randomUUID()).expect(404);
    await request(owner, other.userId).expect(404);
  });

  test('erases the data of a former member', async () => {
    const { tenantId, owner, userId } = await newWorkspace();
    await auth.database.inSystemTransaction((tx) =>
      tx.query('DELETE FROM memberships WHERE tenant_id = $1 AND user_id = $2', [tenantId, userId]),
    );
    await request(owner, userId).expect(202);
  });

  test('returns 409 with the ID of the running erasure of the user', async () => {
    const { owner, userId } = await newWorkspace();
    const { body } = await request(owner, userId).expect(202);
    const second = await request(owner, userId).expect(409);
    expect(second.body.error).toMatchObject({
      code: 'RES_ALREADY_EXISTS',
      details: { resource_type: 'erasure', resource_id: body.data.id },
    });
  });

  test('starts one of ten concurrent erasures of a user', async () => {
    const { owner, userId } = await newWorkspace();
    const responses = await Promise.all(Array.from({ length: 10 }, () => request(owner, userId)));
    expect(responses.map(({ status }) => status).sort()).toEqual([202, ...Array(9).fill(409)]);
  });

  test('returns 409 for the eleventh erasure of a workspace in 24 hours', async () => {
    const { tenantId, owner } = await newWorkspace();
    for (let count = 0; count < 10; count++) await request(owner, await newMember(tenantId)).expect(202);
    const { body } = await request(owner, await newMember(tenantId)).expect(409);
    expect(body.error.code).toBe('BIZ_QUOTA_EXCEEDED');
  });

  test('repeats the response of a request with the same idempotency key', async () => {
    const { owner, userId } = await newWorkspace();
    const first = await request(owner, userId).set('idempotency-key', 'erase-once').expect(202);
    const second = await request(owner, userId).set('idempotency-key', 'erase-once').expect(202);
    expect(second.headers['idempotency-replayed']).toBe('true');
    expect(second.body.data).toEqual(first.body.data);
  });

  test('adds an audit entry with the ID of the erasure', async () => {
    const { tenantId, owner, userId } = await newWorkspace();
    const { body } = await request(owner, userId).expect(202);
    const entries = await auth.database.inSystemTransaction((tx) =>
      tx.query(
        `SELECT operation, action, object_ids FROM audit_log WHERE tenant_id = $1 AND object_type = 'erasure'`,
        [tenantId],
      ),
    );
    expect(entries).toEqual([
      { operation: 'POST /api/v2/erasures', action: 'create', object_ids: [body.data.id] },
    ]);
  });
});

describe('the passes of an erasure', () => {
  test('are due from the request on, and again 5 seconds after a pass with a leftover', async () => {
    const { tenantId, owner, userId } = await newWorkspace();
    const { id, requested_at: until } = (await request(owner, userId).expect(202)).body.data;
    const due = await dueOf(id);
    expect(due).toEqual({
      tenant_id: tenantId,
      erasure_id: id,
      user_id: userId,
      pseudonym: expect.stringMatching(/^erased:[0-9a-f]{16}$/),
      until,
      is_searched: false,
    });
    expect(await recordPass(due!, 1)).toBe(false);
    expect(await dueOf(id)).toBeUndefined();
    auth.clock.ms += 5_001;
    expect(await dueOf(id)).toMatchObject({ is_searched: true });
  });

  test('verify again one minute after the request before the erasure is completed', async () => {
    const { owner, userId } = await newWorkspace();
    const { id } = (await request(owner, userId).expect(202)).body.data;
    // The clock of the test can be ahead of the clock of the database.
    await auth.database.inSystemTransaction((tx) =>
      tx.query('UPDATE erasures SET settled_at = $2 WHERE id = $1', [
        id,
        new Date(auth.clock.ms + MINUTE_MS),
      ]),
    );
    expect(await recordPass((await dueOf(id))!, 0)).toBe(false);
    expect((await get(owner, `/${id}`).expect(200)).body.data).toMatchObject({
      status: 'verifying',
      receipt: null,
    });
    auth.clock.ms += MINUTE_MS + 1_000;
    expect(await recordPass((await dueOf(id))!, 0)).toBe(true);
    expect((await get(owner, `/${id}`).expect(200)).body.data).toMatchObject({ status: 'completed' });
  });

  test('do not complete an erasure with a leftover in one store', async () => {
    const { owner, userId } = await newWorkspace();
    const { id } = (await request(owner, userId).expect(202)).body.data;
    auth.clock.ms += 5 * MINUTE_MS;
    for (let count = 0; count < 3; count++) {
      expect(await recordPass((await dueOf(id))!, 1)).toBe(false);
      auth.clock.ms += MINUTE_MS;
    }
    const { body } = await get(owner, `/${id}`).expect(200);
    expect(body.data).toMatchObject({ status: 'running', receipt: null });
    expect(body.data.stores).toContainEqual({
      service: 'memory',
      store: 'memories',
      found_before: 7,
      found_after: 1,
    });
  });

  test('end with a receipt that lists the stores in alphabetical order, and whose digest covers its other fields', async () => {
    const { tenantId, owner, userId } = await newWorkspace();
    const { id } = (await request(owner, userId).expect(202)).body.data;
    auth.clock.ms += 5 * MINUTE_MS;
    const { is_searched: _isSearched, ...subject } = (await dueOf(id))!;
    await erasures.recordPass(subject, { ...pass, found_before: found(7) });
    await erasures.recordPass(subject, {
      found_after: found(0),
      unattributed: { artifact: { files: 3 } },
      event_log_until: '2026-12-01T00:00:00.000Z',
      duration_ms: 10,
    });
    const { receipt } = (await get(owner, `/${id}`).expect(200)).body.data;
    expect(receipt).toMatchObject({
      erasure_id: id,
      tenant_id: tenantId,
      user_id: userId,
      stores: [
        { service: 'memory', store: 'audit_log', found_before: 0, found_after: 0 },
        { service: 'memory', store: 'memories', found_before: 7, found_after: 0 },
      ],
    });
    expect(receipt.retained).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ item: 'account' }),
        expect.objectContaining({ item: 'artifact_files_without_user', count: 3 }),
        expect.objectContaining({ item: 'event_log', until: '2026-12-01T00:00:00.000Z' }),
      ]),
    );
    const { digest, ...content } = receipt;
    expect(digest).toBe(digestOf(content));
    expect(digestOf({ ...content, completed_at: content.requested_at })).not.toBe(digest);
    expect(await dueOf(id)).toBeUndefined();
  });
});

describe('GET /api/v2/erasures', () => {
  test('lists all erasures to owners, newest first, and their own to members', async () => {
    const { tenantId, owner, member, userId } = await newWorkspace();
    const own = (await request(member, userId).expect(202)).body.data.id;
    const other = (await request(owner, await newMember(tenantId)).expect(202)).body.data.id;
    const idsOf = ({ body }: { body: { data: { items: { id: string }[] } } }) =>
      body.data.items.map(({ id }) => id);
    expect(idsOf(await get(owner).expect(200))).toEqual([other, own]);
    expect(idsOf(await get(member).expect(200))).toEqual([own]);
    const first = await get(owner, '?limit=1').expect(200);
    expect(idsOf(first)).toEqual([other]);
    const next = await get(owner, `?limit=1&cursor=${first.body.data.next_cursor}`).expect(200);
    expect([idsOf(next), next.body.data.next_cursor]).toEqual([[own], null]);
  });

  test('returns 404 for the erasure of another user to members, and of another workspace to owners', async () => {
    const { tenantId, owner, member } = await newWorkspace();
    const { id } = (await request(owner, await newMember(tenantId)).expect(202)).body.data;
    await get(member, `/${id}`).expect(404);
    await get((await newWorkspace()).owner, `/${id}`).expect(404);
    await get(owner, `/${id}`).expect(200);
  });
});
