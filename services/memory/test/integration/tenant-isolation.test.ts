import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { MEMORY_MIGRATIONS } from '@loci/memory-service';
import { migrateServices } from '@loci/postgres';
import { testCaller } from '@loci/testing';
import { storeContradiction } from '../contradiction-requests.fixture.ts';
import { event, startMemoryService, storeMemory } from '../memory-service.fixture.ts';
import type { MemoryFixture } from '../memory-service.fixture.ts';

const TABLES = [
  'memories',
  'deleted_versions',
  'tags',
  'memory_tags',
  'counters',
  'counter_changes',
  'outbox',
  'relationship_projection',
  'contradictions',
  'retention_defaults',
  'secret_filters',
  'reader_settings',
  'saved_searches',
  'memory_readers',
];
const [ada, bob] = [testCaller(), testCaller()];
let fixture: MemoryFixture;

beforeAll(async () => {
  fixture = await startMemoryService();
  // The job `fold-counters` moves the changes of these memories to `counters`. Later changes stay in
  // `counter_changes`.
  for (const caller of [ada, bob]) await storeMemory(fixture, caller);
  await fixture.runJob('fold-counters');
  for (const caller of [ada, bob]) {
    const { id } = await storeMemory(fixture, caller);
    await fixture
      .as(caller)
      .post(`/api/v2/memories/${id}/evolve`)
      .send({ new_content: 'A new version.', evolution_type: 'update' });
    await fixture.as(caller).delete(`/api/v2/memories/${id}`);
    await fixture.as(caller).put('/api/v2/settings/retention').send({ defaults: [] });
    await fixture.as(caller).put('/api/v2/settings/secret-filter').send({ action: 'off' });
    await fixture.as(caller).put('/api/v2/settings/readers').send({ recording: true });
    await fixture.as(caller).post('/api/v2/saved-searches').send({ name: 'Tea', parameters: {} });
    const { id: readId } = await storeMemory(fixture, caller);
    await fixture.as(caller).get(`/api/v2/memories/${readId}`);
    await fixture.runJob('flush-reads');
    const { source, target } = await storeContradiction(fixture, caller);
    await fixture.consume(
      'memory-relationships',
      event('relationship', 'relationship.created', caller.tenantId, 1, {
        id: source.replace(/^.{8}/, '00000000'),
        from_id: source,
        to_id: target,
        relationship_type: 'supports',
        direction_type: 'DIRECTED',
        strength: 0.5,
        confidence: 0.5,
        created_at: new Date().toISOString(),
        updated_at: new Date().toISOString(),
        origin: 'user',
        created_by: 'u',
      }),
    );
  }
});
afterAll(() => fixture.close());

const tenantsIn = async (table: string): Promise<string[]> => {
  const rows = await fixture.database.inTransaction(ada.tenantId, (tx) =>
    tx.query<{ tenant_id: string }>(`SELECT DISTINCT tenant_id FROM ${table}`),
  );
  return rows.map((row) => row.tenant_id);
};

test.each(TABLES)(
  'row-level security hides rows of other tenants in %s from a query without a tenant filter',
  async (table) => {
    const all = await fixture.database.inSystemTransaction((tx) =>
      tx.query<{ tenant_id: string }>(`SELECT DISTINCT tenant_id FROM ${table}`),
    );
    expect(all.map((row) => row.tenant_id).sort()).toEqual([ada.tenantId, bob.tenantId].sort());
    expect(await tenantsIn(table)).toEqual([ada.tenantId]);
  },
);

test('row-level security hides rows of other tenants from an UPDATE without a tenant filter', async () => {
  const changed = await fixture.database.inTransaction(ada.tenantId, (tx) =>
    tx.query<{ tenant_id: string }>('UPDATE memories SET access_count = access_count RETURNING tenant_id'),
  );
  expect(new Set(changed.map((row) => row.tenant_id))).toEqual(new Set([ada.tenantId]));
});

test('row-level security rejects an INSERT with the id of another tenant', async () => {
  const insert = fixture.database.inTransaction(ada.tenantId, (tx) =>
    tx.query(`INSERT INTO tags (tenant_id, name, id, created_at) VALUES ($1, 'x', $1, now())`, [
      bob.tenantId,
    ]),
  );
  await expect(insert).rejects.toMatchObject({ code: '42501' });
});

test('every table of the schema memory with data of tenants has row-level security', async () => {
  const rows = await fixture.database.inSystemTransaction((tx) =>
    tx.query<{ relname: string }>(
      `SELECT relname FROM pg_class WHERE relnamespace = 'memory'::regnamespace AND relkind = 'r'
         AND NOT (relrowsecurity AND relforcerowsecurity)`,
    ),
  );
  // These tables contain numbers of migrations and offsets of Kafka topics.
  expect(rows.map((row) => row.relname).sort()).toEqual(['consumer_progress', 'migrations', 'relay_offsets']);
});

test('the role of the memory service cannot create tables', async () => {
  const ddl = fixture.database.inSystemTransaction((tx) => tx.query('CREATE TABLE memory.mine (id int)'));
  await expect(ddl).rejects.toMatchObject({ code: '42501' });
});

test('the migrations of the memory service can be applied again by two concurrent calls', async () => {
  const service = { service: 'memory', migrationsDir: MEMORY_MIGRATIONS, rolePassword: null };
  await Promise.all([
    migrateServices(fixture.testDatabase.admin, [service]),
    migrateServices(fixture.testDatabase.admin, [service]),
  ]);
  await storeMemory(fixture, ada);
});
