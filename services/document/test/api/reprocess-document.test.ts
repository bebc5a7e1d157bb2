import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { AppError } from '@loci/core';
import { CALLERS_WITHOUT, testCaller } from '@loci/testing';
import {
  embeddingEvent,
  errorOf,
  newText,
  operations,
  parseInProcess,
  startDocumentService,
} from '../document-service.fixture.ts';
import type { TestResponse, DocumentFixture } from '../document-service.fixture.ts';

let fixture: DocumentFixture;

beforeAll(async () => {
  fixture = await startDocumentService();
});
afterEach(() => {
  delete fixture.faults.parse;
});
afterAll(() => fixture.close());

const reprocess = async (caller: Parameters<DocumentFixture['as']>[0], id: string): Promise<TestResponse> =>
  (await fixture.as(caller).post(`/api/v2/documents/${id}/reprocess`)) as unknown as TestResponse;

/** Uploads a document with an earlier version of the parser, which finds one chunk and no title. */
async function uploadWithEarlierParser(caller = testCaller()) {
  const { upload } = operations(fixture, caller);
  fixture.faults.parse = () =>
    Promise.resolve({
      contentType: 'text/markdown',
      chunks: [{ index: 0, content: 'old', startChar: 0, endChar: 3, metadata: {} }],
    });
  const { data } = (await upload('a.md', `# The Log\n\n${newText()}`)).body;
  delete fixture.faults.parse;
  const [chunkId] = data.metadata['chunk_ids'] as string[];
  return { caller, document: data, chunkId: chunkId! };
}

describe('POST /api/v2/documents/{document_id}/reprocess', () => {
  test('replaces the chunks, the title and the embedding progress of the document', async () => {
    const { caller, document, chunkId } = await uploadWithEarlierParser();
    await fixture.consume(embeddingEvent(caller, document.id, chunkId));
    const { status, body } = await reprocess(caller, document.id);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      id: document.id,
      filename: 'a.md',
      title: 'The Log',
      processing_status: 'active',
      created_at: document.created_at,
      embedding_progress: { total: body.data.chunk_count, completed: 0, pending: body.data.chunk_count },
    });
    const { get, download } = operations(fixture, caller);
    const { chunks } = (await get(document.id, { include_chunks: 'true' })).body.data;
    expect(chunks).toHaveLength(body.data.chunk_count);
    expect(chunks![0]!.content).toContain('# The Log');
    expect(chunks!.map((chunk) => chunk.id)).not.toContain(chunkId);
    expect((await download(document.id)).body.toString()).toContain('# The Log');
    expect(await fixture.filesInUploadFolder()).toEqual([]);
  });

  test('publishes the new chunks before the ids of the removed chunks', async () => {
    const { caller, document, chunkId } = await uploadWithEarlierParser();
    await reprocess(caller, document.id);
    const { chunks } = (await operations(fixture, caller).get(document.id, { include_chunks: 'true' })).body
      .data;
    const [, added, removed] = await fixture.events(caller);
    expect([added!.type, removed!.type]).toEqual(['document.chunks_added', 'document.chunks_removed']);
    expect((added!.data['chunks'] as { id: string }[]).map(({ id }) => id)).toEqual(
      chunks!.map(({ id }) => id),
    );
    expect(removed!.data).toEqual({ id: document.id, chunk_ids: [chunkId] });
  });

  test('serves the previous chunks while the file is being parsed', async () => {
    const { caller, document } = await uploadWithEarlierParser();
    const { get } = operations(fixture, caller);
    let during: string[] = [];
    fixture.faults.parse = async (file) => {
      const { data } = (await get(document.id, { include_chunks: 'true' })).body;
      during = data.chunks!.map((chunk) => chunk.content);
      return parseInProcess(file);
    };
    expect((await reprocess(caller, document.id)).status).toBe(200);
    expect(during).toEqual(['old']);
  });

  test('keeps the chunks if the file cannot be parsed', async () => {
    const { caller, document, chunkId } = await uploadWithEarlierParser();
    fixture.faults.parse = () => Promise.reject(new AppError('VAL_VALIDATION_FAILED', 'Unreadable.'));
    expect(errorOf(await reprocess(caller, document.id))).toEqual([422, 'VAL_VALIDATION_FAILED']);
    const { data } = (await operations(fixture, caller).get(document.id, { include_chunks: 'true' })).body;
    expect(data.chunks!.map((chunk) => chunk.id)).toEqual([chunkId]);
    expect(await fixture.events(caller)).toHaveLength(1);
  });

  test('ignores embedding events of replaced chunks', async () => {
    const { caller, document, chunkId } = await uploadWithEarlierParser();
    await reprocess(caller, document.id);
    await fixture.consume(embeddingEvent(caller, document.id, chunkId));
    const { data } = (await operations(fixture, caller).get(document.id)).body;
    expect(data.embedding_progress).toMatchObject({ completed: 0, pending: data.chunk_count });
  });

  test('leaves one set of chunks after concurrent reprocess requests to two processes', async () => {
    const { caller, document } = await uploadWithEarlierParser();
    const other = fixture.start();
    const responses = await Promise.all([
      reprocess(caller, document.id),
      fixture.as(caller, other.routes).post(`/api/v2/documents/${document.id}/reprocess`),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    const { data } = (await operations(fixture, caller).get(document.id, { include_chunks: 'true' })).body;
    expect(data.chunks).toHaveLength(data.chunk_count);
  });

  test('returns 404 if the object store has lost the file', async () => {
    const { caller, document } = await uploadWithEarlierParser();
    await fixture.objects.delete(`${caller.tenantId}/document/${document.id}`);
    expect(errorOf(await reprocess(caller, document.id))).toEqual([404, 'RES_NOT_FOUND']);
  });

  test('returns 404 for an unknown document and for a document of another tenant', async () => {
    const { document } = await uploadWithEarlierParser();
    expect(errorOf(await reprocess(testCaller(), randomUUID()))).toEqual([404, 'RES_NOT_FOUND']);
    expect(errorOf(await reprocess(testCaller(), document.id))).toEqual([404, 'RES_NOT_FOUND']);
  });

  test('returns 401 without a token', async () => {
    expect(errorOf(await reprocess(null, randomUUID()))).toEqual([401, 'AUTH_UNAUTHORIZED']);
  });

  test.each(CALLERS_WITHOUT.write)('returns 403 for %s', async (_, caller, code) => {
    expect(errorOf(await reprocess(caller, randomUUID()))).toEqual([403, code]);
  });
});
