import type { GraphStore } from '../graph-store/graph-store.ts';

const PAGE_SIZE = 5_000;

/** Counts the edges of a tenant in the graph store. Returns 0 for a tenant that the store would load on the next read. */
export async function countEdges(
  graphStore: Pick<GraphStore, 'revisions'>,
  tenantId: string,
): Promise<number> {
  let count = 0;
  for (let afterId: string | null = null; ;) {
    const edges: { id: string }[] | null = await graphStore.revisions(tenantId, {
      afterId,
      limit: PAGE_SIZE,
    });
    count += edges?.length ?? 0;
    if (edges === null || edges.length < PAGE_SIZE) return count;
    afterId = edges.at(-1)!.id;
  }
}
