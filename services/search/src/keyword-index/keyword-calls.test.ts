import { join } from 'node:path';
import { describeEmbeddedIndexContract } from '../embedded-index/embedded-index.contract.ts';
import { createKeywordCalls } from './keyword-calls.ts';

describeEmbeddedIndexContract({
  name: 'Embedded keyword index',
  fileOf: (directory, tenantId) => join(directory, tenantId, 'keyword.db'),
  open: (directory, onTenantLost, limits) => {
    const calls = createKeywordCalls({ directory, ...limits }, onTenantLost);
    return {
      upsert: async (items) => {
        for (const [tenantId, batch] of Map.groupBy(items, (item) => item.tenantId))
          calls.upsert(tenantId, batch);
      },
      remove: async (tenantId, entries) => calls.remove(tenantId, entries),
      findAll: async (tenantId, filter, limit) =>
        calls.search(tenantId, 'trains', filter, limit).map(({ id }) => id),
      lookUp: async (tenantId, ids) => calls.fetch(tenantId, ids, {}).map(({ id }) => id),
      revisions: async (tenantId, { afterId, limit }) => calls.revisions(tenantId, afterId ?? '', limit),
      count: async (tenantId) => calls.count(tenantId),
      dropTenant: async (tenantId) => calls.dropTenant(tenantId),
      listTenants: async () => calls.listTenants(),
      close: async () => calls.close(),
    };
  },
});
