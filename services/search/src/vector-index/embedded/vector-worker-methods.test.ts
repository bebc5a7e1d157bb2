import { join } from 'node:path';
import { describeEmbeddedIndexContract } from '../../embedded-storage/embedded-index.contract.ts';
import { unpackIds } from '../../embedded-storage/packed-ids.ts';
import { createVectorWorkerMethods, openVectorTenants } from './vector-worker-methods.ts';

describeEmbeddedIndexContract({
  name: 'Embedded vector index',
  undetectedDamageSql: null,
  filePath: (directory, tenantId) => join(directory, tenantId, 'vector.db'),
  open: (directory, onTenantLost, limits) => {
    // The dimension is not a multiple of 16, so that the kernel works on padded rows.
    const dimension = 20;
    const tenants = openVectorTenants({ directory, dimension, ...limits, onTenantLost });
    const methods = createVectorWorkerMethods(tenants, dimension);
    const vector = new Float32Array(dimension).fill(1 / Math.sqrt(dimension));
    return {
      upsert: async (items) => {
        for (const [tenantId, batch] of Map.groupBy(items, (item) => item.tenantId)) {
          const vectors = Float32Array.from({ length: dimension * batch.length }, () => vector[0]!);
          methods.upsert(
            tenantId,
            batch.map((item) => ({ ...item, hasVector: true })),
            vectors,
          );
        }
      },
      remove: async (tenantId, entries) => methods.remove(tenantId, entries),
      deleteTombstones: async (tenantId, entries) => methods.deleteTombstones(tenantId, entries),
      findAll: async (tenantId, filter, limit) =>
        unpackIds(methods.search(tenantId, vector, filter, limit).ids),
      lookUp: async (tenantId, ids) => [...methods.vectors(tenantId, ids.join('')).keys()],
      revisions: async (tenantId, { afterId, limit }) => methods.revisions(tenantId, afterId ?? '', limit),
      count: async (tenantId) => methods.count(tenantId),
      dropTenant: async (tenantId) => methods.dropTenant(tenantId),
      listTenants: async () => methods.listTenants(),
      close: async () => tenants.close(),
    };
  },
});
