import type { AuditEntry } from '@loci/contracts';

/** Creates a valid audit entry with the given fields. */
export const auditEntry = (fields: Partial<AuditEntry> = {}): AuditEntry => ({
  at: '2026-01-01T00:00:00.000000Z',
  id: '00000000-0000-7000-8000-000000000001',
  user_id: 'u',
  client_id: 'c',
  key_id: null,
  via: 'key',
  request_id: 'r',
  operation: 'o',
  action: 'create',
  object_type: 'memory',
  object_ids: ['m'],
  ...fields,
});
