import type { Role } from '@loci/core';
import { recordAudit } from '@loci/postgres';
import type { Database } from '@loci/postgres';
import { revokeGrantsOfUser } from '../grants/grant.repository.ts';
import { deleteGrantRecords } from '../oauth/oidc-record.repository.ts';
import { requireChangeableMember } from './require-changeable-member.ts';
import type { MemberChange } from './require-changeable-member.ts';
import { updateRole } from './user.repository.ts';
import type { Member } from './user.ts';

export interface ChangeRoleDeps {
  database: Pick<Database, 'inSystemTransaction'>;
}

/** Roles in ascending order of their rights. */
const ASCENDING: readonly Role[] = ['viewer', 'member', 'owner'];

/**
 * Changes the role of a member. Access tokens contain the role. If the new role has fewer rights, all tokens of the user in
 * the tenant are revoked. API keys remain and receive the new role with the next exchange. If the new role has more
 * rights, it takes effect with the next token.
 *
 * @throws RES_NOT_FOUND if the user is not a member; RES_ALREADY_EXISTS for the service user, and for the last owner if
 *   `keepOwner` is set
 */
export function changeRole(deps: ChangeRoleDeps, change: MemberChange & { role: Role }): Promise<Member> {
  const { tenantId, userId, role } = change;
  return deps.database.inSystemTransaction(async (tx) => {
    const keepOwner = change.keepOwner && role !== 'owner';
    const member = await requireChangeableMember(tx, { ...change, keepOwner });
    if (role === member.role) return member;
    await updateRole(tx, { tenantId, userId, role });
    await recordAudit(tx, { tenantId, action: 'update', objectType: 'member', objectIds: [userId] });
    if (ASCENDING.indexOf(role) < ASCENDING.indexOf(member.role)) {
      const grantIds = await revokeGrantsOfUser(tx, { userId, tenantId }, { keepKeyGrants: false });
      await deleteGrantRecords(tx, grantIds);
    }
    return { ...member, role };
  });
}
