import type { Caller } from '@loci/core';
import { newId } from '@loci/core';
import type { GraphServicePorts } from '../src/index.ts';

/** Creates a fake memory service that stores only the ids of memories and publishes no events. */
export function createFakeMemoryService() {
  /** Stored memories as `tenantId:id`. */
  const stored = new Set<string>();
  const lookups: string[][] = [];
  const tenantsAndIds = (): [string, string][] =>
    [...stored].map((key) => key.split(':') as [string, string]);

  const client: GraphServicePorts['memory'] = {
    filterExisting: async (tenantId, ids) => {
      lookups.push([...ids]);
      return ids.filter((id) => stored.has(`${tenantId}:${id}`));
    },
  };
  const inventory: GraphServicePorts['memoryInventory'] & {
    beforeResponse(): Promise<void>;
    afterRead(): Promise<void>;
  } = {
    /** Called before a page is read. */
    beforeResponse: () => Promise.resolve(),
    /** Called after a page was read and before it is returned. */
    afterRead: () => Promise.resolve(),
    tenants: async (after, limit) => {
      const tenants = new Set(tenantsAndIds().map(([tenantId]) => tenantId));
      return [...tenants]
        .sort()
        .filter((tenantId) => after === null || tenantId > after)
        .slice(0, limit);
    },
    revisions: async (tenantId, afterId, limit) => {
      await inventory.beforeResponse();
      const ids = tenantsAndIds().flatMap(([tenant, id]) => (tenant === tenantId ? [id] : []));
      const page = ids.sort().filter((id) => afterId === null || id > afterId);
      await inventory.afterRead();
      return page.slice(0, limit).map((id) => ({ id, revision: 1, searchable: true }));
    },
  };

  return {
    client,
    inventory,
    /** The requested ids of each call of `filterExisting`. */
    lookups,
    /** Stores a memory without an event. Returns its id. */
    create(caller: Caller): string {
      const id = newId();
      stored.add(`${caller.tenantId}:${id}`);
      return id;
    },
    createMany(caller: Caller, count: number): string[] {
      return Array.from({ length: count }, () => this.create(caller));
    },
    /** Deletes a memory without an event. */
    delete: (caller: Caller, id: string) => stored.delete(`${caller.tenantId}:${id}`),
  };
}
