import { notFound } from '@loci/core';
import type { Caller, Role } from '@loci/core';
import type { CursorPage } from '@loci/http';
import { recordAudit } from '@loci/postgres';
import type { Database } from '@loci/postgres';
import { requirePortalOwner } from '../account/require-portal.ts';
import type { ListPage } from '../lists/read-list-page.ts';
import { changeRole } from './change-role.ts';
import { removeMember } from './remove-member.ts';
import { revokeUserAccess } from './revoke-user-access.ts';
import { findMember, listMembers } from './user.repository.ts';
import type { Member } from './user.ts';

export interface ManageMembersDeps {
  database: Pick<Database, 'inSystemTransaction' | 'inTransaction'>;
  now(): Date;
}

/**
 * Lists the members of the caller's tenant except its service user, oldest first.
 *
 * @throws AUTH_FORBIDDEN if the caller is not an owner who uses the portal; VAL_FIELD_INVALID for the cursor of
 *   another list
 */
export async function listMembersOfTenant(
  { database }: ManageMembersDeps,
  caller: Caller,
  page: CursorPage,
): Promise<ListPage<Member>> {
  requirePortalOwner(caller);
  return database.inTransaction(caller.tenantId, (tx) => listMembers(tx, caller.tenantId, page));
}

/**
 * Returns a member of the caller's tenant.
 *
 * @throws AUTH_FORBIDDEN if the caller is not an owner who uses the portal; RES_NOT_FOUND if the user is not a member
 */
export async function getMemberOfTenant(
  { database }: ManageMembersDeps,
  caller: Caller,
  userId: string,
): Promise<Member> {
  requirePortalOwner(caller);
  const { tenantId } = caller;
  const member = await database.inTransaction(tenantId, (tx) => findMember(tx, tenantId, userId));
  if (member === null) throw notFound('user', userId);
  return member;
}

/**
 * Changes the role of a member of the caller's tenant. One owner must remain.
 *
 * @throws AUTH_FORBIDDEN if the caller is not an owner who uses the portal; the errors of {@link changeRole}
 */
export async function changeRoleOfMember(
  deps: ManageMembersDeps,
  caller: Caller,
  { userId, role }: { userId: string; role: Role },
): Promise<Member> {
  requirePortalOwner(caller);
  return changeRole(deps, { tenantId: caller.tenantId, userId, role, keepOwner: true });
}

/**
 * Removes a member from the caller's tenant. One owner must remain.
 *
 * @throws AUTH_FORBIDDEN if the caller is not an owner who uses the portal; the errors of {@link removeMember}
 */
export async function removeMemberOfTenant(
  deps: ManageMembersDeps,
  caller: Caller,
  userId: string,
): Promise<Member> {
  requirePortalOwner(caller);
  return removeMember(deps, { tenantId: caller.tenantId, userId, keepOwner: true });
}

/**
 * Revokes the grants of a member in the caller's tenant and, unless `keepKeys` is set, the API keys. Access to other tenants
 * and the sessions at the authorization server remain.
 *
 * @throws AUTH_FORBIDDEN if the caller is not an owner who uses the portal; RES_NOT_FOUND if the user is not a member
 */
export async function revokeAccessOfMember(
  { database, now }: ManageMembersDeps,
  caller: Caller,
  { userId, keepKeys }: { userId: string; keepKeys: boolean },
): Promise<void> {
  requirePortalOwner(caller);
  const { tenantId } = caller;
  await database.inSystemTransaction(async (tx) => {
    if ((await findMember(tx, tenantId, userId)) === null) throw notFound('user', userId);
    await revokeUserAccess(tx, { userId, tenantId, keepKeys, now: now() });
    await recordAudit(tx, { tenantId, action: 'update', objectType: 'member', objectIds: [userId] });
  });
}
