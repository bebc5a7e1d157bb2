import { setTimeout as delay } from 'node:timers/promises';
import { unavailable } from '@loci/core';
import type { ElasticsearchConnection } from './elasticsearch-connection.ts';
import { tenantClause } from './filter-clauses.ts';

const PAGE_SIZE = 1_000;
const KEEP_ALIVE = '1m';
/**
 * Time after which Elasticsearch no longer stores the version of a deleted document. With `gc_deletes: 0s`,
 * it drops the version when its cached clock advances, which happens every 200 ms.
 */
const VERSION_RETENTION_MS = 400;

/**
 * Deletes all documents of a tenant from one generation, items and tombstones. Afterwards the same items can be written
 * again with any revision.
 */
export async function deleteTenantDocuments(
  connection: ElasticsearchConnection,
  generation: string,
  tenantId: string,
): Promise<void> {
  const { id } = await connection.request((client, limits) =>
    client.openPointInTime(
      { index: generation, routing: tenantId, keep_alive: KEEP_ALIVE, allow_partial_search_results: false },
      limits,
    ),
  );
  let deleted = 0;
  try {
    for await (const page of documentIdPages(connection, id, tenantId)) {
      await deleteDocuments(connection, generation, tenantId, page);
      deleted += page.length;
    }
  } finally {
    // If this request fails, Elasticsearch closes the point in time when its lifetime ends.
    await connection
      .request((client, limits) => client.closePointInTime({ id }, limits))
      .catch(() => undefined);
  }
  if (deleted === 0) return;
  await connection.request((client, limits) => client.indices.refresh({ index: generation }, limits));
  await delay(VERSION_RETENTION_MS);
}

async function* documentIdPages(
  connection: ElasticsearchConnection,
  pointInTime: string,
  tenantId: string,
): AsyncGenerator<string[]> {
  for (let after: (string | number)[] | undefined; ;) {
    const { hits } = await connection.request((client, limits) =>
      client.search(
        {
          pit: { id: pointInTime, keep_alive: KEEP_ALIVE },
          query: { bool: { filter: [tenantClause(tenantId)] } },
          sort: [{ _shard_doc: 'asc' }],
          size: PAGE_SIZE,
          _source: false,
          track_total_hits: false,
          ...(after && { search_after: after }),
        },
        limits,
      ),
    );
    if (hits.hits.length === 0) return;
    yield hits.hits.map(({ _id }) => _id!);
    after = hits.hits.at(-1)!.sort as (string | number)[];
  }
}

async function deleteDocuments(
  connection: ElasticsearchConnection,
  generation: string,
  tenantId: string,
  documentIds: readonly string[],
): Promise<void> {
  const { items } = await connection.request((client, limits) =>
    client.bulk(
      {
        index: generation,
        operations: documentIds.map((_id) => ({ delete: { _id, routing: tenantId } })),
        timeout: `${limits.requestTimeout}ms`,
      },
      limits,
    ),
  );
  for (const { delete: result } of items) {
    if (result!.error) throw unavailable('The keyword index', new Error(result!.error.reason ?? ''));
  }
}
