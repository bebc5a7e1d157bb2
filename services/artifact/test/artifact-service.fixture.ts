import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ARTIFACT_MIGRATIONS, createArtifactService } from '@loci/artifact-service';
import type { Caller } from '@loci/core';
import { unavailable } from '@loci/core';
import type { ObjectStore } from '@loci/object-store';
import { createFolderObjectStore } from '@loci/object-store/embedded';
import type { StorageQuotaSettings } from '@loci/service-hosting';
import { createTestDatabase, serveRoutes } from '@loci/testing';
import request from 'supertest';

/** Starts the service on its own database and object store, with injectable faults and a settable clock. */
export async function startArtifactService(storageQuota?: StorageQuotaSettings) {
  const testDatabase = await createTestDatabase({ artifact: ARTIFACT_MIGRATIONS });
  const database = testDatabase.open('artifact', { maxConnections: 25 });
  const directory = await mkdtemp(join(tmpdir(), 'loci-artifact-'));
  const folder = await createFolderObjectStore({ directory });
  const faults: Faults = {};
  const clock = { now: null as Date | null };
  const service = createArtifactService({
    database,
    objects: withFaults(folder, faults),
    ...(storageQuota && { storageQuota }),
    now: () => clock.now ?? new Date(),
  });
  const objectKeysOf = ({ tenantId }: Caller) => folder.list(`${tenantId}/`, { limit: 1_000 });
  return {
    service,
    database,
    testDatabase,
    directory,
    objects: folder,
    faults,
    clock,
    objectKeysOf,
    as: (caller: Caller | null) => request(serveRoutes(service.routes, caller)),
    /** Keys of the tenant's orphaned objects. */
    orphanedKeysOf: async ({ tenantId }: Caller): Promise<string[]> => {
      const rows = await database.inTransaction(tenantId, (tx) =>
        tx.query<{ object_key: string }>('SELECT object_key FROM orphaned_objects WHERE tenant_id = $1', [
          tenantId,
        ]),
      );
      return rows.map((row) => row.object_key);
    },
    /** Returns true while a transaction waits for a lock. */
    isWaitingForLock: async (): Promise<boolean> => {
      const rows = await database.inSystemTransaction((tx) =>
        tx.query(
          `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        ),
      );
      return rows.length > 0;
    },
    runJob: (name: string) =>
      service.jobs.find((job) => job.name === name)!.run(new AbortController().signal),
    close: async () => {
      await service.close();
      await folder.close();
      await testDatabase.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

export type ArtifactFixture = Awaited<ReturnType<typeof startArtifactService>>;

/** Hooks that run around operations of the object store. A hook that rejects makes the operation fail. */
export interface Faults {
  beforePut?: (() => Promise<void>) | undefined;
  afterPut?: (() => Promise<void>) | undefined;
  beforeGet?: (() => Promise<void>) | undefined;
  beforeDelete?: (() => Promise<void>) | undefined;
}

/** Hook that makes the object store unavailable. */
export const storeUnavailable = (): Promise<never> => Promise.reject(unavailable('The object store'));

const withFaults = (store: ObjectStore, faults: Faults): ObjectStore => ({
  ...store,
  put: async (key, body) => {
    await faults.beforePut?.();
    const stored = await store.put(key, body);
    await faults.afterPut?.();
    return stored;
  },
  get: async (key, range) => {
    await faults.beforeGet?.();
    return store.get(key, range);
  },
  delete: async (key) => {
    await faults.beforeDelete?.();
    return store.delete(key);
  },
});

/** Fields of an HTTP response that tests read. */
export interface TestResponse<Data = Record<string, string>> {
  status: number;
  body: {
    status: string;
    data: Data;
    error: {
      code: string;
      message: string;
      details: Record<string, unknown> | null;
      field_errors: Record<string, string[]> | null;
    };
  };
}

/** Returns the API operations with the identity of `caller`. Null sends requests without a token. */
export const operations = (fixture: ArtifactFixture, caller: Caller | null) => ({
  save: async (path: unknown, content: unknown = 'tea', encoding?: string): Promise<TestResponse> =>
    (await fixture.as(caller).post('/api/v2/artifacts').send({ path, content, encoding })) as TestResponse,
  retrieve: async (path: string): Promise<TestResponse> =>
    (await fixture.as(caller).get('/api/v2/artifacts').query({ path })) as TestResponse,
  list: async (query: Record<string, string> = {}): Promise<TestResponse> =>
    (await fixture.as(caller).get('/api/v2/artifacts/list').query(query)) as TestResponse,
  remove: async (path: string): Promise<TestResponse> =>
    (await fixture.as(caller).delete('/api/v2/artifacts').query({ path })) as TestResponse,
});

export const errorOf = ({ status, body }: TestResponse) => [status, body.error.code];
