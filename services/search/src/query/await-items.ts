import { waitFor } from '@loci/async';
import type { AwaitItemsRequest } from '@loci/contracts';
import type { WrittenItem } from '@loci/core';
import type { InTransaction } from '@loci/postgres';
import type { IndexedRevisions } from '../indexing/indexed-revisions.ts';

export interface AwaitItemsDeps {
  inTransaction: InTransaction;
  indexedRevisions: Pick<IndexedRevisions, 'findUnknown' | 'changed'>;
  /** Delivers the events of the items to the indexes without delay. */
  expediteIndexing(): void;
}

const FIRST_POLL_MS = 10;
const MAX_POLL_MS = 40;

/**
 * Waits until the indexes contain the items in the given revisions or newer ones, or the timeout passes. Is notified of
 * items that this process indexes. Polls the records in PostgreSQL for the items that another process indexes. A record is
 * stored after both indexes are written.
 *
 * @returns the ids of the items that the indexes do not contain yet
 */
export async function awaitItems(
  deps: AwaitItemsDeps,
  { tenant_id: tenantId, items, timeout_ms: timeoutMs }: AwaitItemsRequest,
  signal: AbortSignal,
): Promise<string[]> {
  const { indexedRevisions } = deps;
  const deadlineMs = performance.now() + timeoutMs;
  let pending = indexedRevisions.findUnknown(tenantId, items);
  if (pending.length > 0) deps.expediteIndexing();
  let nextPollMs = performance.now();
  for (let delayMs = FIRST_POLL_MS; ;) {
    if (pending.length > 0 && performance.now() >= nextPollMs) {
      const recorded = await findPending(deps, tenantId, pending);
      pending = indexedRevisions.findUnknown(tenantId, recorded);
      nextPollMs = performance.now() + delayMs;
      delayMs = Math.min(MAX_POLL_MS, 2 * delayMs);
    }
    const nowMs = performance.now();
    if (pending.length === 0 || nowMs >= deadlineMs || signal.aborted) return pending.map(({ id }) => id);
    await waitFor(indexedRevisions.changed(), Math.min(nextPollMs, deadlineMs) - nowMs, signal);
    pending = indexedRevisions.findUnknown(tenantId, pending);
  }
}

/** Returns the items that have no record in PostgreSQL in the given revision or a newer one. */
async function findPending(
  { inTransaction }: Pick<AwaitItemsDeps, 'inTransaction'>,
  tenantId: string,
  items: readonly WrittenItem[],
): Promise<WrittenItem[]> {
  const rows = await inTransaction(tenantId, (tx) =>
    tx.query<{ id: string }>(
      `SELECT written.id FROM unnest($2::uuid[], $3::bigint[]) AS written(id, revision)
       WHERE NOT EXISTS (
         SELECT FROM items WHERE tenant_id = $1 AND items.id = written.id AND items.revision >= written.revision)`,
      [tenantId, items.map(({ id }) => id), items.map(({ revision }) => revision)],
      'items-find-pending',
    ),
  );
  const pending = new Set(rows.map(({ id }) => id));
  return items.filter(({ id }) => pending.has(id));
}
