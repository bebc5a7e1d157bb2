import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openStandalonePlatform } from '../e2e/open-standalone-platform.ts';
import { connectToPlatform } from '../e2e/test-platform.ts';
import type { TestPlatform } from '../e2e/test-platform.ts';
import type { Json } from '../support/api-connection.ts';
import { eventually } from '../support/eventually.ts';
import type { Tenant } from '../support/tenants.ts';

const BULK = 1_000;
const ERASED_TIMEOUT_MS = 60_000;

let platform: TestPlatform;
beforeAll(async () => {
  platform = await connectToPlatform(await openStandalonePlatform());
}, 120_000);
afterAll(() => platform.close());

/** Returns all states of a tenant, read in pages. */
async function exportStates(tenant: Tenant): Promise<Json[]> {
  const states: Json[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const suffix: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const page: Json = await tenant.data('GET', `/api/v2/memory-states?per_page=100${suffix}`);
    states.push(...page.states);
    cursor = page.next_cursor;
  }
  return states;
}

const restore = (tenant: Tenant, states: readonly Json[]): Promise<Json> =>
  tenant.data('POST', '/api/v2/memory-states/restore', { states });

const sorted = (states: readonly Json[]): string[] => states.map((state) => JSON.stringify(state)).sort();

describe('restored memory states', () => {
  it('equal the export byte for byte, and searches and the graph find them', async () => {
    const source = await platform.createTenant();
    const create = async (content: string): Promise<string> =>
      (await source.data('POST', '/api/v2/memories', { content })).id;
    const [harbor, tea] = [await create('The harbor opens at dawn.'), await create('Ada prefers tea.')];
    await source.data('PUT', `/api/v2/memories/${tea}`, { content: 'Ada prefers green tea.' });
    const evolution = { new_content: 'The harbor opens at noon.', evolution_type: 'update' };
    const { new_memory_id: noon } = await source.data('POST', `/api/v2/memories/${harbor}/evolve`, evolution);
    const exported = await exportStates(source);
    expect(exported).toHaveLength(5);

    const target = await platform.createTenant();
    expect(await restore(target, exported)).toMatchObject({ restored: 5, failed: 0 });
    expect(sorted(await exportStates(target))).toEqual(sorted(exported));
    await eventually(async () => {
      const { items } = await target.data('POST', '/api/v2/search/hybrid', {
        query: 'When does the harbor open?',
      });
      expect(items.map(({ id }: Json) => id)).toContain(noon);
      expect(items.map(({ id }: Json) => id)).not.toContain(harbor);
    });
    const related = { from_id: tea, to_id: noon, relationship_type: 'references' };
    expect((await target.data('POST', '/api/v2/relationships', related)).from_id).toBe(tea);
    expect((await source.call('GET', `/api/v2/memories/${tea}`)).body.data.user_id).toBe(
      exported[0]!.user_id,
    );
  });

  it('are erased with the user who was the author in the export', async () => {
    const source = await platform.createTenant();
    await source.data('POST', '/api/v2/memories', { content: 'The gate is green.' });
    const target = await platform.createTenant();
    const author = await target.createUser();
    const states = (await exportStates(source)).map((state) => ({ ...state, user_id: author }));
    await restore(target, states);
    await target.data('POST', '/api/v2/erasures', { user_id: author, confirm: author });
    await eventually(async () => {
      expect(await exportStates(target)).toEqual([]);
    }, ERASED_TIMEOUT_MS);
  }, 90_000);

  it('of 1,000 memories are restored with one request', async () => {
    const source = await platform.createTenant();
    const memories = Array.from({ length: BULK }, (_, index) => ({
      content: `Fact ${index} about the harbor.`,
    }));
    await source.data('POST', '/api/v2/memories/bulk', { memories });
    const exported = await exportStates(source);
    const target = await platform.createTenant();
    expect(await restore(target, exported)).toMatchObject({ restored: BULK, failed: 0 });
    expect(sorted(await exportStates(target))).toEqual(sorted(exported));
  });
});
