import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { CALLERS_WITHOUT, testCaller } from '@loci/testing';
import { errorOf, newText, operations, startDocumentService } from '../document-service.fixture.ts';
import type { DocumentBody, DocumentFixture } from '../document-service.fixture.ts';

const caller = testCaller();
let fixture: DocumentFixture;
let text: string;
let document: DocumentBody;

beforeAll(async () => {
  fixture = await startDocumentService();
  text = `# Harbour\n\n${newText()}\n\n## Ropes 😀\n\n${newText()}`;
  document = (await operations(fixture, caller).upload('log.md', text)).body.data;
});
afterAll(() => fixture.close());

describe('GET /api/v2/documents/{document_id}', () => {
  test('returns the document with its embedding progress and without chunks by default', async () => {
    const { status, body } = await operations(fixture, caller).get(document.id);
    expect(status).toBe(200);
    expect(body.data).toEqual({ ...document, metadata: {} });
    expect(body.data).not.toHaveProperty('chunks');
    expect(body.data.embedding_progress).toEqual({
      total: document.chunk_count,
      completed: 0,
      pending: document.chunk_count,
      failed: 0,
      percent_complete: 0,
    });
  });

  test('returns ordered chunks instead of the embedding progress if include_chunks is true', async () => {
    const { body } = await operations(fixture, caller).get(document.id, { include_chunks: 'true' });
    expect(body.data).not.toHaveProperty('embedding_progress');
    const chunks = body.data.chunks!;
    expect(chunks.map((chunk) => chunk.id)).toEqual(document.metadata['chunk_ids']);
    expect(chunks.map((chunk) => chunk.chunk_index)).toEqual(chunks.map((_, index) => index));
    expect(chunks[0]).toEqual({
      id: expect.any(String),
      document_id: document.id,
      chunk_index: 0,
      content: expect.stringContaining('lighthouse keeper'),
      start_char: 0,
      end_char: expect.any(Number),
      metadata: { section: 'Harbour', sections: ['Harbour'] },
      embedding_status: 'pending',
      created_at: expect.any(String),
    });
    expect(chunks.at(-1)!['metadata']).toEqual({
      section: 'Harbour > Ropes 😀',
      sections: ['Harbour > Ropes 😀'],
    });
  });

  test('start_char and end_char are code point offsets into the extracted text', async () => {
    const emoji = 'Ships 😀😀 and tea. '.repeat(60);
    const { body } = await operations(fixture, caller).upload('emoji.txt', emoji);
    const found = await operations(fixture, caller).get(body.data.id, { include_chunks: 'true' });
    const points = [...emoji];
    for (const chunk of found.body.data.chunks!) {
      const [start, end] = [chunk['start_char'] as number, chunk['end_char'] as number];
      expect(points.slice(start, end).join('')).toBe(chunk.content);
    }
  });

  describe('of a document with 250 chunks', () => {
    let long: DocumentBody;
    const chunksOf = async (query: Record<string, string>) => {
      const { body } = await operations(fixture, caller).get(long.id, { include_chunks: 'true', ...query });
      return {
        indexes: body.data.chunks!.map((chunk) => chunk.chunk_index),
        next: body.data.next_cursor as string | null,
        truncated: body.data.truncated,
        warnings: (body as unknown as { meta: { warnings?: string[] } }).meta.warnings,
      };
    };
    const from = (start: number, end: number) => Array.from({ length: end - start }, (_, n) => start + n);

    beforeAll(async () => {
      const paragraphs = Array.from({ length: 250 }, (_, n) => `# Part ${n}\n\n${'tea '.repeat(60)}`);
      long = (await operations(fixture, caller).upload('long.md', paragraphs.join('\n\n'))).body.data;
      expect(long.chunk_count).toBe(250);
    });

    test('returns 100 chunks by default, a cursor, and a warning with the number of chunks', async () => {
      const { indexes, next, truncated, warnings } = await chunksOf({});
      expect([indexes, truncated, warnings]).toEqual([
        from(0, 100),
        true,
        [
          'The document has 250 chunks, and a page has at most 100. Send next_cursor as cursor to receive the next ones.',
        ],
      ]);
      const second = await chunksOf({ cursor: next! });
      const third = await chunksOf({ cursor: second.next! });
      expect([second.indexes, third.indexes]).toEqual([from(100, 200), from(200, 250)]);
      expect([second.warnings, third.warnings, third.next, third.truncated]).toEqual([
        undefined,
        undefined,
        null,
        false,
      ]);
    });

    test.each([
      [{ page: '1', per_page: '7' }, [0, 7]],
      [{ page: '3', per_page: '100' }, [200, 250]],
      [{ page: '36', per_page: '7' }, [245, 250]],
      [{ page: '4' }, [0, 0]],
      [{ page: '1000000000', per_page: '100' }, [0, 0]],
    ] as const)('returns the chunks of the page %j', async (query, [start, end]) => {
      expect((await chunksOf(query)).indexes).toEqual(from(start, end));
    });

    test('continues after a page of another size', async () => {
      const { next, warnings } = await chunksOf({ page: '2', per_page: '3' });
      expect(warnings).toBeUndefined();
      expect((await chunksOf({ cursor: next!, per_page: '4' })).indexes).toEqual(from(6, 10));
    });

    test.each([{ per_page: '101' }, { per_page: '0' }, { page: '0' }])(
      'returns 422 for %j',
      async (query) => {
        const response = await operations(fixture, caller).get(long.id, query);
        expect(errorOf(response)).toEqual([422, 'VAL_FIELD_INVALID']);
      },
    );
  });

  test.each(['false', '0'])('returns no chunks with include_chunks=%s', async (include_chunks) => {
    const { body } = await operations(fixture, caller).get(document.id, { include_chunks });
    expect(body.data).not.toHaveProperty('chunks');
  });
});

describe('errors of GET /api/v2/documents/{document_id}', () => {
  test('returns 404 for an unknown document', async () => {
    const unknown = await operations(fixture, caller).get(randomUUID());
    expect(errorOf(unknown)).toEqual([404, 'RES_NOT_FOUND']);
    expect(unknown.body.error.details).toMatchObject({ resource_type: 'document' });
  });

  test('returns 404 for a document of another tenant', async () => {
    const response = await operations(fixture, testCaller()).get(document.id, { include_chunks: 'true' });
    expect(errorOf(response)).toEqual([404, 'RES_NOT_FOUND']);
  });

  test('returns 401 without a token', async () => {
    expect(errorOf(await operations(fixture, null).get(document.id))).toEqual([401, 'AUTH_UNAUTHORIZED']);
  });

  test.each(CALLERS_WITHOUT.read)('returns 403 for %s', async (_, reader, code) => {
    expect(errorOf(await operations(fixture, reader).get(document.id))).toEqual([403, code]);
  });

  test('returns 422 for a malformed id', async () => {
    expect(errorOf(await operations(fixture, caller).get('nonsense'))).toEqual([422, 'VAL_UUID_INVALID']);
  });

  test('returns 422 for an invalid value of include_chunks', async () => {
    const flag = await operations(fixture, caller).get(document.id, { include_chunks: 'maybe' });
    expect(errorOf(flag)).toEqual([422, 'VAL_FIELD_INVALID']);
  });
});
