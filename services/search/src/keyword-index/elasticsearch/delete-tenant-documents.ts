import { setTimeout as delay } from 'node:timers/promises';
import { unavailable } from '@loci/core';
import type { ElasticsearchConnection } from './elasticsearch-connection.ts';
import { tenantClause } from './filter-clauses.ts';

const PAGE = 1_000;
const KEEP_ALIVE = '1m';
// Elasticsearch knows a deleted document's version until its clock, which it reads every 200 ms, has moved on.
const FORGETTING_MS = 400;

/**
 * Deletes all documents of a tenant from one generation, items and tombstones. Afterwards the same items can be written
 * again, at any revision.
 */
export async function deleteTenantDocuments(
  calls: ElasticsearchConnection,
  generation: string,
  tenantId: string,
): Promise<void> {
  const { id } = await calls.request((client, limits) =>
    client.openPointInTime(
      { index: generation, routing: tenantId, keep_alive: KEEP_ALIVE, allow_partial_search_results: false },
      limits,
    ),
  );
  let dropped = 0;
  try {
    for await (const page of documentIds(calls, id, tenantId)) {
      await deleteDocuments(calls, generation, tenantId, page);
      dropped += page.length;
    }
  } finally {
    // It ends by itself when this does not arrive.
    await calls.request((client, limits) => client.closePointInTime({ id }, limits)).catch(() => undefined);
  }
  if (dropped === 0) return;
  await calls.request((client, limits) => client.indices.refresh({ index: generation }, limits));
  await delay(FORGETTING_MS);
}

async function* documentIds(
  calls: ElasticsearchConnection,
  pointInTime: string,
  tenantId: string,
): AsyncGenerator<string[]> {
  for (let after: (string | number)[] | undefined; ;) {
    const { hits } = await calls.request((client, limits) =>
      client.search(
        {
          pit: { id: pointInTime, keep_alive: KEEP_ALIVE },
          query: { bool: { filter: [tenantClause(tenantId)] } },
          sort: [{ _shard_doc: 'asc' }],
          size: PAGE,
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
  calls: ElasticsearchConnection,
  generation: string,
  tenantId: string,
  documentIds: readonly string[],
): Promise<void> {
  const { items } = await calls.request((client, limits) =>
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
