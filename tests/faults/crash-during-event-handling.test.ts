import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Json } from '../support/api-connection.ts';
import type { Tenant } from '../support/tenants.ts';
import { createPlatformSettings, readPostmasterPid, startPlatform } from '../support/platform-process.ts';
import type { PlatformSettings, PlatformProcess } from '../support/platform-process.ts';
import { createTemporaryFolder } from '../support/temporary-folder.ts';
import { lockTable } from './lock-table.ts';
import {
  NO_DIFFERENCES,
  findIndexDifferences,
  readStoredRevisions,
  waitUntilConsumed,
} from './index-consistency.ts';
import { findInconsistencies, storedRelationshipIds } from './service-consistency.ts';

const CONSISTENCY_TIMEOUT_MS = 40_000;

/**
 * Locks one table, so that a consumer blocks while it handles an event of the memory service. Kills the
 * platform while the consumer is blocked.
 *
 * @see docs/reference/events.md#delivery-guarantees
 */
describe('a crash while a consumer handles events', () => {
  const folder = createTemporaryFolder();
  let settings: PlatformSettings;
  let platform: PlatformProcess;

  beforeAll(async () => {
    settings = await createPlatformSettings(folder.path);
    platform = await startPlatform(settings);
  }, 60_000);
  afterAll(async () => {
    await platform.killProcessGroup();
    folder.remove();
  });

  test.each([
    // At the crash, the indexes contain the changes, but neither search.items nor the embedding status
    // reflects them.
    { table: 'search.items', alsoDatabase: false, relates: true },
    // At the crash, the graph service has recorded neither new nor deleted memories.
    { table: 'graph.known_memories', alsoDatabase: true, relates: false },
    // At the crash, deleted memories are recorded, but their relationships still exist, and relationships of
    // evolutions are missing.
    { table: 'graph.relationships', alsoDatabase: false, relates: false },
    { table: 'analysis.analyzed_memories', alsoDatabase: true, relates: true },
    // At the crash, all events are processed, but their positions are not committed, so the events are
    // delivered again.
    { table: 'events.positions', alsoDatabase: false, relates: true },
  ])(
    'leaves services consistent without reconciliation (blocked at $table, PostgreSQL killed: $alsoDatabase)',
    async ({ table, alsoDatabase, relates }) => {
      const tenant = await platform.createTenant();
      const memories = await storeMemories(tenant);
      await relateMemories(tenant, memories.slice(0, 4));
      await waitUntilConsumed(platform, CONSISTENCY_TIMEOUT_MS);
      const lock = await lockTable(settings.dataDir, table);
      try {
        await changeMemories(tenant, memories);
        if (relates) await relateMemories(tenant, memories.slice(4, 8));
        await lock.waitUntilBlocked();
        if (alsoDatabase) process.kill(readPostmasterPid(settings.dataDir), 'SIGKILL');
        await platform.killProcessGroup();
      } finally {
        await lock.release();
      }

      platform = await startPlatform(settings);
      await waitUntilConsumed(platform, CONSISTENCY_TIMEOUT_MS);
      expect(await findInconsistencies(settings.dataDir, tenant.tenantId)).toEqual([]);
      expect(await traversedRelationshipIds(tenant)).toEqual(
        await storedRelationshipIds(settings.dataDir, tenant.tenantId),
      );
      expect(await readRepairs(platform)).toEqual([]);

      const stored = await readStoredRevisions(settings.dataDir, tenant.tenantId);
      expect(stored.size).toBeGreaterThan(10);
      await platform.killProcessGroup();
      expect(await findIndexDifferences(settings.dataDir, tenant.tenantId, stored)).toEqual(NO_DIFFERENCES);
      platform = await startPlatform(settings);
    },
    150_000,
  );
});

const storeMemories = (tenant: Tenant): Promise<string[]> =>
  Promise.all(
    Array.from({ length: 14 }, async (_, i) => {
      const body = { content: `Ship ${i} lies in the harbor.`, tags: ['ships'] };
      return (await tenant.data('POST', '/api/v2/memories', body)).id;
    }),
  );

/** Creates relationships of every direction type between consecutive memories, and a contradiction. */
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

/** Performs every kind of change in the memory service that other services must apply. */
async function changeMemories(tenant: Tenant, ids: readonly string[]): Promise<void> {
  const evolve = (id: string | undefined, evolution_type: string): Promise<Json> =>
    tenant.data('POST', `/api/v2/memories/${id}/evolve`, {
      new_content: `The ship sailed (${evolution_type}).`,
      evolution_type,
    });
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

/** Returns the ids of all relationships that traversals from the memories of the tenant find. */
async function traversedRelationshipIds(tenant: Tenant): Promise<string[]> {
  const { items } = await tenant.data('GET', '/api/v2/memories?per_page=100&include_inactive=true');
  const found = new Set<string>();
  for (const { id } of items) {
    const { paths } = await tenant.data('POST', '/api/v2/relationships/traverse', {
      start_memory_id: id,
      max_depth: 1,
      include_inactive: true,
    });
    for (const { relationships } of paths) for (const relationship of relationships) found.add(relationship);
  }
  return [...found].sort();
}

/**
 * Returns the metrics of items that a reconciler has repaired. Reconcilers first run seconds after the start.
 */
async function readRepairs(platform: PlatformProcess): Promise<string[]> {
  const { text } = await platform.sendToAdminPort({ method: 'GET', path: '/metrics' });
  return [...text.matchAll(/^loci_index_drift_items\{.*\} (\d+)$/gm)]
    .filter(([, items]) => items !== '0')
    .map(([line]) => line);
}
