import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Json } from '../support/api-connection.ts';
import type { Tenant } from '../support/tenants.ts';
import { createPlatformSettings, readPostmasterPid, startPlatform } from '../support/platform-process.ts';
import type { PlatformSettings, PlatformProcess } from '../support/platform-process.ts';
import { createTemporaryFolder } from '../support/temporary-folder.ts';
import { lockTable } from './lock-table.ts';
import {
  waitUntilConsumed,
  revisionDifferences,
  readIndexedRevisions,
  readStoredRevisions,
} from './index-consistency.ts';
import type { Revisions } from './index-consistency.ts';
import { disagreements, relationshipsInTruth } from './service-agreement.ts';

const AGREE_WITHIN_MS = 40_000;

/**
 * Each round holds one table still, so that the memory service has committed and one of the others stands in the
 * middle of its work, and kills everything there.
 * @see issue "Faults": kill -9 between memory, graph and search: they converge
 */
describe('kill -9 between memory, graph, search and analysis: they converge, without a reconciler', () => {
  const folder = createTemporaryFolder();
  let home: PlatformSettings;
  let platform: PlatformProcess;
  const rounds: { tenantId: string; truth: Revisions }[] = [];

  beforeAll(async () => {
    home = await createPlatformSettings(folder.path);
    platform = await startPlatform(home);
  }, 60_000);
  afterAll(async () => {
    await platform.killProcessGroup();
    folder.remove();
  });

  test.each([
    // Both indexes have the changes, nobody has noted so, and the memory service was not told.
    { table: 'search.items', alsoDatabase: false, relates: true },
    // Not even the first look at a new or deleted memory is noted.
    { table: 'graph.known_memories', alsoDatabase: true, relates: false },
    // A deleted memory is known as such, its relationships are still there; what follows from evolutions is not.
    { table: 'graph.relationships', alsoDatabase: false, relates: false },
    { table: 'analysis.analysed_memories', alsoDatabase: true, relates: true },
    // Everything is done, and nobody remembers: all of it comes again.
    { table: 'events.positions', alsoDatabase: false, relates: true },
  ])(
    'while $table is wanted (PostgreSQL killed as well: $alsoDatabase)',
    async ({ table, alsoDatabase, relates }) => {
      const tenant = await platform.createTenant();
      const before = await storeMemories(tenant);
      await relateMemories(tenant, before.slice(0, 4));
      await waitUntilConsumed(platform, AGREE_WITHIN_MS);
      const held = await lockTable(home.dataDir, table);
      try {
        await changeMemories(tenant, before);
        if (relates) await relateMemories(tenant, before.slice(4, 8));
        await held.waitUntilBlocked();
        if (alsoDatabase) process.kill(readPostmasterPid(home.dataDir), 'SIGKILL');
        await platform.killProcessGroup();
      } finally {
        await held.release();
      }

      platform = await startPlatform(home);
      await waitUntilConsumed(platform, AGREE_WITHIN_MS);
      expect(await disagreements(home.dataDir, tenant.tenantId)).toEqual([]);
      expect(await walked(tenant)).toEqual(await relationshipsInTruth(home.dataDir, tenant.tenantId));
      expect(await repairs(platform)).toEqual([]);
      rounds.push({
        tenantId: tenant.tenantId,
        truth: await readStoredRevisions(home.dataDir, tenant.tenantId),
      });
    },
    150_000,
  );

  test('and both indexes hold the same (id, revision) of every round', async () => {
    await platform.killProcessGroup();
    expect(rounds.length).toBeGreaterThan(0);
    for (const { tenantId, truth } of rounds) {
      expect(truth.size).toBeGreaterThan(10);
      const { keyword, vector } = await readIndexedRevisions(home.dataDir, tenantId);
      expect([revisionDifferences(truth, keyword), revisionDifferences(truth, vector)]).toEqual([[], []]);
    }
  });
});

const storeMemories = (tenant: Tenant): Promise<string[]> =>
  Promise.all(
    Array.from({ length: 14 }, async (_, i) => {
      const body = { content: `Ship ${i} lies in the harbour.`, tags: ['ships'] };
      return (await tenant.data('POST', '/api/v2/memories', body)).id;
    }),
  );

/** Each with the next one, one pair of them by two halves and one by a contradiction. */
async function relateMemories(tenant: Tenant, ids: readonly string[]): Promise<void> {
  const [a, b, c, d] = ids;
  for (const body of [
    { from_id: a, to_id: b, relationship_type: 'supports' },
    { from_id: b, to_id: c, relationship_type: 'follows', direction_type: 'BIDIRECTIONAL' },
    {
      from_id: c,
      to_id: d,
      relationship_type: 'parent_of',
      direction_type: 'INVERSE_PAIRED',
      inverse_type: 'child_of',
    },
    { from_id: d, to_id: a, relationship_type: 'contradicts' },
  ]) {
    await tenant.data('POST', '/api/v2/relationships', body);
  }
}

/** Through the memory service alone: everything that the others have to follow. */
async function changeMemories(tenant: Tenant, ids: readonly string[]): Promise<void> {
  const evolve = (id: string | undefined, evolution_type: string): Promise<Json> =>
    tenant.data('POST', `/api/v2/memories/${id}/evolve`, { new_content: 'It sailed.', evolution_type });
  const report = (source: string | undefined, target: string | undefined): Promise<Json> =>
    tenant.data('POST', '/api/v2/memories/contradictions', {
      source_memory_id: source,
      target_memory_id: target,
      contradiction_type: 'direct',
    });
  await storeMemories(tenant);
  await tenant.data('PUT', `/api/v2/memories/${ids[8]}`, { content: 'Ship 8 sank.' });
  await tenant.data('PUT', `/api/v2/memories/${ids[9]}`, { importance: 1 });
  const { new_memory_id: second } = await evolve(ids[10], 'correction');
  await evolve(second, 'contradiction');
  await evolve(ids[0], 'deprecation');
  await report(ids[8], ids[9]);
  const { id } = await report(ids[11], ids[12]);
  await tenant.data('POST', `/api/v2/memories/contradictions/${id}/resolve`, {
    resolution: 'create_new',
    new_content: 'Ships come and go.',
  });
  await tenant.data('DELETE', `/api/v2/memories/${ids[1]}`);
  await tenant.data('DELETE', `/api/v2/memories/${ids[13]}`);
}

/** Every relationship that a walk from any memory passes. */
async function walked(tenant: Tenant): Promise<string[]> {
  const { items } = await tenant.data('GET', '/api/v2/memories?per_page=100&include_inactive=true');
  const found = new Set<string>();
  for (const { id } of items) {
    const { paths } = await tenant.data('POST', '/api/v2/relationships/traverse', {
      start_memory_id: id,
      max_depth: 1,
    });
    for (const { relationships } of paths) for (const relationship of relationships) found.add(relationship);
  }
  return [...found].sort();
}

/** What a reconciler had to mend; it first looks some seconds after the start. */
async function repairs(platform: PlatformProcess): Promise<string[]> {
  const { text } = await platform.sendToAdminPort({ method: 'GET', path: '/metrics' });
  return [...text.matchAll(/^loci_index_drift_items\{.*\} (\d+)$/gm)]
    .filter(([, items]) => items !== '0')
    .map(([line]) => line);
}
