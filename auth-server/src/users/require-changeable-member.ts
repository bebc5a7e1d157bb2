import { AppError, notFound } from '@loci/core';
import type { Transaction } from '@loci/postgres';
import { lockMember, lockOwners } from './user.repository.ts';
import type { Member } from './user.ts';

export interface MemberChange {
  tenantId: string;
  userId: string;
  /** True if at least one other owner must remain. The service user does not count. */
  keepOwner: boolean;
}

/**
 * Locks a member who will be removed or will lose the role `owner`.
 *
 * @throws RES_NOT_FOUND if the user is not a member; RES_ALREADY_EXISTS for the service user, and for the last owner if
 *   `keepOwner` is set
 */
export async function requireChangeableMember(
  tx: Transaction,
  { tenantId, userId, keepOwner }: MemberChange,
): Promise<Member> {
  // The owners are locked first, so that one of two owners who remove each other at the same time stays.
  const owners = keepOwner ? await lockOwners(tx, tenantId) : null;
  const member = await lockMember(tx, tenantId, userId, 'update');
  if (member === null) throw notFound('user', userId);
  if (member.service) {
    throw new AppError('RES_ALREADY_EXISTS', 'The service user cannot be changed or removed.', {
      details: { resource_type: 'user', resource_id: userId },
    });
  }
  if (owners !== null && member.role === 'owner' && !owners.some((owner) => owner !== userId)) {
    throw new AppError(
      'RES_ALREADY_EXISTS',
      'The user is the last owner. Make another member an owner first.',
      { details: { resource_type: 'user', resource_id: userId } },
    );
  }
  const { service: _service, ...rest } = member;
  return rest;
}
