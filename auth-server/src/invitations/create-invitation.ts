import { notFound } from '@loci/core';
import type { Role } from '@loci/core';
import { isForeignKeyViolation } from '@loci/postgres';
import type { Database } from '@loci/postgres';
import { findBootstrapTenant } from '../tenants/tenant.repository.ts';
import { countUsers } from '../users/user.repository.ts';
import { deleteBootstrapInvitations, insertInvitation } from './invitation.repository.ts';
import { INVITATION_LIFETIME_MS, hashInvitationToken, newInvitationToken } from './invitation.ts';
import type { Invitation } from './invitation.ts';

export interface CreateInvitationDeps {
  database: Pick<Database, 'inTransaction' | 'inSystemTransaction'>;
  authUrl: string;
  now(): Date;
}

/**
 * Creates a link with which one user joins a tenant. The link cannot be retrieved again, because only a hash of its token
 * is stored.
 *
 * @throws RES_NOT_FOUND for an unknown tenant
 * @see docs/reference/authentication.md#invitations
 */
export async function createInvitation(
  deps: CreateInvitationDeps,
  input: { tenantId: string; email: string | null; role: Role },
): Promise<{ invitation: Invitation; url: string }> {
  const { invitation, token, createdAt } = buildInvitation(deps, input);
  await deps.database
    .inTransaction(input.tenantId, (tx) =>
      insertInvitation(tx, invitation, {
        tokenHash: hashInvitationToken(token),
        bootstrap: false,
        createdAt,
      }),
    )
    .catch((error: unknown) => {
      if (isForeignKeyViolation(error)) throw notFound('tenant', input.tenantId);
      throw error;
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
    const { invitation, token, createdAt } = buildInvitation(deps, { tenantId, email: null, role: 'owner' });
    const tokenHash = hashInvitationToken(token);
    await insertInvitation(tx, invitation, { tokenHash, bootstrap: true, createdAt });
    return signupUrl(deps, token);
  });
}

function buildInvitation(
  deps: CreateInvitationDeps,
  input: { tenantId: string; email: string | null; role: Role },
) {
  const createdAt = deps.now();
  const expiresAt = new Date(createdAt.getTime() + INVITATION_LIFETIME_MS);
  return { invitation: { ...input, expiresAt }, token: newInvitationToken(), createdAt };
}

const signupUrl = ({ authUrl }: CreateInvitationDeps, token: string): string => `${authUrl}/welcome/${token}`;
