import { AppError, unavailable } from '@loci/core';
import type { estypes } from '@elastic/elasticsearch';
import { isPermanentError } from './elasticsearch-connection.ts';
import type { ElasticsearchConnection } from './elasticsearch-connection.ts';
import { writeAlias } from './index-generations.ts';
import type { ItemWrite } from './item-document.ts';

// Small enough to be done well within a request's time, and far below what Elasticsearch takes (100 MB).
const MAX_BULK_BYTES = 2 * 1024 * 1024;
const MAX_BULK_ITEMS = 1_000;

/** `gone`: the generation does not exist any more. */
export type BulkWriteResult = 'written' | 'gone';

/**
 * Writes items and tombstones to one generation; older versions are skipped, one by one.
 *
 * @param visible whether every later read is to see them when this resolves
 * @throws SYS_INTERNAL_ERROR naming the items that Elasticsearch refuses and would refuse again, when all others are written
 */
export async function bulkWrite(
  calls: ElasticsearchConnection,
  generation: string,
  writes: readonly ItemWrite[],
  visible: boolean,
): Promise<BulkWriteResult> {
  const parts = bulkParts(writes);
  const refused: Refusal[] = [];
  let isSeen = parts.length === 1;
  for (const part of parts) {
    const { items } = await calls.request((client, limits) =>
      client.bulk(
        {
          index: writeAlias(generation),
          require_alias: true,
          operations: part.lines,
          refresh: visible && parts.length === 1 ? 'wait_for' : false,
          timeout: `${limits.requestTimeout}ms`,
        },
        limits,
      ),
    );
    for (const [i, { index: result }] of items.entries()) {
      const outcome = outcomeOf(result!);
      if (outcome === 'gone') return 'gone';
      if (outcome === 'refused') refused.push({ itemId: part.itemIds[i]!, reason: result!.error });
      // Somebody else's write of it was waited for by nobody here.
      if (outcome === 'skipped') isSeen = false;
    }
  }
  if (visible && !isSeen)
    await calls.request((client, limits) => client.indices.refresh({ index: generation }, limits));
  if (refused.length > 0) throw refusal(refused);
  return 'written';
}

interface Refusal {
  itemId: string;
  reason: unknown;
}

interface BulkPart {
  lines: string[];
  itemIds: string[];
  sizeBytes: number;
}

function bulkParts(writes: readonly ItemWrite[]): BulkPart[] {
  const parts: BulkPart[] = [];
  for (const { documentId, tenantId, itemId, version, source } of writes) {
    const action = JSON.stringify({
      index: { _id: documentId, routing: tenantId, version, version_type: 'external' },
    });
    const sizeBytes = Buffer.byteLength(action) + Buffer.byteLength(source) + 2;
    let part = parts.at(-1);
    if (!part || part.itemIds.length >= MAX_BULK_ITEMS || part.sizeBytes + sizeBytes > MAX_BULK_BYTES) {
      part = { lines: [], itemIds: [], sizeBytes: 0 };
      parts.push(part);
    }
    part.lines.push(action, source);
    part.itemIds.push(itemId);
    part.sizeBytes += sizeBytes;
  }
  return parts;
}

function outcomeOf({ status, error }: estypes.BulkResponseItem): 'written' | 'skipped' | 'refused' | 'gone' {
  if (!error) return 'written';
  if (status === 409) return 'skipped';
  if (error.type === 'index_not_found_exception') return 'gone';
  if (isPermanentError(status, error.type)) return 'refused';
  throw unavailable('The keyword index', new Error(`${error.type}: ${error.reason}`));
}

function refusal(refused: readonly Refusal[]): AppError {
  return new AppError('SYS_INTERNAL_ERROR', `The keyword index refused ${refused.length} items.`, {
    details: { ids: refused.map(({ itemId }) => itemId) },
    cause: refused[0]!.reason,
  });
}
