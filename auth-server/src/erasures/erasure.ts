import type { FoundByService } from '@loci/contracts';
import { digestOf, eventLogItem, storeResults, totalOf } from '../receipts/receipt.ts';
import type { RetainedItem, Searches, StoreResult } from '../receipts/receipt.ts';

/** Erasure of everything that one user stored in a tenant. */
export interface Erasure extends Searches {
  tenantId: string;
  id: string;
  userId: string;
  requestedBy: string;
  /** Data that was stored later is kept. */
  requestedAt: Date;
  /**
   * Time after which no request runs that the platform accepted before the erasure was requested. A later search that finds
   * nothing completes the erasure.
   */
  settledAt: Date;
  completedAt: Date | null;
  receipt: Receipt | null;
}

export interface Receipt {
  erasure_id: string;
  tenant_id: string;
  user_id: string;
  requested_at: string;
  completed_at: string;
  stores: StoreResult[];
  retained: RetainedItem[];
  /** SHA-256 of the canonical JSON (RFC 8785) of the other fields, as hexadecimal digits. */
  digest: string;
}

export type ErasureStatus = 'running' | 'verifying' | 'completed';

/** Returns the status. `verifying` means that the last search found nothing, and another search follows. */
export function statusOf({ completedAt, foundAfter }: Erasure): ErasureStatus {
  if (completedAt !== null) return 'completed';
  return foundAfter !== null && totalOf(foundAfter) === 0 ? 'verifying' : 'running';
}

const RETRY_AFTER_MS = 5_000;

/** A pass through all services. */
export interface PassResult {
  startedAt: Date;
  endedAt: Date;
  /** Result of the search after the deletion. Null if the pass did not reach the end of the deletion. */
  foundAfter: FoundByService | null;
}

/** Returns the time of the next pass, or null if the pass completes the erasure. */
export function nextPassAt(
  { settledAt }: Pick<Erasure, 'settledAt'>,
  { startedAt, endedAt, foundAfter }: PassResult,
): Date | null {
  const isErased = foundAfter !== null && totalOf(foundAfter) === 0;
  if (isErased && startedAt >= settledAt) return null;
  const retryAt = endedAt.getTime() + RETRY_AFTER_MS;
  return new Date(isErased ? Math.max(retryAt, settledAt.getTime()) : retryAt);
}

/** Number of objects that are kept because their user is not known, and the end of the event log. */
export interface KeptData {
  unattributed: FoundByService;
  eventLogUntil: string | null;
}

/** Creates the receipt of a completed erasure. */
export function createReceipt(erasure: Erasure & { completedAt: Date }, kept: KeptData): Receipt {
  const content = {
    erasure_id: erasure.id,
    tenant_id: erasure.tenantId,
    user_id: erasure.userId,
    requested_at: erasure.requestedAt.toISOString(),
    completed_at: erasure.completedAt.toISOString(),
    stores: storeResults(erasure),
    retained: retainedItems(erasure.requestedAt, kept),
  };
  return { ...content, digest: digestOf(content) };
}

/** Time for which services store idempotency keys. */
const KEY_LIFETIME_MS = 86_400_000;

function retainedItems(requestedAt: Date, { unattributed, eventLogUntil }: KeptData): RetainedItem[] {
  const items: RetainedItem[] = [
    {
      item: 'account',
      description: 'Account, memberships, API keys and webhooks. Remove the member to delete them.',
    },
    {
      item: 'texts_of_others',
      description:
        'Objects that other users stored, with texts that mention the user and with changes by the user.',
    },
    {
      item: 'idempotency_keys',
      description: 'Idempotency keys of the user. Their responses are erased.',
      until: new Date(requestedAt.getTime() + KEY_LIFETIME_MS).toISOString(),
    },
    { item: 'backups', description: 'Backups that the operator created before the erasure.' },
  ];
  for (const [service, stores] of Object.entries(unattributed)) {
    for (const [store, count] of Object.entries(stores)) {
      if (count === 0) continue;
      items.push({
        item: `${service}_${store}_without_user`,
        description: 'Objects of the tenant that were stored before Loci recorded their user.',
        count,
      });
    }
  }
  if (eventLogUntil !== null) {
    items.push(eventLogItem(eventLogUntil));
  }
  return items;
}
