import { digestOf, eventLogItem, storeResults } from '../receipts/receipt.ts';
import type { RetainedItem, Searches, StoreResult } from '../receipts/receipt.ts';
import { LAST_PASS_AFTER_MS } from './tenant-deletion.ts';

/** Searches and receipt of the deletion of a tenant, which remain after the row of the tenant is deleted. */
export interface DeletionRecord extends Searches {
  tenantId: string;
  requestedAt: Date;
  /** True if the search of all services before the deletion was recorded. */
  isSearched: boolean;
  /** Null until a pass found no data. */
  receipt: DeletionReceipt | null;
}

export interface DeletionReceipt {
  tenant_id: string;
  requested_at: string;
  completed_at: string;
  stores: StoreResult[];
  retained: RetainedItem[];
  /** SHA-256 of the canonical JSON (RFC 8785) of the other fields, as hexadecimal digits. */
  digest: string;
}

const DAY_MS = 86_400_000;

/**
 * Creates the receipt of a deletion.
 *
 * @param completedAt end of the pass that found no data
 * @param eventLogDays days for which an event log outside the services keeps events, or null if there is none
 */
export function createDeletionReceipt(
  record: DeletionRecord,
  completedAt: Date,
  eventLogDays: number | null,
): DeletionReceipt {
  const { tenantId, requestedAt } = record;
  const after = (ms: number): string => new Date(requestedAt.getTime() + ms).toISOString();
  const retained: RetainedItem[] = [
    {
      item: 'tenant_record',
      description:
        'Name of the tenant, and its revoked API keys and grants. Kept longer if an access token has not expired.',
      until: after(LAST_PASS_AFTER_MS),
    },
    { item: 'audit_log', description: 'Audit entries, until the end of their retention.' },
    { item: 'backups', description: 'Backups that the operator created before the deletion.' },
  ];
  if (eventLogDays !== null) retained.push(eventLogItem(after(eventLogDays * DAY_MS)));
  const content = {
    tenant_id: tenantId,
    requested_at: requestedAt.toISOString(),
    completed_at: completedAt.toISOString(),
    stores: storeResults(record),
    retained,
  };
  return { ...content, digest: digestOf(content) };
}
