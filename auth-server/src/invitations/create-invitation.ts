import { AppError, notFound } from '@loci/core';
import type { Role } from '@loci/core';
import { recordAudit } from '@loci/postgres';
import type { Database } from '@loci/postgres';
import { findBootstrapTenant } from '../tenants/tenant.repository.ts';
import { countUsers } from '../users/user.repository.ts';
import { countInvitations, deleteBootstrapInvitations, insertInvitation } from './invitation.repository.ts';
import {
  INVITATION_LIFETIME_MS,
  MAX_OPEN_INVITATIONS,
  hashInvitationToken,
  newInvitationToken,
} from './invitation.ts';
import type { Invitation } from './invitation.ts';

export interface CreateInvitationDeps {
  database: Pick<Database, 'inTransaction' | 'inSystemTransaction'>;
  authUrl: string;
  newId(): string;
  now(): Date;
}

export type NewInvitation = Pick<Invitation, 'tenantId' | 'email' | 'role' | 'resetsPassword'>;

/**
 * Creates a link with which one user joins a tenant. The link cannot be retrieved again, because only a hash of its token
 * is stored.
 *
 * @throws RES_NOT_FOUND for an unknown tenant; RES_ALREADY_EXISTS if the tenant has 1,000 open invitations
 * @see docs/reference/authentication.md#invitations
 */
export async function createInvitation(
  deps: CreateInvitationDeps,
  input: NewInvitation,
): Promise<{ invitation: Invitation; url: string }> {
  const { tenantId } = input;
  const { invitation, token } = buildInvitation(deps, input);
  await deps.database.inTransaction(tenantId, async (tx) => {
    const open = await countInvitations(tx, tenantId, invitation.createdAt);
    if (open >= MAX_OPEN_INVITATIONS) {
      throw new AppError(
        'RES_ALREADY_EXISTS',
        `The tenant has ${open.toLocaleString('en')} open invitations. Withdraw one first.`,
        { details: { resource_type: 'tenant', resource_id: tenantId } },
      );
    }
    const tokenHash = hashInvitationToken(token);
    if (!(await insertInvitation(tx, invitation, { tokenHash, bootstrap: false }))) {
      throw notFound('tenant', tenantId);
    }
    const { invitationId } = invitation;
    await recordAudit(tx, {
      tenantId,
      action: 'create',
      objectType: 'invitation',
      objectIds: [invitationId],
    });
  });
  return { invitation, url: signupUrl(deps, token) };
}

/**
 * Creates a link with which the first user joins the bootstrap tenant as its owner. Each call invalidates the previous
 * link.
 *
 * @returns null if the tenant already has a user, or if there is no bootstrap tenant
 */
export function createFirstSignInLink(deps: CreateInvitationDeps): Promise<string | null> {
  return deps.database.inSystemTransaction(async (tx) => {
    const tenant = await findBootstrapTenant(tx);
    if (tenant === null || (await countUsers(tx, tenant.tenantId)) > 0) return null;
    await deleteBootstrapInvitations(tx);
    const { tenantId } = tenant;
    const role: Role = 'owner';
    const { invitation, token } = buildInvitation(deps, {
      tenantId,
      email: null,
      role,
      resetsPassword: false,
    });
    await insertInvitation(tx, invitation, { tokenHash: hashInvitationToken(token), bootstrap: true });
    return signupUrl(deps, token);
  });
}

function buildInvitation(
  deps: CreateInvitationDeps,
  input: NewInvitation,
): { invitation: Invitation; token: string } {
  const createdAt = deps.now();
  const expiresAt = new Date(createdAt.getTime() + INVITATION_LIFETIME_MS);
  const invitation = { ...input, invitationId: deps.newId(), createdAt, expiresAt };
  return { invitation, token: newInvitationToken() };
}

const signupUrl = ({ authUrl }: CreateInvitationDeps, token: string): string => `${authUrl}/welcome/${token}`;
