import type { MemoryInventoryClient } from '@loci/contracts';
import { unavailable } from '@loci/core';
import { memoryStateSchema } from '@loci/events';
import { toArchiveChange } from './index-change.ts';
import type { ItemOwner } from './item-owner.ts';

/** `ItemOwner` of the archive. Its items are the inactive versions of memories. */
export const supersededMemoryOwner = (
  memory: Pick<MemoryInventoryClient, 'tenants' | 'revisions' | 'states'>,
): ItemOwner => ({
  kind: 'memory',
  tenants: (after, limit) => memory.tenants(after, limit),
  revisions: async (tenantId, { afterId, limit }) =>
    (await memory.revisions(tenantId, afterId, limit)).map(({ id, revision, superseded }) => {
      // An earlier version of Loci, which runs during an upgrade. Without the field, the archive would be emptied.
      if (superseded === undefined) throw unavailable('The memory service');
      return { id, revision, searchable: superseded };
    }),
  changes: async (tenantId, ids) =>
    (await memory.states(tenantId, ids)).flatMap(({ revision, state }) => {
      const change = toArchiveChange(tenantId, revision, memoryStateSchema.parse(state));
      return change ? [change] : [];
    }),
});
