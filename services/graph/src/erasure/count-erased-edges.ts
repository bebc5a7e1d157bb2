import type { UserErasure } from '@loci/contracts';
import { erasedIds } from '@loci/service-hosting';
import type { ErasureDatabase } from '@loci/service-hosting';
import type { GraphStore } from '../graph-store/graph-store.ts';

const PAGE_SIZE = 1_000;

/**
 * Counts the recorded relationships that are edges of the graph store. Reads the edges of the tenant in the order of their
 * IDs, because the store does not find edges by ID.
 */
export async function countErasedEdges(
  { database, graphStore }: { database: ErasureDatabase; graphStore: Pick<GraphStore, 'revisions'> },
  erasure: UserErasure,
): Promise<number> {
  let found = 0;
  let page: string[] = [];
  let afterId: string | null = null;
  let isLastPage = false;
  for await (const ids of erasedIds(database, erasure, ['relationship'])) {
    const wanted = new Set(ids);
    const last = ids.at(-1)!;
    for (;;) {
      found += page.filter((id) => wanted.has(id)).length;
      if (isLastPage || (page.length > 0 && page.at(-1)! >= last)) break;
      const edges = await graphStore.revisions(erasure.tenant_id, { afterId, limit: PAGE_SIZE });
      // The store does not hold the tenant.
      if (edges === null) return found;
      page = edges.map(({ id }) => id);
      isLastPage = edges.length < PAGE_SIZE;
      afterId = page.at(-1) ?? afterId;
    }
  }
  return found;
}
