import type { MemoryInventoryClient } from '@loci/contracts';
import type { AccessFeed } from './access-feed.ts';

/** Creates an access feed that calls the memory service. */
export const createMemoryAccessFeed = (memory: Pick<MemoryInventoryClient, 'accesses'>): AccessFeed => ({
  accessedSince: async ({ since, after, limit }) => {
    const items = await memory.accesses({
      since: since.toISOString(),
      after: after && {
        last_accessed: after.lastAccessed.toISOString(),
        tenant_id: after.tenantId,
        id: after.id,
      },
      limit,
    });
    return items.map((item) => ({
      tenantId: item.tenant_id,
      id: item.id,
      accessCount: item.access_count,
      lastAccessed: new Date(item.last_accessed),
    }));
  },
});
