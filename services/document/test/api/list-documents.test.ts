import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { repairCounters } from '@loci/postgres';
import { CALLERS_WITHOUT, followCursorsWhileInserting, recordReads, testCaller } from '@loci/testing';
import { chunkRepository } from '../../src/chunks/stored-chunk.repository.ts';
import { countStoredDocuments, documentCounterSource } from '../../src/documents/document-counters.ts';
import { documentRepository } from '../../src/documents/document.repository.ts';
import { errorOf, newText, operations, startDocumentService } from '../document-service.fixture.ts';
import type { DocumentFixture } from '../document-service.fixture.ts';

const caller = testCaller();
let fixture: DocumentFixture;

const names = async (query: Record<string, string> = {}): Promise<string[]> =>
  (await operations(fixture, caller).list(query)).body.data.items.map((item) => item.filename);

beforeAll(async () => {
  fixture = await startDocumentService();
  for (let day = 1; day <= 5; day++) {
    fixture.clock.now = new Date(`2026-03-0${day}T12:00:00Z`);
    await operations(fixture, caller).upload(`day-${day}.txt`, newText());
  }
  fixture.clock.now = null;
  await operations(fixture, testCaller()).upload('other-tenant.txt', newText());
});
afterAll(() => fixture.close());

describe('GET /api/v2/documents', () => {
  test('counts stored documents without deleted documents', async () => {
    const as = testCaller();
    const { upload, list, remove } = operations(fixture, as);
    const { body } = await upload('first.txt', newText());
    await upload('second.txt', newText());
    await fixture.runJob('fold-counters');
    await upload('third.txt', newText());
    await remove(body.data.id);
    expect((await list()).body.data.pagination).toMatchObject({ total: 2, total_is_exact: true });
    const { tenantId } = as;
    await fixture.database.inTransaction(tenantId, async (tx) => {
      expect(await countStoredDocuments(tx, tenantId)).toBe(2);
      expect(await repairCounters(tx, tenantId, documentCounterSource)).toEqual([]);
    });
  });

  test('returns the documents of the tenant, newest first', async () => {
    const { status, body } = await operations(fixture, caller).list();
    expect(status).toBe(200);
    expect(body.data.items.map((item) => item.filename)).toEqual([
      'day-5.txt',
      'day-4.txt',
      'day-3.txt',
      'day-2.txt',
      'day-1.txt',
    ]);
    expect(body.data.pagination).toEqual({
      page: 1,
      per_page: 20,
      total: 5,
      total_is_exact: true,
      pages: 1,
      has_next: false,
      has_prev: false,
      truncated: false,
      next_cursor: null,
    });
    const [first] = body.data.items;
    expect(first).toEqual((await operations(fixture, caller).get(first!.id)).body.data);
  });

  test('returns the requested page', async () => {
    expect(await names({ page: '2', per_page: '2' })).toEqual(['day-3.txt', 'day-2.txt']);
    const { body } = await operations(fixture, caller).list({ page: '2', per_page: '2' });
    expect(body.data.pagination).toMatchObject({ total: 5, pages: 3, has_next: true, has_prev: true });
  });

  test('returns no documents for a page after the last page', async () => {
    expect(await names({ page: '9' })).toEqual([]);
  });
});

/** Inserts stored documents with creation times in minutes. Returns their IDs. */
const insertDocuments = async (as: typeof caller, minutes: readonly number[]): Promise<string[]> => {
  const rows = await fixture.database.inTransaction(as.tenantId, (tx) =>
    tx.query<{ id: string }>(
      `INSERT INTO documents (tenant_id, id, user_id, filename, content_type, size_bytes, content_sha256, object_key,
         metadata, processing_status, chunk_count, embedded_count, failed_count, created_at, updated_at)
       SELECT $1::uuid, id, 'ada', 'tea.txt', 'text/plain', 1, sha256(id::text::bytea),
         $1::uuid::text || '/document/' || id, '{}', 'completed', 1, 1, 0,
         timestamptz '2026-01-01' + minute * interval '1 minute', now()
       FROM (SELECT gen_random_uuid() AS id, minute FROM unnest($2::int[]) AS minute) new RETURNING id`,
      [as.tenantId, minutes],
    ),
  );
  return rows.map(({ id }) => id);
};

