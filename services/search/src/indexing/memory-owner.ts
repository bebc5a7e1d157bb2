import type { MemoryInventoryClient } from '@loci/contracts';
import { memoryStateSchema } from '@loci/events';
import { toMemoryChange } from './index-change.ts';
import type { ItemOwner } from './item-owner.ts';

/** `ItemOwner` of memories. Reads them from the memory service. */
export const memoryOwner = (
  memory: Pick<MemoryInventoryClient, 'tenants' | 'revisions' | 'states'>,
): ItemOwner => ({
  kind: 'memory',
  tenants: (after, limit) => memory.tenants(after, limit),
  revisions: (tenantId, { afterId, limit }) => memory.revisions(tenantId, afterId, limit),
  changes: async (tenantId, ids) =>
    (await memory.states(tenantId, ids)).map(({ revision, state }) =>
      toMemoryChange(tenantId, revision, memoryStateSchema.parse(state)),
    ),
});
