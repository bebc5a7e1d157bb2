import { describe, expect, jest, test } from '@jest/globals';
import { newId } from '@loci/core';
import { createIndexedRevisions } from '../indexing/indexed-revisions.ts';
import { awaitItems } from './await-items.ts';
import type { AwaitItemsDeps } from './await-items.ts';

const tenantId = newId();
const items = [{ id: newId(), revision: 1 }];
const { signal } = new AbortController();

/** Creates dependencies without a record of any item in PostgreSQL. */
function createDeps() {
  const query = jest.fn(async () => items.map(({ id }) => ({ id })));
  const deps = {
    inTransaction: (async (_: string, work: (tx: unknown) => unknown) => work({ query })) as never,
    indexedRevisions: createIndexedRevisions(),
    expediteIndexing: jest.fn(),
  } satisfies AwaitItemsDeps;
  const wait = (timeoutMs: number) =>
    awaitItems(deps, { tenant_id: tenantId, items, timeout_ms: timeoutMs }, signal);
  return { deps, query, wait };
}

describe('awaiting items', () => {
  test('needs no query for items that this process has indexed', async () => {
    const { deps, query, wait } = createDeps();
    deps.indexedRevisions.record(tenantId, items);
    expect(await wait(1_000)).toEqual([]);
    expect(query).not.toHaveBeenCalled();
    expect(deps.expediteIndexing).not.toHaveBeenCalled();
  });

  test('ends as soon as this process has indexed the items, before their records are stored', async () => {
    const { deps, wait } = createDeps();
    const waiting = wait(60_000);
    deps.indexedRevisions.record(tenantId, [{ id: newId(), revision: 1 }]);
    setTimeout(() => deps.indexedRevisions.record(tenantId, items), 20);
    expect(await waiting).toEqual([]);
  });

  test('does not miss items that are indexed during the query for their records', async () => {
    const { deps, query, wait } = createDeps();
    query.mockImplementation(async () => {
      deps.indexedRevisions.record(tenantId, items);
      return items.map(({ id }) => ({ id }));
    });
    expect(await wait(0)).toEqual([]);
  });

  test('finds items that another process indexes', async () => {
    const { query, wait } = createDeps();
    const waiting = wait(60_000);
    query.mockImplementation(async () => []);
    expect(await waiting).toEqual([]);
  });

  test('expedites the indexing of unknown items', async () => {
    const { deps, wait } = createDeps();
    expect(await wait(0)).toEqual([items[0]!.id]);
    expect(deps.expediteIndexing).toHaveBeenCalled();
  });
});
