import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { newId } from '@loci/core';
import type { IndexedItem } from '../../items/indexed-item.ts';
import { exampleItem } from '../../items/item-index.contract.ts';
import { describeKeywordIndexContract } from '../keyword-index.contract.ts';
import { createEmbeddedKeywordIndex } from './embedded-keyword-index.ts';

const root = mkdtempSync(join(tmpdir(), 'loci-keyword-index-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const create = () =>
  createEmbeddedKeywordIndex({
    directory: mkdtempSync(join(root, 'index-')),
    onTenantLost: (tenantId) => {
      throw new Error(`Unexpected loss of tenant ${tenantId}.`);
    },
  });

describeKeywordIndexContract({ create: async () => create() });

// Not part of the contract, because the frequencies of Elasticsearch are cached and include deleted items.
test.each(['removed', 'changed'] as const)(
  'a second hop ignores the names of an item that was %s',
  async (kind) => {
    const index = create();
    const tenant = newId();
    const contents = ['Opal wrote Stone Garden', 'Opal was born in Porto', 'We met Opal'];
    const items = contents.map((content) => exampleItem(tenant, { content }));
    const [first, answer, other] = items as [IndexedItem, IndexedItem, IndexedItem];
    await index.upsert(items);
    const find = () =>
      index.secondHop(tenant, {
        query: 'Where was the author of Stone Garden born?',
        bestId: first.id,
        ids: [answer.id],
      });
    expect(await find()).toEqual([answer.id]);
    const revision = other.revision + 1;
    if (kind === 'removed') await index.remove(tenant, [{ id: other.id, revision }]);
    else await index.upsert([{ ...other, revision, content: 'We drank tea' }]);
    expect(await find()).toEqual([]);
    await index.close();
  },
);
