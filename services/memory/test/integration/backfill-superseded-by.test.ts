import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { testCaller } from '@loci/testing';
import { resolve, storeContradiction } from '../contradiction-requests.fixture.ts';
import { startMemoryService, storeMemory } from '../memory-service.fixture.ts';
import type { ApiResponse, MemoryFixture } from '../memory-service.fixture.ts';

const MIGRATION = new URL('../../migrations/0005-add-superseded-by.sql', import.meta.url);

let fixture: MemoryFixture;
beforeAll(async () => {
  fixture = await startMemoryService();
});
afterAll(() => fixture.close());

test('the migration computes superseded_by of versions that were replaced before the upgrade', async () => {
  const caller = testCaller();
  const evolve = async (id: string, new_content: string): Promise<string> => {
    const body = { new_content, evolution_type: 'update' };
    const response = (await fixture
      .as(caller)
      .post(`/api/v2/memories/${id}/evolve`)
      .send(body)) as ApiResponse;
    return String(response.body.data['new_memory_id']);
  };
  const { id: first } = await storeMemory(fixture, caller);
  await evolve(await evolve(first, 'second'), 'third');
  for (const body of [{ resolution: 'create_new', new_content: 'both' }, { resolution: 'choose_memory_1' }]) {
    const { id } = await storeContradiction(fixture, caller);
    expect((await resolve(fixture, caller, id, body)).status).toBe(200);
  }

  await fixture.database.inTransaction(caller.tenantId, async (tx) => {
    const read = () =>
      tx.query<{ id: string; superseded_by: string | null }>(
        'SELECT id, superseded_by FROM memories WHERE tenant_id = $1 ORDER BY id',
        [caller.tenantId],
      );
    const expected = await read();
    expect(expected.filter(({ superseded_by: successor }) => successor !== null)).toHaveLength(4);
    await tx.query('UPDATE memories SET superseded_by = NULL WHERE tenant_id = $1', [caller.tenantId]);
    for (const [update] of readFileSync(MIGRATION, 'utf8').matchAll(/^UPDATE [^;]+;/gm))
      await tx.query(update);
    expect(await read()).toEqual(expected);
  });
});
