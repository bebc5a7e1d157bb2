import type { Permission, Role } from '@loci/core';

/** A person within a tenant, or the tenant's service user (`email` null). */
export interface Member {
  tenantId: string;
  userId: string;
  email: string | null;
  role: Role;
  createdAt: Date;
}

export const MAX_EMAIL_LENGTH = 254;
export const MIN_PASSWORD_LENGTH = 8;
export const MAX_PASSWORD_LENGTH = 1_024;

/** One spelling per mailbox: nobody tells people apart by the case of an address. */
export const normalizeEmail = (email: string): string => email.trim().normalize('NFC').toLowerCase();

/** @see DECISIONS.md "Authentication" */
export function permissionsOf(role: Role): readonly Permission[] {
  return role === 'viewer' ? ['read'] : ['read', 'write', 'delete'];
}
