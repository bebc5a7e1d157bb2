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
 * Makes a link with which one person joins a tenant. The link is in the answer and nowhere else.
 * @throws RES_NOT_FOUND for an unknown tenant
 */
export async function createInvitation(
  deps: CreateInvitationDeps,
  input: { tenantId: string; email: string | null; role: Role },
): Promise<{ invitation: Invitation; url: string }> {
  const { invitation, token, createdAt } = build(deps, input);
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
  return { invitation, url: linkTo(deps, token) };
}

/**
 * The way to the first sign-in: a link into the bootstrap tenant as its owner, as long as no person is in it. Each
 * call makes a new link and ends the one before.
 * @returns null when there is a person already, or no bootstrap tenant
 */
export function createFirstSignInLink(deps: CreateInvitationDeps): Promise<string | null> {
  return deps.database.inSystemTransaction(async (tx) => {
    const tenant = await findBootstrapTenant(tx);
    if (tenant === null || (await countUsers(tx, tenant.tenantId)) > 0) return null;
    await deleteBootstrapInvitations(tx);
    const { tenantId } = tenant;
    const { invitation, token, createdAt } = build(deps, { tenantId, email: null, role: 'owner' });
    const tokenHash = hashInvitationToken(token);
    await insertInvitation(tx, invitation, { tokenHash, bootstrap: true, createdAt });
    return linkTo(deps, token);
  });
}

function build(deps: CreateInvitationDeps, input: { tenantId: string; email: string | null; role: Role }) {
  const createdAt = deps.now();
  const expiresAt = new Date(createdAt.getTime() + INVITATION_LIFETIME_MS);
  return { invitation: { ...input, expiresAt }, token: newInvitationToken(), createdAt };
}

const linkTo = ({ authUrl }: CreateInvitationDeps, token: string): string => `${authUrl}/welcome/${token}`;
