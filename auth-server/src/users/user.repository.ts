import type { Role } from '@loci/core';
import type { CursorPage } from '@loci/http';
import type { Transaction } from '@loci/postgres';
import { readListPage } from '../lists/read-list-page.ts';
import type { ListPage, SortedList } from '../lists/read-list-page.ts';
import type { Member } from './user.ts';

interface MemberRow {
  tenant_id: string;
  user_id: string;
  email: string | null;
  role: Role;
  created_at: Date;
}

const toMember = (row: MemberRow): Member => ({
  tenantId: row.tenant_id,
  userId: row.user_id,
  email: row.email,
  role: row.role,
  createdAt: row.created_at,
});

const MEMBER_COLUMNS = 'm.tenant_id, m.user_id, u.email, m.role, m.created_at';

/** Membership of a user in a tenant. */
export interface Membership {
  tenantId: string;
  tenantName: string;
  role: Role;
}

/** A user account. Service users have none. */
export interface User {
  userId: string;
  email: string;
  passwordHash: string;
}

interface UserRow {
  user_id: string;
  email: string;
  password_hash: string;
}

const toUser = (row: UserRow): User => ({
  userId: row.user_id,
  email: row.email,
  passwordHash: row.password_hash,
});

const USER_COLUMNS = 'user_id, email, password_hash';

/** Finds a user by normalized email address. */
export async function findUserByEmail(tx: Transaction, email: string): Promise<User | null> {
  const [row] = await tx.query<UserRow>(`SELECT ${USER_COLUMNS} FROM users WHERE email = $1`, [email]);
  return row ? toUser(row) : null;
}

/** Finds a user by id. Returns null for a service user. */
export async function findUserById(tx: Transaction, userId: string): Promise<User | null> {
  const [row] = await tx.query<UserRow>(
    `SELECT ${USER_COLUMNS} FROM users WHERE user_id = $1 AND email IS NOT NULL`,
    [userId],
    'find-user-by-id',
  );
  return row ? toUser(row) : null;
}

/** Lists the tenants of a user, sorted by name. */
export function listMemberships(tx: Transaction, userId: string): Promise<Membership[]> {
  return tx.query<Membership>(
    `SELECT m.tenant_id AS "tenantId", t.name AS "tenantName", m.role
     FROM memberships m JOIN tenants t ON t.tenant_id = m.tenant_id
     WHERE m.user_id = $1 ORDER BY t.name, m.tenant_id`,
    [userId],
  );
}

/** Lists those of the given users who are members of a tenant, including its service user. */
export function listMembersByIds(
  tx: Transaction,
  tenantId: string,
  userIds: readonly string[],
): Promise<{ userId: string; email: string | null; isService: boolean }[]> {
  return tx.query(
    `SELECT m.user_id AS "userId", u.email, m.service AS "isService"
     FROM memberships m JOIN users u ON u.user_id = m.user_id
     WHERE m.tenant_id = $1 AND m.user_id = ANY($2)`,
    [tenantId, userIds],
    'list-members-by-ids',
  );
}

/** Counts the members of a tenant, except its service user. */
export async function countUsers(tx: Transaction, tenantId: string): Promise<number> {
  const [row] = await tx.query<{ total: number }>(
    'SELECT count(*)::int AS total FROM memberships WHERE tenant_id = $1 AND NOT service',
    [tenantId],
  );
  return row!.total;
}

/** Inserts a user. @throws the driver's unique violation of `users_email` if the email address has an account */
export async function insertUser(tx: Transaction, user: User, createdAt: Date): Promise<void> {
  await tx.query('INSERT INTO users (user_id, email, password_hash, created_at) VALUES ($1, $2, $3, $4)', [
    user.userId,
    user.email,
    user.passwordHash,
    createdAt,
  ]);
}

export async function setPassword(tx: Transaction, userId: string, passwordHash: string): Promise<void> {
  await tx.query('UPDATE users SET password_hash = $2 WHERE user_id = $1', [userId, passwordHash]);
}

/**
 * Deletes the account of a user: the email address and the password. The row remains, because revoked API keys and grants
 * refer to it.
 */
export async function deleteAccount(tx: Transaction, userId: string): Promise<void> {
  await tx.query('UPDATE users SET email = NULL, password_hash = NULL WHERE user_id = $1', [userId]);
}

/** Locks a user until the transaction ends, so that no membership can be added. */
export async function lockUser(tx: Transaction, userId: string): Promise<void> {
  await tx.query('SELECT user_id FROM users WHERE user_id = $1 FOR UPDATE', [userId]);
}

export async function insertServiceUser(tx: Transaction, userId: string, createdAt: Date): Promise<void> {
  await tx.query('INSERT INTO users (user_id, created_at) VALUES ($1, $2)', [userId, createdAt]);
}

/**
 * Inserts a membership.
 *
 * @returns false if the tenant does not exist or is deleted, or if the account of the user was deleted
 * @throws the driver's unique violation of `memberships_pkey` if the user is already a member
 */
