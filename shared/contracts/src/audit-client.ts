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
  user_id: text.optional().describe('Only changes of this user, or of `operator` for the admin API.'),
  key_id: z.guid().optional().describe('Only changes with this API key.'),
  operation: text.optional().describe('Only changes by this operation, for example `POST /api/v2/memories`.'),
  action: z.enum(AUDIT_ACTIONS).optional().describe('Only changes of this kind.'),
  object_type: z.enum(AUDIT_OBJECT_TYPES).optional().describe('Only changes of this type of object.'),
  object_id: text.optional().describe('Only changes of this object.'),
  request_id: text.optional().describe('Only changes of this request, as in the header x-request-id.'),
};

const auditPosition = z.object({
  at: time.describe('Time of the change.'),
  id: z.guid().describe('ID of the entry.'),
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
  user_id: z.string().describe('ID of the user who made the change, or `operator` for the admin API.'),
  client_id: z.string().describe('ID of the OAuth client, or `api-key`.'),
  key_id: z.guid().nullable().describe('ID of the API key; null without one.'),
  via: z
    .enum(AUDIT_VIA)
    .describe(
      'Kind of the credential: `key` (API key), `oauth` (application or portal), `session` (pages of the authorization server), `operator` (admin API) or `system` (a change that Loci decides).',
    ),
  request_id: z.string().describe('ID of the request, as in the header x-request-id.'),
  operation: z.string().describe('Name of the operation, for example `POST /api/v2/memories`.'),
  action: z.enum(AUDIT_ACTIONS).describe('What was done to the objects.'),
  object_type: z.enum(AUDIT_OBJECT_TYPES).describe('Type of the changed objects.'),
  object_ids: z.array(z.string()).describe('IDs of the changed objects.'),
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
