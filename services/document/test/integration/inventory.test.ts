import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { documentChunksSchema } from '@loci/events';
import { testCaller } from '@loci/testing';
import { errorOf, newText, operations, startDocumentService } from '../document-service.fixture.ts';
import type { TestResponse, DocumentBody, DocumentFixture } from '../document-service.fixture.ts';

const caller = testCaller();
const { tenantId } = caller;
let fixture: DocumentFixture;
let first: DocumentBody;
let second: DocumentBody;

const chunkIds = (document: DocumentBody): string[] => document.metadata['chunk_ids'] as string[];

beforeAll(async () => {
  fixture = await startDocumentService();
  const { upload, remove } = operations(fixture, caller);
  fixture.clock.now = new Date('2026-03-01T12:00:00Z');
  first = (await upload('first.txt', newText())).body.data;
  fixture.clock.now = new Date('2026-03-02T12:00:00Z');
  second = (await upload('second.txt', newText())).body.data;
  const gone = (await upload('gone.txt', newText())).body.data;
  await remove(gone.id);
  fixture.clock.now = null;
});
afterAll(() => fixture.close());

describe('the internal client of the document service', () => {
  test('count returns the number of stored documents of a tenant', async () => {
    expect(await fixture.client.count(tenantId)).toBe(2);
    expect(await fixture.client.count(randomUUID())).toBe(0);
  });

  test('tenants returns each tenant that has chunks once, sorted by id, in pages', async () => {
    const other = testCaller();
    await operations(fixture, other).upload('a.txt', newText());
    const expected = [tenantId, other.tenantId].sort();
    expect(await fixture.client.tenants(null, 10)).toEqual(expected);
    expect(await fixture.client.tenants(null, 1)).toEqual([expected[0]]);
    expect(await fixture.client.tenants(expected[0]!, 10)).toEqual([expected[1]]);
  });

  test('names returns the file names and titles of the stored documents of a tenant', async () => {
    const ids = [first.id, randomUUID()];
    expect(await fixture.client.names(tenantId, ids)).toEqual([
      { id: first.id, filename: 'first.txt', title: null },
    ]);
    expect(await fixture.client.names(randomUUID(), ids)).toEqual([]);
  });

  test('chunkRevisions returns every chunk once, sorted by id, in pages, with revision 1', async () => {
    const all = await fixture.client.chunkRevisions(tenantId, null, 10_000);
    expect(all.map(({ id }) => id)).toEqual([...chunkIds(first), ...chunkIds(second)].sort());
    expect(all[0]).toEqual({ id: all[0]!.id, revision: 1, searchable: true });
    const page = await fixture.client.chunkRevisions(tenantId, all[0]!.id, 2);
    expect(page).toEqual(all.slice(1, 3));
  });

  test('chunkStates returns only the event states of known chunks of the tenant', async () => {
    const [id] = chunkIds(first);
    const states = await fixture.client.chunkStates(tenantId, [id!, randomUUID()]);
    expect(states).toHaveLength(1);
    const [created] = await fixture.events(caller);
    const published = documentChunksSchema.parse(created!.data);
    expect(states[0]).toEqual({ revision: 1, state: { ...published, chunks: published.chunks.slice(0, 1) } });
    expect(await fixture.client.chunkStates(randomUUID(), [id!])).toEqual([]);
  });

  test('documents returns the documents within a time range, newest first', async () => {
    const query = { tenant_id: tenantId, created_from: null, created_to: null, limit: 10 };
    expect(await fixture.client.documents(query)).toEqual(
      [second, first].map(({ id, filename, chunk_count, created_at }) => ({
        id,
        filename,
        chunk_count,
        created_at,
      })),
    );
    const found = await fixture.client.documents({ ...query, created_to: first.created_at });
    expect(found.map(({ id }) => id)).toEqual([first.id]);
    expect(await fixture.client.documents({ ...query, created_from: '2026-03-03T00:00:00.000Z' })).toEqual(
      [],
    );
    expect(await fixture.client.documents({ ...query, limit: 1 })).toHaveLength(1);
  });

  test('chunkContents returns chunks in the order of the text', async () => {
    const { chunks } = (await operations(fixture, caller).get(first.id, { include_chunks: 'true' })).body
      .data;
    const contents = await fixture.client.chunkContents(tenantId, [first.id], 10_000);
    expect(contents).toEqual(
      chunks!.map(({ chunk_index, content }) => ({ document_id: first.id, chunk_index, content })),
    );
    expect(await fixture.client.chunkContents(tenantId, [first.id, second.id], 2)).toHaveLength(2);
    expect(await fixture.client.chunkContents(randomUUID(), [first.id], 10)).toEqual([]);
  });

  test('users cannot call the internal routes', async () => {
    const response = (await fixture
      .as(caller)
      .post('/internal/document/count')
      .send({ tenant_id: tenantId })) as unknown as TestResponse;
    expect(errorOf(response)).toEqual([404, 'RES_NOT_FOUND']);
  });
});

describe('row-level security without a tenant filter in the query', () => {
  test.each(['documents', 'chunks', 'outbox'])(
    'a query on %s returns only rows of the tenant of the transaction',
    async (table) => {
      const ids = await fixture.database.inTransaction(tenantId, (tx) =>
        tx.query<{ tenant_id: string }>(`SELECT DISTINCT tenant_id FROM ${table}`),
      );
      expect(ids).toEqual([{ tenant_id: tenantId }]);
    },
  );

  test('a transaction cannot write a row of another tenant', async () => {
    const writing = fixture.database.inTransaction(tenantId, (tx) =>
      tx.query('UPDATE chunks SET tenant_id = $1', [randomUUID()]),
    );
    await expect(writing).rejects.toMatchObject({ code: '42501' });
  });
});