export async function insertMembership(
  tx: Transaction,
  member: { tenantId: string; userId: string; role: Role; service: boolean; createdAt: Date },
): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO memberships (tenant_id, user_id, role, service, created_at)
     SELECT t.tenant_id, u.user_id, $3, $4, $5 FROM tenants t, users u
     WHERE t.tenant_id = $1 AND t.deletion_requested_at IS NULL AND u.user_id = $2 AND (u.email IS NOT NULL OR $4)
     FOR SHARE
     RETURNING user_id`,
    [member.tenantId, member.userId, member.role, member.service, member.createdAt],
  );
  return rows.length > 0;
}

/** Changes the role of a member. */
export async function updateRole(
  tx: Transaction,
  { tenantId, userId, role }: { tenantId: string; userId: string; role: Role },
): Promise<void> {
  await tx.query('UPDATE memberships SET role = $3 WHERE tenant_id = $1 AND user_id = $2', [
    tenantId,
    userId,
    role,
  ]);
}

export async function deleteMembership(tx: Transaction, tenantId: string, userId: string): Promise<void> {
  await tx.query('DELETE FROM memberships WHERE tenant_id = $1 AND user_id = $2', [tenantId, userId]);
}

/**
 * Finds a member and locks the membership until the transaction ends. A `share` lock prevents the removal of
 * the membership. An `update` lock also waits for `share` locks of other transactions.
 */
export async function lockMember(
  tx: Transaction,
  tenantId: string,
  userId: string,
  lock: 'share' | 'update',
): Promise<(Member & { service: boolean }) | null> {
  const [row] = await tx.query<MemberRow & { service: boolean }>(
    `SELECT ${MEMBER_COLUMNS}, m.service FROM memberships m JOIN users u USING (user_id)
     WHERE m.tenant_id = $1 AND m.user_id = $2 FOR ${lock === 'share' ? 'SHARE' : 'UPDATE'} OF m`,
    [tenantId, userId],
  );
  return row ? { ...toMember(row), service: row.service } : null;
}

/** Locks the owners of a tenant, except its service user, until the transaction ends, and returns their user ids. */
export async function lockOwners(tx: Transaction, tenantId: string): Promise<string[]> {
  const rows = await tx.query<{ user_id: string }>(
    `SELECT user_id FROM memberships WHERE tenant_id = $1 AND role = 'owner' AND NOT service
     ORDER BY user_id FOR UPDATE`,
    [tenantId],
  );
  return rows.map((row) => row.user_id);
}

export async function findMember(tx: Transaction, tenantId: string, userId: string): Promise<Member | null> {
  const [row] = await tx.query<MemberRow>(
    `SELECT ${MEMBER_COLUMNS} FROM memberships m JOIN users u USING (user_id)
     WHERE m.tenant_id = $1 AND m.user_id = $2`,
    [tenantId, userId],
  );
  return row ? toMember(row) : null;
}

const membershipList = {
  columns: MEMBER_COLUMNS,
  table: 'memberships m',
  join: 'JOIN users u USING (user_id)',
  order: 'ASC',
  toItem: toMember,
} as const;

/** Members of one tenant, oldest first. */
const MEMBER_LIST: SortedList<MemberRow, Member> = {
  ...membershipList,
  list: 'members',
  sortKey: ['m.created_at', 'm.user_id'],
  keyType: 'timeAndId',
  keyOf: ({ createdAt, userId }) => [createdAt.toISOString(), userId],
};

/** Users and service users of all tenants, oldest first. */
const USER_LIST: SortedList<MemberRow, Member> = {
  ...membershipList,
  list: 'users',
  sortKey: ['m.created_at', 'm.user_id', 'm.tenant_id'],
  keyType: 'timeAndTwoIds',
  keyOf: ({ createdAt, userId, tenantId }) => [createdAt.toISOString(), userId, tenantId],
};

/**
 * Lists the members of a tenant except its service user, oldest first.
 *
 * @throws VAL_FIELD_INVALID for the cursor of another list
 */
export const listMembers = (tx: Transaction, tenantId: string, page: CursorPage): Promise<ListPage<Member>> =>
  readListPage(
    tx,
    MEMBER_LIST,
    { condition: 'm.tenant_id = $1 AND NOT m.service', values: [tenantId] },
    page,
  );

/**
 * Lists users and service users, oldest first. An undefined `tenantId` disables the filter.
 *
 * @throws VAL_FIELD_INVALID for the cursor of another list
 */
export const listUsers = (
  tx: Transaction,
  tenantId: string | undefined,
  page: CursorPage,
): Promise<ListPage<Member>> => {
  const filter =
    tenantId === undefined
      ? { condition: 'true', values: [] }
      : { condition: 'm.tenant_id = $1', values: [tenantId] };
  return readListPage(tx, USER_LIST, filter, page);
};
