import { AUDITED_SERVICES, MAX_AUDIT_PAGE, listAuditEntries } from '@loci/contracts';
import type { AuditEntry, ServiceClient } from '@loci/contracts';
import { AppError } from '@loci/core';
import type { Caller } from '@loci/core';
import type { AuditSelection } from '@loci/http';
import { mergeEntries } from './merge-entries.ts';

export interface ReadAuditLogDeps {
  /** Returns the client of a service by its name. */
  connect(service: string): ServiceClient;
}

/** @throws AUTH_FORBIDDEN for a caller who is not an owner of the tenant */
export function requireOwner(caller: Caller): void {
  if (caller.role === 'owner') return;
  throw new AppError('AUTH_FORBIDDEN', 'Only owners can read the audit log.', {
    details: { required_role: 'owner', current_role: caller.role },
  });
}

/**
 * Reads the audit entries of the caller's tenant in all services, newest first.
 *
 * @param options.after entry after which the list continues
 * @param options.atOnce number of entries that the caller needs at once
 * @throws SYS_SERVICE_UNAVAILABLE if a service does not respond
 */
export function readAuditLog(
  { connect }: ReadAuditLogDeps,
  { tenantId, requestId }: Caller,
  selection: AuditSelection,
  options: { after?: Pick<AuditEntry, 'at' | 'id'> | undefined; atOnce: number; signal: AbortSignal },
): AsyncGenerator<AuditEntry, void, undefined> {
  const limit = Math.min(options.atOnce, MAX_AUDIT_PAGE);
  const fetches = AUDITED_SERVICES.map((service) => {
    const client = connect(service);
    return (last: Pick<AuditEntry, 'at' | 'id'> | undefined = options.after) =>
      listAuditEntries(
        client,
        { tenant_id: tenantId, ...selection, limit, ...(last && { after: { at: last.at, id: last.id } }) },
        { requestId, signal: options.signal },
      );
  });
  return mergeEntries(fetches, limit);
}
