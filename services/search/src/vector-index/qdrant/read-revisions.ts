import type { IndexedRevision } from '../../items/indexed-item.ts';
import type { QdrantConnection } from './qdrant-connection.ts';
import { tenantCondition } from './filter-conditions.ts';
import { nextUuid, tenantPointIds } from './point-ids.ts';

const LEAST_ID = '00000000-0000-0000-0000-000000000000';

/** A page of the inventory in the order of the items' ids, from the first above `afterId` (null: the start). */
export async function readRevisions(
  connection: QdrantConnection,
  collection: string,
  tenantId: string,
  afterId: string | null,
  limit: number,
): Promise<IndexedRevision[]> {
  const { first, pointOf, itemOf } = tenantPointIds(tenantId);
  const from = afterId === null ? LEAST_ID : nextUuid(afterId);
  if (from === null || limit <= 0) return [];

  async function scroll(offset: string, count: number): Promise<{ point: string; entry: IndexedRevision }[]> {
    const { points } = await connection.requestSlow((client) =>
      client.scroll(collection, {
        filter: { must: [tenantCondition(tenantId)] },
        offset,
        limit: count,
        with_payload: ['revision', 'removed'],
      }),
    );
    return points.map(({ id, payload }) => {
      const { revision, removed } = payload as { revision: number; removed?: true };
      return { point: String(id), entry: { id: itemOf(String(id)), revision, deleted: removed === true } };
    });
  }

  const start = pointOf(from);
  const page = await scroll(start, limit);
  if (start < first) return entriesBefore(first, page);
  if (page.length < limit) {
    // The end of the ring: its start has the tenant's greatest ids, up to where its least begin.
    return [
      ...page.map(({ entry }) => entry),
      ...entriesBefore(first, await scroll(LEAST_ID, limit - page.length)),
    ];
  }
  return page.map(({ entry }) => entry);
}

const entriesBefore = (
  first: string,
  page: readonly { point: string; entry: IndexedRevision }[],
): IndexedRevision[] => page.filter(({ point }) => point < first).map(({ entry }) => entry);
