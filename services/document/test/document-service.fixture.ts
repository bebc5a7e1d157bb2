import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDocumentClient } from '@loci/contracts';
import type { Caller } from '@loci/core';
import { unavailable } from '@loci/core';
import { createDocumentService, DOCUMENT_MIGRATIONS } from '@loci/document-service';
import type { EventEnvelope } from '@loci/events';
import { inProcessClient } from '@loci/http';
import type { ObjectStore } from '@loci/object-store';
import { createFolderObjectStore } from '@loci/object-store/embedded';
import { createOutbox } from '@loci/messaging';
import type { Database } from '@loci/postgres';
import { createTestDatabase, serveRoutes, storedEvents } from '@loci/testing';
import request from 'supertest';
import { chunkDocument } from '../src/chunking/chunk-document.ts';
import { documentTypeOf } from '../src/parsing/document-type.ts';
import { parseFile } from '../src/parsing/parse-file.ts';
import { DEFAULT_PARSE_LIMITS } from '../src/parsing/parse-limits.ts';
import type { Parse } from '../src/uploads/parse-queue.ts';

/** Parses a file in the test process, which is faster than in a separate process. */
export const parseInProcess: Parse = async ({ filePath, filename }) => {
  const type = documentTypeOf(filename);
  const { text, blocks, ...rest } = await parseFile(filePath, type, DEFAULT_PARSE_LIMITS);
  return { ...rest, chunks: chunkDocument({ text, blocks }) };
};

/** Hooks that replace the parser or run around store operations. A rejected hook makes the operation fail. */
export interface Faults {
  parse?: Parse | undefined;
  afterPut?: (() => Promise<void>) | undefined;
  beforeDelete?: (() => Promise<void>) | undefined;
  beforeTransaction?: (() => Promise<void>) | undefined;
}

/** Hook that makes a store unavailable. */
export const storeUnavailable = (): Promise<never> => Promise.reject(unavailable('The store'));

