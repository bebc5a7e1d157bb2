import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { documentChunkPath } from '@loci/contracts';
import { testCaller } from '@loci/testing';
import { newText, operations, startDocumentService } from '../document-service.fixture.ts';
import type { DocumentBody, DocumentFixture } from '../document-service.fixture.ts';

const caller = testCaller();
let fixture: DocumentFixture;
let document: DocumentBody;
let contents: string[];
let chunkIds: string[];

beforeAll(async () => {
  fixture = await startDocumentService();
  const text = `# Harbor\n\n${newText()}\n\n## Ropes\n\n${newText()}\n\n## Knots\n\n${newText()}`;
  const uploaded = (await operations(fixture, caller).upload('log.md', text)).body.data;
  document = (await operations(fixture, caller).get(uploaded.id, { include_chunks: 'true' })).body.data;
  chunkIds = document.chunks!.map((chunk) => chunk.id);
  contents = document.chunks!.map((chunk) => chunk.content);
});
afterAll(() => fixture.close());

const getChunk = (id: string, as = caller) => fixture.as(as).get(documentChunkPath(id));

describe('GET /api/v2/documents/chunks/{chunk_id}', () => {
  test('returns a chunk with its document and its neighbors', async () => {
    expect(chunkIds.length).toBeGreaterThanOrEqual(3);
    const { body } = await getChunk(chunkIds[1]!).expect(200);
    expect(body.data).toEqual({
      id: chunkIds[1],
      document: {
        id: document.id,
        filename: 'log.md',
        title: 'Harbor',
        page: null,
        section: 'Harbor',
        chunk_index: 1,
        chunk_count: chunkIds.length,
      },
      created_at: document.created_at,
      content_type: 'text/markdown',
      content: contents[1],
      previous: { id: chunkIds[0], content: contents[0] },
      next: { id: chunkIds[2], content: contents[2] },
    });
  });

  test('returns null for the missing neighbor of the first and of the last chunk', async () => {
    const first = await getChunk(chunkIds[0]!).expect(200);
    expect(first.body.data).toMatchObject({ previous: null, next: { id: chunkIds[1] } });
    const last = await getChunk(chunkIds.at(-1)!).expect(200);
    expect(last.body.data).toMatchObject({ previous: { id: chunkIds.at(-2) }, next: null });
  });

  test('returns 404 for an unknown chunk', async () => {
    const { body } = await getChunk(randomUUID()).expect(404);
    expect(body.error.code).toBe('RES_NOT_FOUND');
  });

  test('returns 404 for a chunk of another tenant', async () => {
    const { body } = await getChunk(chunkIds[1]!, testCaller()).expect(404);
    expect(body.error.code).toBe('RES_NOT_FOUND');
  });

  test('returns 404 for a chunk of a deleted document', async () => {
    const uploaded = (await operations(fixture, caller).upload('gone.md', newText())).body.data;
    const [chunkId] = uploaded.metadata['chunk_ids'] as string[];
    await getChunk(chunkId!).expect(200);
    await fixture.as(caller).delete(`/api/v2/documents/${uploaded.id}`).expect(200);
    const { body } = await getChunk(chunkId!).expect(404);
    expect(body.error.code).toBe('RES_NOT_FOUND');
  });

  test('returns 403 AUTH_FORBIDDEN for a caller without the read scope', async () => {
    const { body } = await getChunk(chunkIds[1]!, { ...caller, scopes: ['write'] }).expect(403);
    expect(body.error.code).toBe('AUTH_FORBIDDEN');
  });

  test('returns 422 VAL_UUID_INVALID for a malformed chunk id', async () => {
    const { body } = await getChunk('not-an-id').expect(422);
    expect(body.error.code).toBe('VAL_UUID_INVALID');
  });
});
