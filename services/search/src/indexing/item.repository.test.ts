import { expect, test } from '@jest/globals';
import { newId } from '@loci/core';
import { SEARCH_MIGRATIONS } from '../migrations.ts';
import { createTestDatabase } from '@loci/testing';
import { itemRepository } from './item.repository.ts';
import type { ItemRecord } from './item.repository.ts';

test('concurrent saves of the same records in opposite orders do not deadlock', async () => {
  const testDatabase = await createTestDatabase({ search: SEARCH_MIGRATIONS });
  const database = testDatabase.open('search');
  const tenantId = newId();
  const now = new Date();
  const record = (revision: number, id: string): ItemRecord => ({
    tenantId,
    id,
    revision,
    deleted: false,
    kind: 'memory',
    contentRevision: 1,
    embeddingStatus: 'completed',
    model: 'test',
    conversationId: null,
    documentId: null,
    occurredAt: now.toISOString(),
  });
  const ids = Array.from({ length: 2_000 }, newId);
  const save = (revision: number, ordered: readonly string[]) =>
    database.inSystemTransaction((tx) =>
      itemRepository.save(
        tx,
        ordered.map((id) => record(revision, id)),
        now,
      ),
    );
  try {
    for (let round = 1; round <= 5; round++)
      await Promise.all([save(round, ids), save(round, ids.toReversed()), save(round, ids)]);
    const saved = await database.inSystemTransaction((tx) => itemRepository.find(tx, ids));
    expect(saved.size).toBe(ids.length);
  } finally {
    await testDatabase.close();
  }
}, 60_000);
