import { copyFileSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Loci } from '@loci/client';
import { WEBHOOK_ALLOWED_RANGES } from '../e2e/sample-records.ts';
import { failureOf } from '../support/client-calls.ts';
import { eventually } from '../support/eventually.ts';
import { createPlatformSettings, openSuperuserDatabase, startPlatform } from '../support/platform-process.ts';
import type { PlatformProcess, PlatformSettings } from '../support/platform-process.ts';
import { createTemporaryFolder } from '../support/temporary-folder.ts';
import type { Tenant } from '../support/tenants.ts';
import { createUser, createWebhook, fillUser, rowsContaining, skipSettling } from '../support/user-data.ts';
import type { TenantUser, UserData } from '../support/user-data.ts';
import { waitUntilConsumed } from './index-consistency.ts';
import { lockTable } from './lock-table.ts';

type Erasure = Awaited<ReturnType<Loci['erasures']['get']>>;

const CONSUMED_TIMEOUT_MS = 60_000;
/** The metrics are measured once per minute. */
const MEASURED_TIMEOUT_MS = 90_000;
const ERASED_TIMEOUT_MS = 90_000;
const ALICE = 'zqalice';
const BOB = 'zqbob';

/**
 * Erases the data of one of two users and kills the platform meanwhile.
 *
 * @see docs/reference/erasure.md
 */
