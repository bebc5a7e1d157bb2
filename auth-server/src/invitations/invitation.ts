import { createHash, randomBytes } from 'node:crypto';
import type { Role } from '@loci/core';

/** A way into a tenant for one person. */
export interface Invitation {
  tenantId: string;
  /** Null: the person says it. */
  email: string | null;
  role: Role;
  expiresAt: Date;
}

export const INVITATION_LIFETIME_MS = 7 * 86_400_000;

/** 256 random bits; whoever has it is invited. */
export const newInvitationToken = (): string => randomBytes(32).toString('base64url');

/** What the database keeps of it. */
export const hashInvitationToken = (token: string): Buffer => createHash('sha256').update(token).digest();
