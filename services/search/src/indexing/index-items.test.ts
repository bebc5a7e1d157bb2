import { describe, expect, jest, test } from '@jest/globals';
import { newId } from '@loci/core';
import { indexItems } from './index-items.ts';
import type { IndexItemsDeps } from './index-items.ts';

const removed = { tenantId: newId(), id: newId(), revision: 3, occurredAt: new Date(0).toISOString() };
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('indexing items', () => {
  test('reports items after both indexes were written and before their records are stored', async () => {
    const keyword = Promise.withResolvers<void>();
    const vector = Promise.withResolvers<void>();
    const stored = Promise.withResolvers<never>();
    const record = jest.fn();
    const indexing = indexItems(
      {
        database: { inSystemTransaction: () => stored.promise },
        keywordIndex: { upsert: async () => undefined, remove: () => keyword.promise },
        space: {
          embedder: { model: 'model' },
          index: { upsert: async () => undefined, remove: () => vector.promise },
        },
        previousSpace: async () => null,
        indexedRevisions: { record },
        now: () => new Date(0),
      } as unknown as IndexItemsDeps,
      [{ kind: 'memory', removed }],
    );
    keyword.resolve();
    await settle();
    expect(record).not.toHaveBeenCalled();
    vector.resolve();
    await settle();
    expect(record).toHaveBeenCalledWith(removed.tenantId, [
      expect.objectContaining({ id: removed.id, revision: 3 }),
    ]);
    stored.reject(new Error('The records cannot be stored.'));
    await expect(indexing).rejects.toThrow('The records cannot be stored.');
  });
});
