import type { ListedVersion } from '@loci/contracts';
import type { Caller } from '@loci/core';
import { newId } from '@loci/core';
import type { GraphServicePorts } from '../src/index.ts';

/** Creates a fake memory service that stores only the versions of memories and publishes no events. */
export function createFakeMemoryService() {
  /** Versions of the stored memories, by `tenantId:id`. */
  const stored = new Map<string, Omit<ListedVersion, 'id'>>();
  /** Successors of deleted versions, by `tenantId:id`. */
  const deletedVersions = new Map<string, string>();
  const lookups: string[][] = [];
  const tenantsAndIds = (): [string, string][] =>
    [...stored.keys()].map((key) => key.split(':') as [string, string]);

  const client: GraphServicePorts['memory'] = {
    getVersions: async (tenantId, ids) => {
      lookups.push([...ids]);
      return ids.flatMap((id) => {
        const state = stored.get(`${tenantId}:${id}`);
        return state ? [{ id, ...state }] : [];
      });
    },
    getVersionsAt: () => Promise.resolve([]),
    getDeletedVersions: async (tenantId, ids) =>
      ids.flatMap((id) => {
        const successor = deletedVersions.get(`${tenantId}:${id}`);
        return successor === undefined ? [] : [{ id, superseded_by: successor }];
      }),
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
    versions: async (tenantId, afterId, limit) => {
      await inventory.beforeResponse();
      const ids = tenantsAndIds().flatMap(([tenant, id]) => (tenant === tenantId ? [id] : []));
      const pageIds = ids
        .sort()
        .filter((id) => afterId === null || id > afterId)
        .slice(0, limit);
      const page = pageIds.map((id) => ({ id, ...stored.get(`${tenantId}:${id}`)! }));
      await inventory.afterRead();
      return page;
    },
  };

  return {
    client,
    inventory,
    /** The requested ids of each call of `getVersions`. */
    lookups,
    /** Stores a memory without an event. Returns its id. */
    create(caller: Caller, id = newId()): string {
      stored.set(`${caller.tenantId}:${id}`, { version: 1, is_active: true, superseded_by: null });
      return id;
    },
    createMany(caller: Caller, count: number): string[] {
      return Array.from({ length: count }, () => this.create(caller));
    },
    /** Replaces a memory by another stored one without an event. */
    supersede: (caller: Caller, id: string, nextId: string) =>
      stored.set(`${caller.tenantId}:${id}`, { version: 1, is_active: false, superseded_by: nextId }),
    /** Changes the bounds of a memory without an event. */
    setBounds: (
      caller: Caller,
      id: string,
      bounds: Pick<ListedVersion, 'revision' | 'valid_from' | 'valid_until' | 'expires_at'>,
    ) => stored.set(`${caller.tenantId}:${id}`, { ...stored.get(`${caller.tenantId}:${id}`)!, ...bounds }),
    /** Deletes a memory without an event. */
    delete(caller: Caller, id: string): void {
      const key = `${caller.tenantId}:${id}`;
      const successor = stored.get(key)?.superseded_by;
      if (successor) deletedVersions.set(key, successor);
      stored.delete(key);
    },
  };
}
