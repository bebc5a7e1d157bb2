import { join } from 'node:path';
import { describeEmbeddedIndexContract } from '../../embedded-storage/embedded-index.contract.ts';
import { unpackIds } from '../../embedded-storage/packed-ids.ts';
import { createVectorWorkerMethods } from './vector-worker-methods.ts';

describeEmbeddedIndexContract({
  name: 'Embedded vector index',
  undetectedDamageSql: null,
  filePath: (directory, tenantId) => join(directory, tenantId, 'vector.db'),
  open: (directory, onTenantLost, limits) => {
    // Not a multiple of 16, which is what the kernel works in.
    const dimension = 20;
    const calls = createVectorWorkerMethods({ directory, dimension, ...limits }, onTenantLost);
    const vector = new Float32Array(dimension).fill(1 / Math.sqrt(dimension));
    return {
      upsert: async (items) => {
        for (const [tenantId, batch] of Map.groupBy(items, (item) => item.tenantId)) {
          const vectors = Float32Array.from({ length: dimension * batch.length }, () => vector[0]!);
          calls.upsert(
            tenantId,
            batch.map((item) => ({ ...item, hasVector: true })),
            vectors,
          );
        }
      },
      remove: async (tenantId, entries) => calls.remove(tenantId, entries),
      findAll: async (tenantId, filter, limit) =>
        unpackIds(calls.search(tenantId, vector, filter, limit).ids),
      lookUp: async (tenantId, ids) => [...calls.vectors(tenantId, ids.join('')).keys()],
      revisions: async (tenantId, { afterId, limit }) => calls.revisions(tenantId, afterId ?? '', limit),
      count: async (tenantId) => calls.count(tenantId),
      dropTenant: async (tenantId) => calls.dropTenant(tenantId),
      listTenants: async () => calls.listTenants(),
      close: async () => calls.close(),
    };
  },
});
