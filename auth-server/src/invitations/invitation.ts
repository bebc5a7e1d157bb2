import { createHash, randomBytes } from 'node:crypto';
import type { Role } from '@loci/core';

/** Invitation of one user to a tenant. */
export interface Invitation {
  invitationId: string;
  tenantId: string;
  /** Email address of the invited user. Null if the user chooses it. */
  email: string | null;
  role: Role;
  /**
   * True if the invitation replaces the password of an existing account with the email address. Otherwise,
   * the user must enter the password of that account.
   */
  resetsPassword: boolean;
  createdAt: Date;
  expiresAt: Date;
}

/** Maximum number of open invitations per tenant. Must not exceed `MAX_COUNTED`, because more rows are not counted. */
export const MAX_OPEN_INVITATIONS = 1_000;

/**
 * Number of attempts with a wrong password for an existing account after which the invitation is no longer
 * open.
 */
export const MAX_FAILED_ATTEMPTS = 5;

export const INVITATION_LIFETIME_MS = 7 * 86_400_000;

/** Returns a new invitation token with 256 random bits. The token is the only credential of the link. */
export const newInvitationToken = (): string => randomBytes(32).toString('base64url');

/** Returns the SHA-256 of a token, which is what the database stores. */
export const hashInvitationToken = (token: string): Buffer => createHash('sha256').update(token).digest();
