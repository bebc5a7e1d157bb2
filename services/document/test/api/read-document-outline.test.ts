import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { CALLERS_WITHOUT, testCaller } from '@loci/testing';
import { MAX_OUTLINE_CHUNKS } from '../../src/documents/read-document-outline.ts';
import { errorOf, operations, startDocumentService } from '../document-service.fixture.ts';
import type { DocumentBody, DocumentFixture, TestResponse } from '../document-service.fixture.ts';

interface Outline {
  items: {
    section: string;
    chunk_id: string;
    chunk_index: number;
    page: number | null;
    text_cursor: string;
  }[];
  next_cursor: string | null;
}

interface TextPage {
  text: string;
  first_chunk_index: number;
  previous_cursor: string | null;
  next_cursor: string | null;
}

const caller = testCaller();
let fixture: DocumentFixture;
beforeAll(async () => {
  fixture = await startDocumentService();
});
afterAll(() => fixture.close());

const upload = async (text: string): Promise<DocumentBody> =>
  (await operations(fixture, caller).upload('book.md', text)).body.data;
const get = async <Body>(path: string, query = {}, as = caller): Promise<TestResponse<Body>> =>
  (await fixture.as(as).get(`/api/v2/documents/${path}`).query(query)) as unknown as TestResponse<Body>;
const outline = (id: string, query = {}, as = caller) => get<Outline>(`${id}/outline`, query, as);
const text = (id: string, cursor?: string) =>
  get<TextPage>(`${id}/text`, cursor === undefined ? {} : { cursor });
const sentences = (count: number): string =>
  Array.from({ length: count }, (_, n) => `Sentence ${n} counts the ships at dawn.`).join(' ');

describe('GET /api/v2/documents/{document_id}/outline', () => {
  test('returns each section with the cursor of its text, although a section has many chunks', async () => {
    const { id } = await upload(
      `# Ships\n\n${sentences(200)}\n\n## Sails\n\n${sentences(30)}\n\n# Harbors\n\n${sentences(5)}`,
    );
    const { status, body } = await outline(id);
    expect([status, body.data.next_cursor]).toEqual([200, null]);
    const { items } = body.data;
    expect(items.map(({ section }) => section)).toEqual(['Ships', 'Ships > Sails', 'Harbors']);
    expect(items[0]).toMatchObject({ chunk_index: 0, page: null });
    for (const { section, chunk_index: first, text_cursor: cursor } of items) {
      const page = (await text(id, cursor)).body.data;
      expect(page.first_chunk_index).toBe(first);
      expect(page.text).toContain(section.split(' > ').at(-1));
    }
  });

  test('lists short sections that share a chunk', async () => {
    const { id } = await upload('# One\n\nText.\n\n# Two\n\nText.\n\n# Three\n\nText.');
    const { items } = (await outline(id)).body.data;
    expect(items.map(({ section, chunk_index: at }) => [section, at])).toEqual([
      ['One', 0],
      ['Two', 0],
      ['Three', 0],
    ]);
  });

  test('returns each section of a long document on exactly one page', async () => {
    const count = 700;
    const sections = Array.from(
      { length: count },
      (_, n) => `# Section ${n}\n\n${sentences(n === 300 ? 15_000 : 12)}`,
    );
    const { id, chunk_count: chunks } = await upload(sections.join('\n\n'));
    expect(chunks).toBeGreaterThan(2 * MAX_OUTLINE_CHUNKS);
    const seen: string[] = [];
    let pages = 0;
    for (let cursor: string | null | undefined; cursor !== null; pages++) {
      const { data } = (await outline(id, cursor === undefined ? {} : { cursor })).body;
      seen.push(...data.items.map(({ section }) => section));
      cursor = data.next_cursor;
    }
    expect(seen).toEqual(Array.from({ length: count }, (_, n) => `Section ${n}`));
    expect(pages).toBeGreaterThan(2);
  });

  test('is empty for a document without headings', async () => {
    const { id } = (await operations(fixture, caller).upload('plain.txt', sentences(3))).body.data;
    expect((await outline(id)).body.data).toEqual({ items: [], next_cursor: null });
  });

  test('rejects the cursor of another document with 422', async () => {
    const { id } = await upload(`# Cursor\n\n${sentences(1)}`);
    const cursor = Buffer.from(JSON.stringify([`outline:${randomUUID()}`, [1], 1])).toString('base64url');
    expect(errorOf(await outline(id, { cursor }))).toEqual([422, 'VAL_FIELD_INVALID']);
  });

  test('returns 404 for an unknown document and for a document of another tenant', async () => {
    const { id } = await upload(`# Other\n\n${sentences(2)}`);
    expect(errorOf(await outline(randomUUID()))).toEqual([404, 'RES_NOT_FOUND']);
    expect(errorOf(await outline(id, {}, testCaller()))).toEqual([404, 'RES_NOT_FOUND']);
  });

  test.each(CALLERS_WITHOUT.read)('rejects %s with 403', async (_, as, code) => {
    const { id } = await upload(`# Rejected ${code}\n\n${randomUUID()}`);
    expect(errorOf(await outline(id, {}, as))).toEqual([403, code]);
  });
});

describe('previous_cursor of GET /api/v2/documents/{document_id}/text', () => {
  test('leads back to the start of the text from the last page, and from the middle', async () => {
    const { id } = await upload(`# Back\n\n${sentences(1_200)}`);
    const first = (await text(id)).body.data;
    expect(first.previous_cursor).toBeNull();
    const second = (await text(id, first.next_cursor!)).body.data;
    expect((await text(id, second.previous_cursor!)).body.data).toEqual(first);
    const starts: number[] = [];
    const middle = Buffer.from(JSON.stringify([`text:${id}`, [69], 70])).toString('base64url');
    for (let cursor: string | null = middle; cursor !== null;) {
      const page: TextPage = (await text(id, cursor)).body.data;
      starts.push(page.first_chunk_index);
      cursor = page.previous_cursor;
    }
    expect(starts).toEqual([70, 20, 0]);
  });
});