describe('the erasure of a user, interrupted by kill -9', () => {
  const folder = createTemporaryFolder();
  let settings: PlatformSettings;
  let platform: PlatformProcess;
  let tenant: Tenant;
  let alice: TenantUser;
  let bob: TenantUser;
  let dataOfAlice: UserData;
  let dataOfBob: UserData;
  let relationshipOfBob: string;
  let filled: Record<string, string[]>;
  let rowsOfBob: Record<string, string[]>;
  let filesOfAlice: string[];
  let filesOfBob: string[];
  let erasure: Erasure;
  let unfinished: { count: number; oldestSeconds: number };

  const query = async <Row>(sql: string, values: unknown[] = []): Promise<Row[]> => {
    const database = openSuperuserDatabase(settings.dataDir);
    try {
      return await database.inSystemTransaction((tx) => tx.query<Row>(sql, values));
    } finally {
      await database.close();
    }
  };

  /** Lists the index files and objects whose path or content contains a text. */
  const filesContaining = (text: string): string[] =>
    ['indexes', 'objects', 'uploads']
      .flatMap((name) => readFolder(join(settings.dataDir, name)))
      .filter((path) => !/-(wal|shm)$/.test(path))
      .filter((path) => path.includes(text) || readContent(path).includes(text))
      .sort();

  const waitUntilCompleted = (id: string): Promise<Erasure> =>
    eventually(async () => {
      const found = await tenant.loci.erasures.get(id);
      expect(found).toMatchObject({ status: 'completed' });
      return found;
    }, ERASED_TIMEOUT_MS);

  /** Returns the metrics of unfinished erasures of users. */
  const readUnfinished = async (): Promise<{ count: number; oldestSeconds: number }> => {
    const { text } = await platform.sendToAdminPort({ method: 'GET', path: '/metrics' });
    const valueOf = (name: string): number =>
      Number(new RegExp(`^${name}\\{.*kind="user".*\\} (.*)$`, 'm').exec(text)![1]);
    return {
      count: valueOf('loci_unfinished_erasures'),
      oldestSeconds: valueOf('loci_oldest_unfinished_erasure_seconds'),
    };
  };

  /** Stores a memory of Alice with an idempotency key. */
  const storeWithKey = () =>
    alice.loci.memories.create(
      { content: `Stored once: ${ALICE}keyed.` },
      { idempotencyKey: 'retry-of-alice' },
    );

  beforeAll(async () => {
    settings = await createPlatformSettings(folder.path, { WEBHOOK_ALLOWED_RANGES });
    platform = await startPlatform(settings);
    tenant = await platform.createTenant();
    alice = await createUser(tenant);
    bob = await createUser(tenant);
    await createWebhook(tenant);
    dataOfAlice = await fillUser(alice, ALICE);
    dataOfBob = await fillUser(bob, BOB);
    const [first, second] = dataOfBob.memoryIds as [string, string];
    ({ id: relationshipOfBob } = await bob.loci.relationships.create({
      from_id: first,
      to_id: dataOfAlice.memoryIds[0]!,
      relationship_type: 'references',
    }));
    await alice.loci.relationships.create({
      from_id: first,
      to_id: second,
      relationship_type: 'follows',
      evidence: { [`${ALICE}others`]: `${ALICE}others` },
    });
    dataOfAlice.memoryIds.push((await storeWithKey()).id);
    await waitUntilConsumed(platform, CONSUMED_TIMEOUT_MS);
    filled = await rowsContaining(query, ALICE);
    rowsOfBob = await rowsContaining(query, BOB, { onlyFromRequests: true });
    filesOfAlice = filesContaining(ALICE);
    filesOfBob = filesContaining(BOB);

    let erasureId: string;
    const lock = await lockTable(settings.dataDir, 'search.items');
    try {
      // The search service cannot handle the events of the erasure before the crash.
      const request = { user_id: alice.userId, confirm: alice.userId };
      ({ id: erasureId } = await tenant.loci.erasures.create(request));
      await eventually(async () => {
        expect(await rowsContaining(query, ALICE)).not.toHaveProperty(['memory.memories']);
      }, ERASED_TIMEOUT_MS);
      await platform.killProcessGroup();
    } finally {
      await lock.release();
    }
    platform = await startPlatform(settings);
    unfinished = await eventually(async () => {
      const found = await readUnfinished();
      expect(found.count).toBe(1);
      return found;
    });
    await skipSettling(query, erasureId);
    erasure = await waitUntilCompleted(erasureId);
  }, 400_000);

  afterAll(async () => {
    await platform.killProcessGroup();
    folder.remove();
  });

  test('is tested with a marker in every kind of table and file', () => {
    expect(Object.keys(filled)).toEqual(
      expect.arrayContaining([
        'analysis.analyzed_memories',
        'artifact.entries',
        'document.chunks',
        'document.documents',
        'graph.relationships',
        'memory.contradictions',
        'memory.idempotency_keys',
        'memory.memories',
        'memory.memory_tags',
        'memory.tags',
      ]),
    );
    expect(filesOfAlice.map((path) => path.slice(settings.dataDir.length + 1).split('/')[0])).toEqual(
      expect.arrayContaining(['indexes', 'objects']),
    );
  });

  test('leaves no row in PostgreSQL that contains a marker of the user', async () => {
    expect(await rowsContaining(query, ALICE)).toEqual({});
  });

  test('leaves no index file and no object that contains a marker of the user', () => {
    expect(filesContaining(ALICE)).toEqual([]);
  });

  test('leaves no row with the ID of the user, except the account, the erasure and idempotency keys', async () => {
    // Idempotency keys remain until their end, so that a retry does not repeat the request.
    expect(Object.keys(await rowsContaining(query, alice.userId))).toEqual([
      'artifact.idempotency_keys',
      'auth.api_keys',
      'auth.erasures',
      'auth.grants',
      'auth.idempotency_keys',
      'auth.memberships',
      'auth.users',
      'graph.idempotency_keys',
      'memory.idempotency_keys',
    ]);
  });

  test('keeps the audit entries of the user under one pseudonym', async () => {
    const rows = await query<{ user_id: string; operation: string; key_id: string | null }>(
      `SELECT user_id, operation, key_id FROM memory.audit_log WHERE tenant_id = $1 AND user_id LIKE 'erased:%'
       UNION ALL SELECT user_id, operation, key_id FROM document.audit_log WHERE tenant_id = $1 AND user_id LIKE 'erased:%'`,
      [tenant.tenantId],
    );
    expect(new Set(rows.map((row) => row.user_id)).size).toBe(1);
    expect(rows.map((row) => row.operation)).toEqual(
      expect.arrayContaining(['POST /api/v2/memories', 'POST /api/v2/documents/upload']),
    );
    expect(rows.filter((row) => row.key_id !== null)).toEqual([]);
  });

  test('leaves the rows and files of another user unchanged', async () => {
    expect(await rowsContaining(query, BOB, { onlyFromRequests: true })).toEqual(rowsOfBob);
    expect(filesContaining(BOB)).toEqual(filesOfBob);
  });

  test('deletes the relationship of another user with an erased memory', async () => {
    const call = tenant.loci.relationships.get(relationshipOfBob);
    expect(await failureOf(call)).toMatchObject({ status: 404 });
  });

  test('returns a receipt that lists every store with counts and no leftover', () => {
    const { stores, digest } = erasure.receipt!;
    expect(stores.filter(({ found_after: found }) => found !== 0)).toEqual([]);
    const found = Object.fromEntries(
      stores.map(({ service, store, found_before: count }) => [`${service}.${store}`, count]),
    );
    expect(found).toMatchObject({
      'memory.memories': 6,
      'document.documents': 1,
      'document.document_files': 1,
      'document.resumable_uploads': 1,
      'document.upload_files': 1,
      'artifact.files': 1,
      'artifact.artifact_files': 1,
      // The folder with files of both users, and the folder with a file of this user.
      'artifact.folders': 2,
      'search.keyword_index': expect.any(Number),
      'search.vector_index': expect.any(Number),
      'graph.graph_nodes': expect.any(Number),
      'analysis.analyzed_memories': 4,
    });
    expect(found['search.keyword_index']).toBeGreaterThan(3);
    expect(found['search.vector_index']).toBe(found['search.keyword_index']);
    expect(found['graph.graph_nodes']).toBeGreaterThan(1);
    expect(digest).toMatch(/^[0-9a-f]{64}$/);
  });

  test('returns 404 for a retry of a request whose object was erased', async () => {
    expect(await failureOf(storeWithKey())).toMatchObject({ status: 404, code: 'RES_NOT_FOUND' });
  });

  test(
    'is counted by the metrics until it is completed',
    async () => {
      expect(unfinished).toEqual({ count: 1, oldestSeconds: expect.any(Number) });
      expect(unfinished.oldestSeconds).toBeGreaterThan(0);
      await eventually(
        async () => expect(await readUnfinished()).toEqual({ count: 0, oldestSeconds: 0 }),
        MEASURED_TIMEOUT_MS,
      );
    },
    2 * MEASURED_TIMEOUT_MS,
  );

  test('is not completed while a store contains an erased object', async () => {
    const [memory] = await query<{ id: string }>(
      'SELECT id FROM memory.memories WHERE tenant_id = $1 AND user_id = $2 ORDER BY id LIMIT 1',
      [tenant.tenantId, bob.userId],
    );
    // Events with a lower revision, such as the event of the deletion, do not change the row.
    await query('UPDATE analysis.analyzed_memories SET revision = 1000 WHERE tenant_id = $1 AND id = $2', [
      tenant.tenantId,
      memory!.id,
    ]);
    const { erasures } = tenant.loci;
    const { id } = await erasures.create({ user_id: bob.userId, confirm: bob.userId });
    await skipSettling(query, id);
    const leftover = { service: 'analysis', store: 'analyzed_memories', found_after: 1 };
    await eventually(async () => {
      const { stores } = await erasures.get(id);
      expect(stores.filter((store) => store.found_after !== 0)).toEqual([expect.objectContaining(leftover)]);
    }, ERASED_TIMEOUT_MS);
    expect(await erasures.get(id)).toMatchObject({ status: 'running', completed_at: null, receipt: null });
    await query('DELETE FROM analysis.analyzed_memories WHERE tenant_id = $1 AND id = $2', [
      tenant.tenantId,
      memory!.id,
    ]);
    const { receipt } = await waitUntilCompleted(id);
    expect(receipt!.stores).toContainEqual(expect.objectContaining({ ...leftover, found_after: 0 }));
  }, 200_000);
});

/** Reads a file. Omits the free space of an index file, which has no rows. */
function readContent(path: string): Buffer {
  if (!path.endsWith('.db')) return readFileSync(path);
  const folder = mkdtempSync(join(tmpdir(), 'loci-index-'));
  const copy = join(folder, 'index.db');
  copyFileSync(path, copy);
  if (existsSync(`${path}-wal`)) copyFileSync(`${path}-wal`, `${copy}-wal`);
  const database = new DatabaseSync(copy);
  database.exec('VACUUM; PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
  const content = readFileSync(copy);
  rmSync(folder, { recursive: true });
  return content;
}

const readFolder = (path: string): string[] =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
