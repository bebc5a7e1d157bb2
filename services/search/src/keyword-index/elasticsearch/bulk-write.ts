import type { estypes } from '@elastic/elasticsearch';
import { AppError, unavailable } from '@loci/core';
import { isPermanentError } from './elasticsearch-connection.ts';
import type { ElasticsearchConnection } from './elasticsearch-connection.ts';
import { writeAlias } from './index-generations.ts';
import type { ItemWrite } from './item-document.ts';

// Limits of one bulk request. They ensure that the request finishes well within the timeout. Elasticsearch
// accepts 100 MB.
const MAX_BULK_BYTES = 2 * 1024 * 1024;
const MAX_BULK_ITEMS = 1_000;

/**
 * Result of a bulk write. `index-missing` means that the generation was deleted. Some writes may have been
 * applied before that.
 */
export type BulkWriteResult = 'written' | 'index-missing';

/**
 * Writes items and tombstones to one generation. Skips documents of which the same or a newer version is stored.
 *
 * @param waitUntilVisible whether to resolve only when all later reads see the writes
 * @throws SYS_INTERNAL_ERROR if Elasticsearch rejects documents permanently; `details.ids` has the ids of their items,
 *   and the others are written
 */
export async function bulkWrite(
  connection: ElasticsearchConnection,
  generation: string,
  writes: readonly ItemWrite[],
  waitUntilVisible: boolean,
): Promise<BulkWriteResult> {
  const batches = splitBatches(writes);
  const rejected: RejectedItem[] = [];
  let isVisible = batches.length === 1;
  for (const batch of batches) {
    const { items } = await connection.request((client, limits) =>
      client.bulk(
        {
          index: writeAlias(generation),
          require_alias: true,
          operations: batch.lines,
          refresh: waitUntilVisible && batches.length === 1 ? 'wait_for' : false,
          timeout: `${limits.requestTimeout}ms`,
        },
        limits,
      ),
    );
    for (const [i, { index: result }] of items.entries()) {
      const outcome = outcomeOf(result!);
      if (outcome === 'index-missing') return 'index-missing';
      if (outcome === 'rejected') rejected.push({ itemId: batch.itemIds[i]!, reason: result!.error });
      // The document was written by another request, which `wait_for` does not wait for.
      if (outcome === 'skipped') isVisible = false;
    }
  }
  if (waitUntilVisible && !isVisible)
    await connection.request((client, limits) => client.indices.refresh({ index: generation }, limits));
  if (rejected.length > 0) throw rejectionError(rejected);
  return 'written';
}

interface RejectedItem {
  itemId: string;
  reason: unknown;
}

interface Batch {
  /** Lines of the request body: alternately an action and a document, as JSON. */
  lines: string[];
  itemIds: string[];
  sizeBytes: number;
}

function splitBatches(writes: readonly ItemWrite[]): Batch[] {
  const batches: Batch[] = [];
  for (const { documentId, tenantId, itemId, version, source } of writes) {
    const action = JSON.stringify({
      index: { _id: documentId, routing: tenantId, version, version_type: 'external' },
    });
    const sizeBytes = Buffer.byteLength(action) + Buffer.byteLength(source) + 2;
    let batch = batches.at(-1);
    if (!batch || batch.itemIds.length >= MAX_BULK_ITEMS || batch.sizeBytes + sizeBytes > MAX_BULK_BYTES) {
      batch = { lines: [], itemIds: [], sizeBytes: 0 };
      batches.push(batch);
    }
    batch.lines.push(action, source);
    batch.itemIds.push(itemId);
    batch.sizeBytes += sizeBytes;
  }
  return batches;
}

function outcomeOf({
  status,
  error,
}: estypes.BulkResponseItem): 'written' | 'skipped' | 'rejected' | 'index-missing' {
  if (!error) return 'written';
  if (status === 409) return 'skipped';
  if (error.type === 'index_not_found_exception') return 'index-missing';
  if (isPermanentError(status, error.type)) return 'rejected';
  throw unavailable('The keyword index', new Error(`${error.type}: ${error.reason}`));
}

function rejectionError(rejected: readonly RejectedItem[]): AppError {
  return new AppError('SYS_INTERNAL_ERROR', `Elasticsearch rejected ${rejected.length} items.`, {
    details: { ids: rejected.map(({ itemId }) => itemId) },
    cause: rejected[0]!.reason,
  });
}
