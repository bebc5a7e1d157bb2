import type { Permission, Role } from '@loci/core';

/** Member of a tenant. The service user of the tenant has no email address. */
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

/** Returns the stored form of an email address. Addresses are compared case-insensitively. */
export const normalizeEmail = (email: string): string => email.trim().normalize('NFC').toLowerCase();

/** Returns the permissions of a role. @see docs/reference/authentication.md#roles */
export function permissionsOf(role: Role): readonly Permission[] {
  return role === 'viewer' ? ['read'] : ['read', 'write', 'delete'];
}
