import { randomBytes, randomUUID } from 'node:crypto';
import { appendFileSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { exportAccount } from '@loci/account-export';
import { SCHEMA_NAMES } from '@loci/cli';
import { Loci } from '@loci/client';
import { PROTECTED_MEMORY_TYPES } from '@loci/contracts';
import { createNeo4jGraphStore } from '@loci/graph-service/neo4j';
import { databaseOptionsFromUrl, openDatabase } from '@loci/postgres';
import type { Database } from '@loci/postgres';
import { createBucket, startEngines } from '@loci/test-engines';
import type { TestEngines } from '@loci/test-engines';
import { integrationEngines } from '@loci/testing/integration-engines';
import { createTestEnvironment, openDistributedPlatform } from '../e2e/open-distributed-platform.ts';
import type { TestEnvironment } from '../e2e/open-distributed-platform.ts';
import type { PlatformAddress } from '../e2e/open-standalone-platform.ts';
import { WEBHOOK_URL } from '../e2e/sample-records.ts';
import { openApiConnection } from '../support/api-connection.ts';
import type { ApiResponse } from '../support/api-connection.ts';
import { prepareCommands } from '../support/backup-commands.ts';
import type { RunCommands } from '../support/backup-commands.ts';
import { documentedCommand, documentedCommands } from '../../infra/documentation/src/documented-commands.ts';
import { eventually } from '../support/eventually.ts';
import { fillTenant } from '../support/fill-tenant.ts';
import { ALL_PERMISSIONS, createTenant } from '../support/tenants.ts';

const QUERIES = ['ships', 'automatic lighthouse', 'Skerryvore keeper 3', 'log of the lighthouse'];
const PASSPHRASE = 'a passphrase of this test';
const ROLE_PASSWORD = 'of-this-test';
const TIMEOUT_MS = 300_000;
const TEST = 'tests/recovery/restore-drill.integration.test.ts';
const PAGE = 'docs/recovery.md';
const SCRIPTS = 'k8s/components/backup/scripts';

/** State of a tenant that clients can read. */
interface Snapshot {
  tenantId: string;
  apiKey: string;
  /** Records of the export: memories with versions, relationships, files of documents, artifacts and the persona. */
  records: string[];
  /** IDs of the results, by query. */
  results: string[][];
  webhooks: string[];
}

const openClient = (platform: PlatformAddress, apiKey: string): Loci =>
  new Loci({ baseUrl: platform.baseUrl, apiKey });

async function readRecords(loci: Loci): Promise<string[]> {
  const records: string[] = [];
  for await (const record of exportAccount(loci)) records.push(JSON.stringify(record));
  return records;
}

const search = (loci: Loci): Promise<string[][]> =>
  Promise.all(
    QUERIES.map(async (query) => (await loci.search.hybrid({ query, limit: 10 })).items.map(({ id }) => id)),
  );

const listWebhooks = async (loci: Loci): Promise<string[]> =>
  (await loci.webhooks.list()).items.map(({ id, url }) => `${id} ${url}`);

async function withAdmin<T>(url: string, work: (database: Database) => Promise<T>): Promise<T> {
  const database = openDatabase({
    ...databaseOptionsFromUrl(url),
    applicationName: 'restore-drill',
    maxConnections: 1,
  });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

const queryAdmin = <Row>(url: string, sql: string): Promise<Row[]> =>
  withAdmin(url, (database) => database.inSystemTransaction((tx) => tx.query<Row>(sql)));

/** Variables of `npm run db:migrate` for a database. */
const migrationVariables = (databaseUrl: string): Record<string, string> => ({
  DATABASE_ADMIN_URL: databaseUrl,
  ...Object.fromEntries(
    SCHEMA_NAMES.map((schema) => {
      const url = new URL(databaseUrl);
      url.username = `loci_${schema}`;
      url.password = ROLE_PASSWORD;
      return [`${schema.toUpperCase()}_DATABASE_URL`, url.href];
    }),
  ),
});

/** Variables of the scripts for the bucket of a platform and the bucket of the backups. */
function bucketVariables(bucket: string, backupBucket: string): Record<string, string> {
  const { endpoint, region, accessKeyId, secretAccessKey } = integrationEngines().s3;
  const remote = (prefix: string, name: string): Record<string, string> => ({
    [`${prefix}_BUCKET`]: name,
    [`${prefix}_ENDPOINT`]: endpoint,
    [`${prefix}_REGION`]: region,
    [`${prefix}_FORCE_PATH_STYLE`]: 'true',
    [`${prefix}_ACCESS_KEY_ID`]: accessKeyId,
    [`${prefix}_SECRET_ACCESS_KEY`]: secretAccessKey,
  });
  return {
    ...remote('S3', bucket),
    ...remote('BACKUP_S3', backupBucket),
    BACKUP_PASSPHRASE: PASSPHRASE,
    BACKUP_RETENTION_DAYS: '30',
  };
}

/** Artifacts that exist before the first backup. The load deletes them. */
const oldArtifact = (n: number): string => `/old/${n}.md`;
const OLD_ARTIFACTS = 40;

/** Stores memories, artifacts and documents, and deletes old artifacts, until `stop` is called. Returns the number of writes. */
function startLoad(loci: Loci): { writes(): number; stop(): Promise<number> } {
  let isRunning = true;
  let writes = 0;
  const run = async (worker: number): Promise<void> => {
    for (let i = worker; isRunning; i += 2) {
      const { id } = await loci.memories.create({ content: `Load ${i}` });
      await loci.artifacts.save({ path: `/load/${i}.md`, content: `Load ${i}` });
      await loci.documents.upload({ file: new Blob([`Document ${i}`]), filename: 'load.txt' });
      if (i % 4 < 2) await loci.memories.delete(id);
      if (i < OLD_ARTIFACTS) await loci.artifacts.delete({ path: oldArtifact(i) });
      writes++;
    }
  };
  const workers = [0, 1].map(run);
  return {
    writes: () => writes,
    stop: async () => {
      isRunning = false;
      await Promise.all(workers);
      return writes;
    },
  };
}

/**
 * Backs up a distributed platform under load with the scripts of the backup, and restores it into a new PostgreSQL server, a
 * new bucket and empty indexes.
 *
 * @see docs/recovery.md#back-up-a-cluster
 */
describe('a restore drill of the distributed platform', () => {
  const backupDir = mkdtempSync(join(tmpdir(), 'loci-drill-'));
  const restoreDir = mkdtempSync(join(tmpdir(), 'loci-drill-restore-'));
  const secretsDir = mkdtempSync(join(tmpdir(), 'loci-drill-secrets-'));
  const snapshots: Snapshot[] = [];
  let runCommands: RunCommands;
  let engines: TestEngines;
  let source: TestEnvironment;
  let target: TestEnvironment;
  let platform: PlatformAddress;
  let loadKey: string;
  let pendingMemory: string;
  let restoreOutput: string;
  let writes: number;
  let times: Record<string, number>;
  let scriptVariables: Record<string, string>;

  async function fillPlatform(running: PlatformAddress): Promise<void> {
    const [auth, gateway] = [openApiConnection(running.authUrl), openApiConnection(running.baseUrl)];
    const { adminToken, baseUrl } = running;
    const admin = { send: auth.send, adminToken, gateway: gateway.send, baseUrl };
    for (let n = 0; n < 2; n++) {
      const tenant = await createTenant(admin);
      await fillTenant(tenant);
      const { apiKey } = await tenant.createKey(ALL_PERMISSIONS);
      snapshots.push({ tenantId: tenant.tenantId, apiKey, records: [], results: [], webhooks: [] });
    }
    // Another tenant, so that the load does not change the search results of the snapshots.
    const loaded = await createTenant(admin);
    loadKey = (await loaded.createKey(ALL_PERMISSIONS)).apiKey;
    await loaded.data('POST', '/api/v2/webhooks', { url: WEBHOOK_URL, event_types: ['memory.created'] });
    auth.close();
    gateway.close();
    await eventually(async () => {
      const [row] = await queryAdmin<{ pending: number }>(
        source.databaseUrl,
        `SELECT (SELECT count(*) FROM memory.memories WHERE embedding_status = 'pending' AND is_active
             AND memory_type NOT IN (${PROTECTED_MEMORY_TYPES.map((type) => `'${type}'`).join()}))::int
           + (SELECT count(*) FROM document.chunks WHERE embedding_status = 'pending')::int
           + (SELECT count(*) FROM memory.outbox)::int + (SELECT count(*) FROM graph.outbox)::int AS pending,
           (SELECT count(*) FROM graph.relationships WHERE relationship_type = 'contradicts')::int AS reported`,
      );
      expect(row).toEqual({ pending: 0, reported: snapshots.length });
    }, 60_000);
    for (const snapshot of snapshots) {
      const loci = openClient(running, snapshot.apiKey);
      snapshot.results = await search(loci);
      snapshot.records = await readRecords(loci);
      snapshot.webhooks = await listWebhooks(loci);
    }
  }

  /** Calls `work` while the memory service cannot publish events, and a new memory has a pending event. */
  const whilePending = (loci: Loci, work: () => Promise<void>): Promise<void> =>
    withAdmin(source.databaseUrl, (database) =>
      database.inSystemTransaction(async (tx) => {
        await tx.query(`SELECT pg_advisory_xact_lock(hashtext('loci-outbox-relay'), hashtext('memory'))`);
        pendingMemory = (await loci.memories.create({ content: 'Pending during the backup.' })).id;
        await work();
      }),
    );

  /** Creates the role of the backup. Returns the URL of the database with this role. */
  async function createBackupRole(): Promise<string> {
    // Roles belong to the server, which other tests use.
    const role = `loci_backup_${source.name}`;
    const createRole = documentedCommand(PAGE, TEST, 'sql');
    await queryAdmin(source.databaseUrl, createRole.replaceAll('loci_backup', role));
    const { hostname, port, pathname } = new URL(source.databaseUrl);
    return `postgres://${role}:secret@${hostname}:${port}${pathname}`;
  }

  async function backUp(variables: Record<string, string>): Promise<void> {
    const [backUpCommands] = documentedCommands(PAGE, TEST) as [string, string];
    const output = await runCommands(backUpCommands, variables);
    expect(output).toMatch(/Stored the backup \d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.\n$/);
  }

  async function restore(variables: Record<string, string>): Promise<void> {
    const [, restoreCommands] = documentedCommands(PAGE, TEST) as [string, string];
    restoreOutput = await runCommands(restoreCommands, {
      ...variables,
      ...migrationVariables(target.databaseUrl),
      BACKUP_DIR: restoreDir,
    });
  }

  /** Deletes the data of the tenants from Neo4j, which all tests share. */
  async function emptyGraphStore(): Promise<void> {
    const graph = await createNeo4jGraphStore(integrationEngines().neo4j);
    for (const { tenantId } of snapshots) await graph.dropTenant(tenantId);
    await graph.close();
  }

  beforeAll(async () => {
    [runCommands, engines, source] = await Promise.all([
      prepareCommands(),
      startEngines({ names: ['postgres'] }),
      createTestEnvironment(),
    ]);
    platform = await openDistributedPlatform({ splitRoles: false, environment: source });
    await fillPlatform(platform);
    const backupBucket = `${source.bucket}-backup`;
    await createBucket(backupBucket, process.env);

    const loci = openClient(platform, loadKey);
    for (let n = 0; n < OLD_ARTIFACTS; n++)
      await loci.artifacts.save({ path: oldArtifact(n), content: `Old ${n}` });
    const backupVariables = {
      ...bucketVariables(source.bucket, backupBucket),
      BACKUP_DIR: backupDir,
      BACKUP_DATABASE_URL: await createBackupRole(),
    };
    await backUp(backupVariables);
    const load = startLoad(loci);
    await eventually(async () => expect(load.writes()).toBeGreaterThan(2));
    const backupAt = performance.now();
    await whilePending(loci, () => backUp(backupVariables));
    const backupEnd = performance.now();
    writes = await load.stop();
    cpSync(source.secretsDir, secretsDir, { recursive: true });
    await platform.close();
    await emptyGraphStore();

    const name = `drill_${randomBytes(6).toString('hex')}`;
    const bucket = name.replace('_', '-');
    const databaseUrl = new URL(engines.variables['DATABASE_ADMIN_URL']!);
    databaseUrl.pathname = `/${name}`;
    target = { name, bucket, databaseUrl: databaseUrl.href, secretsDir };
    await createBucket(bucket, process.env);
    const restoreAt = performance.now();
    scriptVariables = bucketVariables(bucket, backupBucket);
    await restore(scriptVariables);
    const startAt = performance.now();
    platform = await openDistributedPlatform({ splitRoles: false, environment: target });
    const readyAt = performance.now();
    for (const snapshot of snapshots) {
      const restored = openClient(platform, snapshot.apiKey);
      await eventually(async () => expect(await search(restored)).toEqual(snapshot.results), 60_000);
    }
    times = {
      backup: backupEnd - backupAt,
      restore: startAt - restoreAt,
      start: readyAt - startAt,
      rebuild: performance.now() - readyAt,
    };
  }, TIMEOUT_MS);
  afterAll(async () => {
    await platform?.close();
    await engines?.stop();
    for (const folder of [backupDir, restoreDir, secretsDir])
      rmSync(folder, { recursive: true, force: true });
  }, TIMEOUT_MS);

  test('restores all records that were acknowledged before the backup', async () => {
    expect(writes).toBeGreaterThan(0);
    for (const { apiKey, records } of snapshots) {
      const restored = new Set(await readRecords(openClient(platform, apiKey)));
      expect(records.filter((record) => !restored.has(record))).toEqual([]);
      expect(records.length).toBeGreaterThan(10);
    }
    const line = Object.entries(times).map(([step, ms]) => `${step} ${(ms / 1000).toFixed(1)} s`);
    process.stderr.write(`Restore drill: ${line.join(', ')}\n`);
  });

  test('restores the content of every artifact and document that was stored during the backup', async () => {
    const records = (await readRecords(openClient(platform, loadKey))).map(
      (record) => JSON.parse(record) as { record: string; path?: string },
    );
    const types = new Set(records.map(({ record }) => record));
    expect([...types]).toEqual(expect.arrayContaining(['memory_state', 'artifact', 'document']));
    expect(records.some(({ path }) => path?.startsWith('/old/'))).toBe(true);
  });

  test('returns the search results from before the backup after the indexes are rebuilt', async () => {
    for (const { apiKey, results } of snapshots) {
      expect(results.flat().length).toBeGreaterThan(10);
      expect(await search(openClient(platform, apiKey))).toEqual(results);
    }
  });

  test('publishes the events that were in the outbox during the backup', async () => {
    expect(restoreOutput).toMatch(/Prepared [1-9]\d* pending events of the restored database\./);
    const loci = openClient(platform, loadKey);
    const [webhook] = (await loci.webhooks.list()).items;
    await eventually(async () => {
      const deliveries = await loci.webhooks.deliveries(webhook!.id, { per_page: 100 });
      const objects = deliveries.items.map(({ object_id: id }) => id);
      expect(objects).toContain(pendingMemory);
      expect(await queryAdmin(target.databaseUrl, 'SELECT count(*)::int AS n FROM memory.outbox')).toEqual([
        { n: 0 },
      ]);
    }, 30_000);
  });

  test('restores the webhooks', async () => {
    expect(await listWebhooks(openClient(platform, snapshots[1]!.apiKey))).toEqual(snapshots[1]!.webhooks);
  });

  test('returns fresh results for reads with the position of a new write', async () => {
    const { send, close } = openApiConnection(platform.baseUrl);
    const { body } = await send({
      method: 'POST',
      path: '/api/v2/auth/token',
      token: snapshots[1]!.apiKey,
    });
    const post = (path: string, content: object, position?: string): Promise<ApiResponse> =>
      send({
        method: 'POST',
        path,
        token: body.data.access_token,
        body: content,
        ...(position !== undefined && { headers: { 'x-loci-min-position': position } }),
      });
    const stored = await post('/api/v2/memories', { content: 'A lantern after the restore.' });
    const position = stored.headers['x-loci-position']!;
    await eventually(async () => {
      const found = await post('/api/v2/search/hybrid?wait_ms=2000', { query: 'lantern' }, position);
      expect([found.status, found.body.meta.fresh]).toEqual([200, true]);
      expect(found.body.data.items[0].id).toBe(stored.body.data.id);
    }, 30_000);
    close();
  });

  test('encrypts the backup with the passphrase', async () => {
    const variables = { ...scriptVariables, BACKUP_DIR: backupDir, BACKUP_PASSPHRASE: 'another passphrase' };
    await expect(runCommands(`${SCRIPTS}/fetch-backup.sh`, variables)).rejects.toThrow('There is no backup.');
  });

  test('fails with the keys of the objects that the backup lacks', async () => {
    appendFileSync(join(restoreDir, 'object-keys'), 'a/missing/object\n');
    const variables = { ...scriptVariables, BACKUP_DIR: restoreDir };
    await expect(runCommands(`${SCRIPTS}/restore-bucket.sh`, variables)).rejects.toThrow(
      /have no content:\na\/missing\/object$/,
    );
  });

  test('runs the queries of the pages for operators', async () => {
    for (const page of ['docs/distributed.md', 'docs/hardening.md', 'docs/troubleshooting.md'])
      for (const query of documentedCommands(page, TEST, 'sql')) {
        const sql = query.replace('<event_id>', randomUUID());
        await expect(queryAdmin(target.databaseUrl, sql)).resolves.toBeInstanceOf(Array);
      }
  });

  test.each(['docs/runbooks/LociDatabasePoolExhausted.md', 'docs/runbooks/LociOutboxBacklog.md'])(
    'runs the query of %s',
    async (page) => {
      const command = documentedCommand(page, TEST);
      const output = await runCommands(command, { DATABASE_ADMIN_URL: target.databaseUrl });
      expect(output).toMatch(/^ *pid +\|.*\| +query/);
    },
  );

  test('creates the schemas of a new database with the commands of docs/distributed.md', async () => {
    const database = new URL(target.databaseUrl);
    database.pathname = `${database.pathname}_new`;
    const migrate = documentedCommand('docs/distributed.md', TEST);
    const commands = migrate
      .replace('postgres://admin:secret@db.example.com/loci', database.href)
      .replaceAll('db.example.com/loci', `${database.host}${database.pathname}`)
      // Roles belong to the server, and the restored platform uses them.
      .replace('$(openssl rand -hex 24)', ROLE_PASSWORD);
    expect(await runCommands(commands, {})).toContain(
      'Prepared the database for the services auth, memory, graph',
    );
  }, 60_000);

  test('refuses to restore into a database with tenants', async () => {
    const variables = { BACKUP_DIR: restoreDir, DATABASE_ADMIN_URL: target.databaseUrl };
    await expect(runCommands(`${SCRIPTS}/restore-database.sh`, variables)).rejects.toThrow(
      'The database contains tenants. Restore into a new database.',
    );
  });
});
