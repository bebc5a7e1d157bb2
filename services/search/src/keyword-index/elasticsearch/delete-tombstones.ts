import { unavailable } from '@loci/core';
import type { ElasticsearchConnection } from './elasticsearch-connection.ts';
import { writeAlias } from './index-generations.ts';
import type { ItemWrite } from './item-document.ts';

const MAX_DELETIONS_PER_REQUEST = 1_000;
/** Statuses of tombstones that do not exist, or that a newer revision of the item has replaced. */
const SKIPPED_STATUSES: ReadonlySet<number> = new Set([404, 409]);

/**
 * Deletes tombstones from one generation, except those that a newer version has replaced. Elasticsearch
 * compares the versions, so a concurrent write is not lost.
 */
export async function deleteTombstones(
  connection: ElasticsearchConnection,
  generation: string,
  tombstones: readonly ItemWrite[],
): Promise<void> {
  for (let start = 0; start < tombstones.length; start += MAX_DELETIONS_PER_REQUEST) {
    const operations = tombstones
      .slice(start, start + MAX_DELETIONS_PER_REQUEST)
      .map(({ documentId, tenantId, version }) => ({
        delete: { _id: documentId, routing: tenantId, version, version_type: 'external_gte' as const },
      }));
    const { items } = await connection.request((client, limits) =>
      client.bulk(
        {
          index: writeAlias(generation),
          // A deletion with an external version would otherwise create a missing index.
          require_alias: true,
          operations,
          refresh: 'wait_for',
          timeout: `${limits.requestTimeout}ms`,
        },
        limits,
      ),
    );
    for (const { delete: result } of items) {
      if (result?.error && !SKIPPED_STATUSES.has(result.status))
        throw unavailable('The keyword index', new Error(`${result.error.type}: ${result.error.reason}`));
    }
  }
}
