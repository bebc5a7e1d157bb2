import type { Caller, Role } from '@loci/core';
import type { CursorPage } from '@loci/http';
import { requirePortalOwner } from '../account/require-portal.ts';
import type { ListPage } from '../lists/read-list-page.ts';
import { createInvitation } from './create-invitation.ts';
import type { CreateInvitationDeps } from './create-invitation.ts';
import type { Invitation } from './invitation.ts';
import { listOpenInvitations } from './list-open-invitations.ts';
import { withdrawInvitation } from './withdraw-invitation.ts';

/**
 * Invites a user to the caller's tenant. The invitation never replaces the password of an existing account, because an owner
 * could otherwise take over the accounts of other tenants.
 *
 * @throws AUTH_FORBIDDEN if the caller is not an owner who uses the portal; RES_ALREADY_EXISTS if the tenant has 1,000 open
 *   invitations
 */
export async function inviteMember(
  deps: CreateInvitationDeps,
  caller: Caller,
  { email, role }: { email: string | null; role: Role },
): Promise<{ invitation: Invitation; url: string }> {
  requirePortalOwner(caller);
  return createInvitation(deps, { tenantId: caller.tenantId, email, role, resetsPassword: false });
}

/**
 * Lists the open invitations to the caller's tenant, oldest first.
 *
 * @throws AUTH_FORBIDDEN if the caller is not an owner who uses the portal; VAL_FIELD_INVALID for the cursor of
 *   another list
 */
export async function listInvitationsOfTenant(
  deps: CreateInvitationDeps,
  caller: Caller,
  page: CursorPage,
): Promise<ListPage<Invitation>> {
  requirePortalOwner(caller);
  return listOpenInvitations(deps, caller.tenantId, page);
}

/**
 * Withdraws an open invitation to the caller's tenant.
 *
 * @throws AUTH_FORBIDDEN if the caller is not an owner who uses the portal; RES_NOT_FOUND if the tenant has
 *   no open invitation with this id
 */
export async function withdrawInvitationOfTenant(
  deps: CreateInvitationDeps,
  caller: Caller,
  invitationId: string,
): Promise<Invitation> {
  requirePortalOwner(caller);
  return withdrawInvitation(deps, { invitationId, tenantId: caller.tenantId });
}
