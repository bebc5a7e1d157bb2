import { blankResponses, recordAudit } from '@loci/postgres';
import type { Database, Transaction } from '@loci/postgres';
import { deleteInvitationsFor } from '../invitations/invitation.repository.ts';
import { requireChangeableMember } from './require-changeable-member.ts';
import type { MemberChange } from './require-changeable-member.ts';
import { revokeUserAccess } from './revoke-user-access.ts';
import { deleteAccount, deleteMembership, listMemberships, lockUser } from './user.repository.ts';
import type { Member } from './user.ts';

export interface RemoveMemberDeps {
  database: Pick<Database, 'inSystemTransaction'>;
  now(): Date;
}

/**
 * Removes a user from a tenant: revokes the API keys and all tokens of the user in this tenant, and withdraws open
 * invitations for the email address. If the user is a member of no other tenant, deletes the account as well.
 *
 * @throws RES_NOT_FOUND if the user is not a member; RES_ALREADY_EXISTS for the service user, and for the last owner if
 *   `keepOwner` is set
 */
export function removeMember(deps: RemoveMemberDeps, change: MemberChange): Promise<Member> {
  const { tenantId, userId } = change;
  return deps.database.inSystemTransaction(async (tx) => {
    await lockUser(tx, userId);
    const member = await requireChangeableMember(tx, change);
    await deleteMember(tx, member, deps.now());
    await recordAudit(tx, { tenantId, action: 'delete', objectType: 'member', objectIds: [userId] });
    await blankResponses(tx, tenantId, [userId]);
    if (member.email !== null) await deleteInvitationsFor(tx, tenantId, member.email);
    return member;
  });
}

/**
 * Deletes the membership of a user and ends the access of the user to the tenant. If it was the last
 * membership, ends all access and deletes the account. The caller must lock the user first.
 */
export async function deleteMember(
  tx: Transaction,
  { tenantId, userId }: Pick<Member, 'tenantId' | 'userId'>,
  now: Date,
): Promise<void> {
  await deleteMembership(tx, tenantId, userId);
  const isLast = (await listMemberships(tx, userId)).length === 0;
  await revokeUserAccess(tx, { userId, tenantId: isLast ? null : tenantId, keepKeys: false, now });
  if (isLast) await deleteAccount(tx, userId);
}
