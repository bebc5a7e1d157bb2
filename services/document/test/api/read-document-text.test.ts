import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { CALLERS_WITHOUT, testCaller } from '@loci/testing';
import { errorOf, newText, operations, startDocumentService } from '../document-service.fixture.ts';
import type { DocumentBody, DocumentFixture, TestResponse } from '../document-service.fixture.ts';

interface TextPage extends DocumentBody {
  text: string;
  first_chunk_index: number | null;
  last_chunk_index: number | null;
  first_page: number | null;
  last_page: number | null;
  section: string | null;
  next_cursor: string | null;
}

const caller = testCaller();
const TEXT = Array.from({ length: 900 }, (_, n) => `Sentence ${n} counts the ships at dawn.`).join(' ');
let fixture: DocumentFixture;
let document: DocumentBody;

beforeAll(async () => {
  fixture = await startDocumentService();
  document = (await operations(fixture, caller).upload('log.md', `# Log\n\n${TEXT}`)).body.data;
});
afterAll(() => fixture.close());

const read = async (id: string, query = {}, as = caller): Promise<TestResponse<TextPage>> =>
  (await fixture
    .as(as)
    .get(`/api/v2/documents/${id}/text`)
    .query(query)) as unknown as TestResponse<TextPage>;

describe('GET /api/v2/documents/{document_id}/text', () => {
  test('returns the whole text in pages of 50 chunks, with the overlap of chunks once', async () => {
    const pages: TextPage[] = [];
    for (let cursor: string | null | undefined; cursor !== null; cursor = pages.at(-1)!.next_cursor) {
      const { status, body } = await read(document.id, cursor === undefined ? {} : { cursor });
      expect(status).toBe(200);
      pages.push(body.data);
    }
    expect(pages.length).toBeGreaterThan(1);
    expect(pages.map(({ first_chunk_index }) => first_chunk_index)).toEqual(pages.map((_, n) => 50 * n));
    expect(pages.at(-1)!.last_chunk_index).toBe(document.chunk_count - 1);
    for (const [n, { text }] of pages.entries()) {
      const numbers = Array.from(text.matchAll(/Sentence (\d+) counts/g), ([, number]) => Number(number));
      expect(numbers).toEqual(numbers.map((_, index) => numbers[0]! + index));
      if (n === 0) expect(text).toMatch(/^# Log\s+Sentence 0 counts/);
    }
    const found = pages.flatMap(({ text }) => text.match(/Sentence \d+ counts/g) ?? []);
    expect(new Set(found).size).toBe(900);
  });

  test('returns the document and the position of the page', async () => {
    const { data } = (await read(document.id)).body;
    expect(data).toMatchObject({
      id: document.id,
      filename: 'log.md',
      title: 'Log',
      chunk_count: document.chunk_count,
      section: 'Log',
      first_page: null,
      last_page: null,
    });
    expect(data).not.toHaveProperty('embedding_progress');
  });

  test('rejects the cursor of another document with 422', async () => {
    const other = (await operations(fixture, caller).upload('b.txt', newText())).body.data;
    const { next_cursor: cursor } = (await read(document.id)).body.data;
    expect(errorOf(await read(other.id, { cursor }))).toEqual([422, 'VAL_FIELD_INVALID']);
  });

  test('returns 404 for an unknown document and for a document of another tenant', async () => {
    expect(errorOf(await read(randomUUID()))).toEqual([404, 'RES_NOT_FOUND']);
    expect(errorOf(await read(document.id, {}, testCaller()))).toEqual([404, 'RES_NOT_FOUND']);
  });

  test.each(CALLERS_WITHOUT.read)('rejects %s with 403', async (_, as, code) => {
    expect(errorOf(await read(document.id, {}, as))).toEqual([403, code]);
  });
});