describe('GET /api/v2/documents with a cursor', () => {
  test('returns each document once while others are stored, also with equal creation times', async () => {
    const as = testCaller();
    const existing = await insertDocuments(as, [9, 5, 5, 5, 5, 5, 5, 5, 2, 1]);
    const result = await followCursorsWhileInserting({
      existing,
      read: async (cursor) => {
        const { list } = operations(fixture, as);
        const { items, pagination } = (await list({ per_page: '2', ...(cursor && { cursor }) })).body.data;
        return { ids: items.map(({ id }) => id), nextCursor: pagination.next_cursor as string | null };
      },
      insert: () => insertDocuments(as, [10, 5, 5, 5, 5, 0]),
    });
    expect(result).toEqual({ repeated: [], missing: [] });
  });
});

describe('the execution plans of lists', () => {
  const as = testCaller();
  const { tenantId } = as;
  let id: string;
  beforeAll(async () => {
    id = (
      await insertDocuments(
        as,
        Array.from({ length: 2_000 }, (_, minute) => minute),
      )
    )[0]!;
    await fixture.database.inTransaction(tenantId, (tx) =>
      tx.query(
        `INSERT INTO chunks (tenant_id, id, document_id, chunk_index, content, start_char, end_char, metadata,
           embedding_status, created_at)
         SELECT $1, gen_random_uuid(), $2, i, 'c', i, i + 1, '{}', 'completed', now() FROM generate_series(0, 1999) i`,
        [tenantId, id],
      ),
    );
    await fixture.testDatabase.analyze('document.documents', 'document.chunks');
  });

  test('read a page of documents from an index in the order of the list, at the start and after a cursor', async () => {
    const { inTransaction, reads } = recordReads(fixture.database);
    const page = { now: new Date(), limit: 11, offset: 0 };
    await inTransaction(tenantId, async (tx) => {
      await documentRepository.list(tx, tenantId, { ...page, after: undefined });
      await documentRepository.list(tx, tenantId, { ...page, after: ['2026-01-01T12:00:00.000Z', id] });
      await documentRepository.listStored(
        tx,
        tenantId,
        { from: null, to: new Date('2026-01-01T12:00Z') },
        11,
      );
    });
    expect(reads).toEqual(
      Array.from({ length: 3 }, () =>
        expect.objectContaining({ indexes: ['documents_by_creation'], rows: 11 }),
      ),
    );
  });

  test('count documents without reading the stored ones', async () => {
    const { inTransaction, reads } = recordReads(fixture.database);
    await inTransaction(tenantId, (tx) => documentRepository.count(tx, tenantId, new Date()));
    expect(Math.max(...reads.map(({ rows }) => rows))).toBeLessThan(10);
  });

  test('read chunks of a document from an index in the order of the text', async () => {
    const { inTransaction, reads } = recordReads(fixture.database);
    await inTransaction(tenantId, async (tx) => {
      await chunkRepository.ofDocument(tx, tenantId, id, { afterIndex: 1_000, limit: 11 });
      await chunkRepository.outlineChunks(tx, tenantId, id, { from: 1_000, limit: 11 });
    });
    expect(reads).toEqual(
      Array.from({ length: 2 }, () => expect.objectContaining({ indexes: ['chunks_of_document'], rows: 11 })),
    );
  });
});

describe('errors of GET /api/v2/documents', () => {
  test('returns 401 without a token', async () => {
    expect(errorOf(await operations(fixture, null).list())).toEqual([401, 'AUTH_UNAUTHORIZED']);
  });

  test.each(CALLERS_WITHOUT.read)('returns 403 for %s', async (_, reader, code) => {
    expect(errorOf(await operations(fixture, reader).list())).toEqual([403, code]);
  });

  test.each([{ page: '0' }, { per_page: '0' }, { per_page: '101' }, { page: 'x' }])(
    'returns 422 for the page parameters %o',
    async (query) => {
      expect(errorOf(await operations(fixture, caller).list(query))).toEqual([422, 'VAL_FIELD_INVALID']);
    },
  );
});
