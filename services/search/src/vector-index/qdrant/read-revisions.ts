import type { IndexedRevision } from '../../items/indexed-item.ts';
import { tenantCondition } from './filter-conditions.ts';
import { nextUuid, tenantPointIds } from './point-ids.ts';
import type { QdrantConnection } from './qdrant-connection.ts';

const LOWEST_ID = '00000000-0000-0000-0000-000000000000';

interface ReadPoint {
  pointId: string;
  revision: IndexedRevision;
}

/**
 * Returns up to `limit` revisions of a tenant, ordered by item id. Starts after `afterId`, or with the lowest
 * id if `afterId` is null.
 */
export async function readRevisions(
  connection: QdrantConnection,
  collection: string,
  tenantId: string,
  afterId: string | null,
  limit: number,
): Promise<IndexedRevision[]> {
  const { first, pointOf, itemOf } = tenantPointIds(tenantId);
  const fromId = afterId === null ? LOWEST_ID : nextUuid(afterId);
  if (fromId === null || limit <= 0) return [];

  async function scroll(offset: string, count: number): Promise<ReadPoint[]> {
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
      const pointId = String(id);
      return { pointId, revision: { id: itemOf(pointId), revision, deleted: removed === true } };
    });
  }

  // Point ids wrap around, so the tenant's highest item ids have the lowest point ids, before `first`.
  const start = pointOf(fromId);
  const page = await scroll(start, limit);
  if (start < first) return revisionsBefore(first, page);
  const revisions = page.map(({ revision }) => revision);
  if (page.length === limit) return revisions;
  return [...revisions, ...revisionsBefore(first, await scroll(LOWEST_ID, limit - page.length))];
}

const revisionsBefore = (first: string, page: readonly ReadPoint[]): IndexedRevision[] =>
  page.filter(({ pointId }) => pointId < first).map(({ revision }) => revision);
