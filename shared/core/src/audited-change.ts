export const AUDIT_OBJECT_TYPES = [
  'memory',
  'relationship',
  'contradiction',
  'suggestion',
  'saved_search',
  'document',
  'artifact',
  'webhook',
  'api_key',
  'member',
  'invitation',
  'connection',
  'tenant',
  'signing_key',
  'erasure',
] as const;
export type AuditObjectType = (typeof AUDIT_OBJECT_TYPES)[number];

export const AUDIT_ACTIONS = ['create', 'update', 'delete'] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** Ways in which the actor of an audit entry was authenticated. */
export const AUDIT_VIA = ['key', 'oauth', 'session', 'operator', 'system'] as const;

/** Tenant of entries on acts that concern the whole platform, for example on signing keys. */
export const PLATFORM_TENANT = '00000000-0000-0000-0000-000000000000';

/** Minimum age of audit entries that can be deleted, in days. */
export const MIN_AUDIT_RETENTION_DAYS = 30;

/** A change as an audit entry describes it. Contains IDs and no content. */
export interface AuditedChange {
  tenantId: string;
  action: AuditAction;
  objectType: AuditObjectType;
  objectIds: readonly string[];
}
