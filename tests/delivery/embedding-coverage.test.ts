import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { testCaller } from '@loci/testing';
import { startTestServices, REJECTED_CONTENT } from '../support/test-services.ts';
import type { TestServices } from '../support/test-services.ts';

/**
 * The consumers handle events only when a test delivers them, so each test reads the statistics while events
 * are queued.
 *
 * @see docs/reference/search.md#search-statistics
 */
describe('the embedding coverage', () => {
  let services: TestServices;
  let caller = testCaller();
  let ids: string[];
  beforeAll(async () => {
    services = await startTestServices();
  }, 60_000);
  afterAll(() => services.close());

  beforeEach(async () => {
    caller = testCaller();
    ids = [];
    for (const content of ['Ada drinks tea.', 'Bob drinks coffee.', 'Eve drinks milk.', 'Kim drinks water.'])
      ids.push(await store(content));
    await services.deliverAll(caller.tenantId);
  });

  const memory = () => services.as(caller, 'memory');
  const store = async (content: string): Promise<string> =>
    (await memory().post('/api/v2/memories').send({ content })).body.data.id;
  const coverage = async (): Promise<number> =>
    (await services.as(caller, 'search').get('/api/v2/search/stats')).body.data.embedding_coverage;
  /** Returns the coverage before and after the queued events are delivered. */
  const coverageWhileQueued = async (): Promise<number[]> => {
    const queued = await coverage();
    await services.deliverAll(caller.tenantId);
    return [queued, await coverage()];
  };

  test('counts a memory as not embedded while the event of its creation is queued', async () => {
    await store('Zoe drinks juice.');
    expect(await coverageWhileQueued()).toEqual([4 / 5, 1]);
  });

  test('does not count a deleted memory while the event of its deletion is queued', async () => {
    await store('Zoe drinks juice.');
    await memory().delete(`/api/v2/memories/${ids[0]}`);
    expect(await coverageWhileQueued()).toEqual([3 / 4, 1]);
  });

  test('counts a memory as not embedded while the event of an update of its content is queued', async () => {
    await memory().put(`/api/v2/memories/${ids[0]}`).send({ content: 'Ada drinks cocoa.' });
    expect(await coverageWhileQueued()).toEqual([3 / 4, 1]);
  });

  test('counts a memory as embedded while the event of an update without new content is queued', async () => {
    await memory().put(`/api/v2/memories/${ids[0]}`).send({ importance: 0.9 });
    expect(await coverageWhileQueued()).toEqual([1, 1]);
  });

  test('counts the new version of an evolved memory as not embedded while its events are queued', async () => {
    await memory()
      .post(`/api/v2/memories/${ids[0]}/evolve`)
      .send({ new_content: 'Ada drinks cocoa.', evolution_type: 'update' });
    expect(await coverageWhileQueued()).toEqual([3 / 4, 1]);
  });

  test('counts a memory whose content the model rejects as not embedded', async () => {
    await memory().put(`/api/v2/memories/${ids[0]}`).send({ content: REJECTED_CONTENT });
    expect(await coverageWhileQueued()).toEqual([3 / 4, 3 / 4]);
  });

  test('is exact at each moment while 40 memories are stored, updated, evolved and deleted', async () => {
    for (let i = 0; i < 40; i++) {
      const id = await store(`Note ${i} about tea.`);
      if (i % 4 === 1)
        await memory()
          .put(`/api/v2/memories/${id}`)
          .send({ content: `Note ${i} about milk.` });
      if (i % 4 === 2) await memory().delete(`/api/v2/memories/${ids.pop()}`);
      if (i % 4 === 3)
        await memory()
          .post(`/api/v2/memories/${id}/evolve`)
          .send({ new_content: `Note ${i} about juice.`, evolution_type: 'update' });
      if (i % 4 === 0) ids.push(id);
      if (i % 5 === 0) await services.deliverAll(caller.tenantId);
      const [{ share }] = (await services.query<{ share: number }>(
        'memory',
        caller.tenantId,
        `SELECT avg((embedding_status = 'completed')::int)::float8 AS share FROM memories WHERE is_active`,
        [],
      )) as [{ share: number }];
      expect(await coverage()).toBeCloseTo(share, 12);
    }
  });
});