/** Starts the service on its own database and object store, with injectable faults and a settable clock. */
export async function startDocumentService() {
  const testDatabase = await createTestDatabase({ document: DOCUMENT_MIGRATIONS });
  const database = testDatabase.open('document', { maxConnections: 20 });
  const directory = await mkdtemp(join(tmpdir(), 'loci-document-'));
  const uploadDirectory = join(directory, 'uploads');
  const objects = await createFolderObjectStore({ directory: join(directory, 'objects') });
  const faults: Faults = {};
  const clock = { now: null as Date | null };
  const start = (other: Partial<Parameters<typeof createDocumentService>[0]> = {}) =>
    createDocumentService({
      database: withFaultyDatabase(database, faults),
      outbox: createOutbox({ storesResponses: true, onCommitted: () => undefined }),
      objects: withFaultyStore(objects, faults),
      parse: (file) => (faults.parse ?? parseInProcess)(file),
      uploadDirectory,
      now: () => clock.now ?? new Date(),
      ...other,
    });
  const service = start();
  return {
    service,
    /** Creates another instance of the service on the same stores, to simulate another process. */
    start,
    database,
    testDatabase,
    objects,
    uploadDirectory,
    faults,
    clock,
    /** Removes all faults, and lets the clock of the service run again. */
    reset: () => {
      for (const name of Object.keys(faults)) delete faults[name as keyof Faults];
      clock.now = null;
    },
    client: createDocumentClient(inProcessClient(service.routes, 'throw')),
    as: (caller: Caller | null, routes = service.routes) => request(serveRoutes(routes, caller)),
    app: (caller: Caller | null) => serveRoutes(service.routes, caller),
    events: (caller: Caller) => storedEvents(database, caller.tenantId),
    consume: (...events: EventEnvelope[]) => service.consumers[0]!.handle(events),
    runJob: (name: string) =>
      service.jobs.find((job) => job.name === name)!.run(new AbortController().signal),
    objectKeys: ({ tenantId }: Caller) => objects.list(`${tenantId}/`, { limit: 1_000 }),
    /** Returns the ids of all documents of the tenant, including soft-deleted documents. */
    rowIds: async ({ tenantId }: Caller): Promise<string[]> => {
      const rows = await database.inTransaction(tenantId, (tx) =>
        tx.query<{ id: string }>('SELECT id FROM documents WHERE tenant_id = $1 ORDER BY id', [tenantId]),
      );
      return rows.map((row) => row.id);
    },
    filesInUploadFolder: () => readdir(uploadDirectory).catch(() => []),
    close: async () => {
      await service.close();
      await objects.close();
      await testDatabase.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

export type DocumentFixture = Awaited<ReturnType<typeof startDocumentService>>;

const withFaultyStore = (store: ObjectStore, faults: Faults): ObjectStore => ({
  ...store,
  put: async (key, body) => {
    const stored = await store.put(key, body);
    await faults.afterPut?.();
    return stored;
  },
  delete: async (key) => {
    await faults.beforeDelete?.();
    return store.delete(key);
  },
});

const withFaultyDatabase = (database: Database, faults: Faults): Database => ({
  ...database,
  inTransaction: async (tenantId, work) => {
    await faults.beforeTransaction?.();
    return database.inTransaction(tenantId, work);
  },
});

export interface DocumentBody {
  id: string;
  filename: string;
  content_type: string;
  size: number;
  chunk_count: number;
  processing_status: string;
  title: string | null;
  authors: string[];
  embedding_progress?: Record<string, number>;
  metadata: Record<string, unknown>;
  created_at: string;
  updated_at: string;
  chunks?: ({ id: string; content: string; chunk_index: number } & Record<string, unknown>)[];
  truncated?: boolean;
  next_cursor?: string | null;
}

/** Fields of an HTTP response that tests read. */
export interface TestResponse<Data = DocumentBody> {
  status: number;
  headers: Record<string, string>;
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

export interface PageOfDocuments {
  items: DocumentBody[];
  pagination: Record<string, unknown>;
}

/** Returns the API operations with the identity of `caller`. Null sends requests without a token. */
export const operations = (
  fixture: DocumentFixture,
  caller: Caller | null,
  routes = fixture.service.routes,
) => ({
  upload: async (
    filename: string,
    content: string | Buffer,
    metadata?: string,
    query: Record<string, string> = { include_chunk_ids: 'true' },
  ): Promise<TestResponse> => {
    const upload = fixture.as(caller, routes).post('/api/v2/documents/upload').query(query);
    if (metadata !== undefined) upload.field('metadata', metadata);
    return (await upload.attach('file', Buffer.from(content), filename)) as unknown as TestResponse;
  },
  get: async (id: string, query: Record<string, string> = {}): Promise<TestResponse> =>
    (await fixture.as(caller, routes).get(`/api/v2/documents/${id}`).query(query)) as unknown as TestResponse,
  list: async (query: Record<string, string> = {}): Promise<TestResponse<PageOfDocuments>> =>
    (await fixture
      .as(caller, routes)
      .get('/api/v2/documents')
      .query(query)) as unknown as TestResponse<PageOfDocuments>,
  download: (id: string, headers: Record<string, string> = {}) =>
    fixture
      .as(caller, routes)
      .get(`/api/v2/documents/${id}/download`)
      .set(headers)
      .buffer(true)
      .parse(asBuffer),
  remove: async (id: string): Promise<TestResponse<{ id: string; deleted: boolean }>> =>
    (await fixture.as(caller, routes).delete(`/api/v2/documents/${id}`)) as unknown as TestResponse<{
      id: string;
      deleted: boolean;
    }>,
});

function asBuffer(response: unknown, done: (error: Error | null, body: Buffer) => void): void {
  const parts: Buffer[] = [];
  const stream = response as NodeJS.ReadableStream;
  stream.on('data', (part: Buffer) => parts.push(part));
  stream.on('end', () => done(null, Buffer.concat(parts)));
}

export const errorOf = ({ status, body }: TestResponse<unknown>) => [status, body.error.code];

/** Returns a unique text that is long enough for a few chunks. */
export const newText = (): string =>
  `Report ${randomUUID()}. ` + 'The lighthouse keeper counted the ships at dawn. '.repeat(20);

/** Creates an event of the search service with the embedding status of a chunk. */
export function embeddingEvent(
  caller: Caller,
  documentId: string,
  chunkId: string,
  status: 'completed' | 'failed' = 'completed',
  overrides: Record<string, unknown> = {},
): EventEnvelope {
  return {
    event_id: randomUUID(),
    type: `embedding.${status}`,
    schema_version: 1,
    tenant_id: caller.tenantId,
    aggregate_type: 'embedding',
    aggregate_id: chunkId,
    revision: 1,
    occurred_at: new Date().toISOString(),
    traceparent: null,
    data: {
      id: chunkId,
      kind: 'chunk',
      document_id: documentId,
      embedding_status: status,
      content_revision: 1,
      surprise_score: null,
      ...overrides,
    },
  };
}
