import { pause } from '@loci/async';
import type { AwaitItemsRequest } from '@loci/contracts';
import type { WrittenItem } from '@loci/core';
import type { InTransaction } from '@loci/postgres';

export interface AwaitItemsDeps {
  inTransaction: InTransaction;
}

const FIRST_POLL_MS = 5;
const MAX_POLL_MS = 40;

/**
 * Waits until the indexes contain the items in the given revisions or newer ones, or the timeout passes.
 * Polls the records in PostgreSQL, because a record is stored after both indexes are written.
 *
 * @returns the ids of the items that the indexes do not contain yet
 */
export async function awaitItems(
  deps: AwaitItemsDeps,
  { tenant_id: tenantId, items, timeout_ms: timeoutMs }: AwaitItemsRequest,
  signal: AbortSignal,
): Promise<string[]> {
  const deadlineMs = performance.now() + timeoutMs;
  for (let delayMs = FIRST_POLL_MS; ; delayMs = Math.min(MAX_POLL_MS, 2 * delayMs)) {
    const pending = await findPending(deps, tenantId, items);
    const remainingMs = deadlineMs - performance.now();
    if (pending.length === 0 || remainingMs <= 0 || signal.aborted) return pending;
    await pause(Math.min(delayMs, remainingMs), signal);
  }
}

async function findPending(
  { inTransaction }: AwaitItemsDeps,
  tenantId: string,
  items: readonly WrittenItem[],
): Promise<string[]> {
  const rows = await inTransaction(tenantId, (tx) =>
    tx.query<{ id: string }>(
      `SELECT written.id FROM unnest($2::uuid[], $3::bigint[]) AS written(id, revision)
       WHERE NOT EXISTS (
         SELECT FROM items WHERE tenant_id = $1 AND items.id = written.id AND items.revision >= written.revision)`,
      [tenantId, items.map(({ id }) => id), items.map(({ revision }) => revision)],
      'items-find-pending',
    ),
  );
  return rows.map(({ id }) => id);
}
