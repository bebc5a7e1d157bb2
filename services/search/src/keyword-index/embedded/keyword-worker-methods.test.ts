import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from '@jest/globals';
import { newId } from '@loci/core';
import { describeEmbeddedIndexContract } from '../../embedded-storage/embedded-index.contract.ts';
import { unpackIds } from '../../embedded-storage/packed-ids.ts';
import { exampleItem } from '../../items/item-index.contract.ts';
import { createKeywordWorkerMethods, openKeywordTenants } from './keyword-worker-methods.ts';

describeEmbeddedIndexContract({
  name: 'Embedded keyword index',
  undetectedDamageSql: 'UPDATE contents SET item = \'{"id":\'',
  filePath: (directory, tenantId) => join(directory, tenantId, 'keyword.db'),
  open: (directory, onTenantLost, limits) => {
    const tenants = openKeywordTenants({ directory, ...limits, onTenantLost });
    const methods = createKeywordWorkerMethods(tenants);
    return {
      upsert: async (items) => {
        for (const [tenantId, batch] of Map.groupBy(items, (item) => item.tenantId))
          methods.upsert(tenantId, batch);
      },
      remove: async (tenantId, entries) => methods.remove(tenantId, entries),
      deleteTombstones: async (tenantId, entries) => methods.deleteTombstones(tenantId, entries),
      findAll: async (tenantId, filter, limit) =>
        unpackIds(methods.search(tenantId, 'trains', filter, limit).ids),
      lookUp: async (tenantId, ids) => methods.fetch(tenantId, ids.join(''), {}).map(({ id }) => id),
      revisions: async (tenantId, { afterId, limit }) => methods.revisions(tenantId, afterId ?? '', limit),
      count: async (tenantId) => methods.count(tenantId),
      dropTenant: async (tenantId) => methods.dropTenant(tenantId),
      listTenants: async () => methods.listTenants(),
      close: async () => tenants.close(),
    };
  },
});

test('the embedded keyword index reloads a tenant whose items were mostly replaced, so that ordinals are reused', () => {
  const directory = mkdtempSync(join(tmpdir(), 'loci-keyword-reload-'));
  const tenants = openKeywordTenants({
    directory,
    maxOpenTenants: 1,
    maxMemoryBytes: 1e9,
    onTenantLost: () => {},
  });
  const methods = createKeywordWorkerMethods(tenants);
  const tenantId = newId();
  const items = Array.from({ length: 500 }, (_, i) =>
    exampleItem(tenantId, { content: `needle w${i}`, tags: ['t'] }),
  );
  const rounds = 25;
  for (let revision = 1; revision <= rounds; revision++) {
    methods.upsert(
      tenantId,
      items.map((item) => ({ ...item, revision, content: `${item.content} round${revision}` })),
    );
  }
  expect(methods.search(tenantId, 'needle', { tags: ['t'] }, 1000).scores).toHaveLength(500);
  expect(methods.search(tenantId, `round${rounds - 1}`, {}, 1000).ids).toBe('');
  expect(methods.search(tenantId, `w7 round${rounds}`, {}, 1).ids).toBe(items[7]!.id);
  tenants.close();
  const database = new DatabaseSync(join(directory, tenantId, 'keyword.db'));
  const { highest } = database.prepare('SELECT max(slot) AS highest FROM rows').get() as { highest: number };
  database.close();
  expect(highest).toBeLessThan((rounds * items.length) / 2);
  rmSync(directory, { recursive: true });
});
