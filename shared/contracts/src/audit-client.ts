import { AUDIT_ACTIONS, AUDIT_OBJECT_TYPES, AUDIT_VIA } from '@loci/core';
import { z } from 'zod';
import { MAX_TIMESTAMP_LENGTH } from './input-limits.ts';
import type { CallOptions, ServiceClient } from './service-client.ts';

/** Path of the internal operation with which every service lists its audit entries. */
export const AUDIT_LIST_ROUTE = '/internal/audit/list';

/** Services with audit entries. */
export const AUDITED_SERVICES: readonly string[] = [
  'memory',
  'graph',
  'document',
  'artifact',
  'webhook',
  'auth',
];

/** Maximum number of entries in a response of a service. */
export const MAX_AUDIT_PAGE = 200;

const time = z.iso.datetime().max(MAX_TIMESTAMP_LENGTH);
const text = z.string().min(1).max(500);

/** Filters of a list of audit entries, as in the query of a request. */
export const auditFilterFields = {
  user_id: text.optional(),
  key_id: z.guid().optional(),
  operation: text.optional(),
  action: z.enum(AUDIT_ACTIONS).optional(),
  object_type: z.enum(AUDIT_OBJECT_TYPES).optional(),
  object_id: text.optional(),
  request_id: text.optional(),
};

const auditPosition = z.object({
  /** Time of the entry in ISO 8601 with microseconds. */
  at: time,
  id: z.guid(),
});

export const auditListRequest = z.object({
  tenant_id: z.guid(),
  /** Start of the time range, inclusive. */
  from: time,
  /** End of the time range, exclusive. */
  to: time,
  /** Entry after which the list continues. */
  after: auditPosition.optional(),
  filter: z.object(auditFilterFields),
  limit: z.int().min(1).max(MAX_AUDIT_PAGE),
});
export type AuditListRequest = z.input<typeof auditListRequest>;

export const auditEntry = auditPosition.extend({
  user_id: z.string(),
  client_id: z.string(),
  key_id: z.guid().nullable(),
  via: z.enum(AUDIT_VIA),
  request_id: z.string(),
  operation: z.string(),
  action: z.enum(AUDIT_ACTIONS),
  object_type: z.enum(AUDIT_OBJECT_TYPES),
  object_ids: z.array(z.string()),
});
export type AuditEntry = z.output<typeof auditEntry>;

export const auditListResponse = z.object({ items: z.array(auditEntry) });

/**
 * Lists the audit entries of a tenant in one service, newest first.
 *
 * @param service client of the service
 * @throws as {@link ServiceClient}
 */
export async function listAuditEntries(
  service: ServiceClient,
  request: AuditListRequest,
  options: CallOptions,
): Promise<AuditEntry[]> {
  const response = await service(null, { method: 'post', path: AUDIT_LIST_ROUTE, body: request }, options);
  return (response as z.output<typeof auditListResponse>).items;
}
