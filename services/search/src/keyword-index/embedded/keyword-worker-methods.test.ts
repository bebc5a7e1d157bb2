import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from '@jest/globals';
import { newId } from '@loci/core';
import { describeEmbeddedIndexContract } from '../../embedded-storage/embedded-index.contract.ts';
import { unpackIds } from '../../embedded-storage/packed-ids.ts';
import { exampleItem } from '../../items/item-index.contract.ts';
import { createKeywordWorkerMethods } from './keyword-worker-methods.ts';

describeEmbeddedIndexContract({
  name: 'Embedded keyword index',
  undetectedDamageSql: 'UPDATE contents SET item = \'{"id":\'',
  filePath: (directory, tenantId) => join(directory, tenantId, 'keyword.db'),
  open: (directory, onTenantLost, limits) => {
    const calls = createKeywordWorkerMethods({ directory, ...limits }, onTenantLost);
    return {
      upsert: async (items) => {
        for (const [tenantId, batch] of Map.groupBy(items, (item) => item.tenantId))
          calls.upsert(tenantId, batch);
      },
      remove: async (tenantId, entries) => calls.remove(tenantId, entries),
      findAll: async (tenantId, filter, limit) =>
        unpackIds(calls.search(tenantId, 'trains', filter, limit).ids),
      lookUp: async (tenantId, ids) => calls.fetch(tenantId, ids.join(''), {}).map(({ id }) => id),
      revisions: async (tenantId, { afterId, limit }) => calls.revisions(tenantId, afterId ?? '', limit),
      count: async (tenantId) => calls.count(tenantId),
      dropTenant: async (tenantId) => calls.dropTenant(tenantId),
      listTenants: async () => calls.listTenants(),
      close: async () => calls.close(),
    };
  },
});

test('what was removed is swept out while the index runs', () => {
  const directory = mkdtempSync(join(tmpdir(), 'loci-keyword-sweep-'));
  const calls = createKeywordWorkerMethods({ directory, maxOpenTenants: 1, maxMemoryBytes: 1e9 }, () => {});
  const tenantId = newId();
  const items = Array.from({ length: 500 }, (_, i) =>
    exampleItem(tenantId, { content: `needle w${i}`, tags: ['t'] }),
  );
  const rounds = 25;
  for (let revision = 1; revision <= rounds; revision++) {
    calls.upsert(
      tenantId,
      items.map((item) => ({ ...item, revision, content: `${item.content} round${revision}` })),
    );
  }
  expect(calls.search(tenantId, 'needle', { tags: ['t'] }, 1000).scores).toHaveLength(500);
  expect(calls.search(tenantId, `round${rounds - 1}`, {}, 1000).ids).toBe('');
  expect(calls.search(tenantId, `w7 round${rounds}`, {}, 1).ids).toBe(items[7]!.id);
  calls.close();
  const database = new DatabaseSync(join(directory, tenantId, 'keyword.db'));
  const { highest } = database.prepare('SELECT max(slot) AS highest FROM rows').get() as { highest: number };
  database.close();
  expect(highest).toBeLessThan((rounds * items.length) / 2);
  rmSync(directory, { recursive: true });
});
