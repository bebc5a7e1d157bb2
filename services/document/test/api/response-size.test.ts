import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { MAX_LIST_BYTES } from '@loci/http';
import { testCaller } from '@loci/testing';
import { newText, operations, startDocumentService } from '../document-service.fixture.ts';
import type { DocumentFixture } from '../document-service.fixture.ts';

let fixture: DocumentFixture;
beforeAll(async () => {
  fixture = await startDocumentService();
});
afterAll(() => fixture.close());

test('following the cursors of a list with large metadata returns each document once', async () => {
  const caller = testCaller();
  const metadata = JSON.stringify({ a: 'x'.repeat(65_528) });
  const stored: string[] = [];
  for (let n = 0; n < 70; n++) {
    stored.push((await operations(fixture, caller).upload(`${n}.txt`, newText(), metadata)).body.data.id);
  }
  const found: string[] = [];
  const truncated: unknown[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const { body } = await operations(fixture, caller).list({
      per_page: '100',
      ...(cursor === '' ? {} : { cursor }),
    });
    expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThan(MAX_LIST_BYTES + 4_096);
    found.push(...body.data.items.map(({ id }) => id));
    truncated.push(body.data.pagination['truncated']);
    cursor = body.data.pagination['next_cursor'] as string | null;
  }
  expect(found).toEqual(stored.toReversed());
  expect(truncated).toEqual([true, false]);
});

test('following the cursors of the chunk list of a 10 MB document returns each chunk in order', async () => {
  const caller = testCaller();
  const text = Array.from({ length: 20_000 }, (_, n) => `Paragraph ${n}. ${'word '.repeat(100)}`).join(
    '\n\n',
  );
  const { data } = (await operations(fixture, caller).upload('long.txt', text)).body;
  const found: number[] = [];
  let responses = 0;
  for (let cursor: string | null | undefined = ''; cursor != null; responses++) {
    const { body } = await operations(fixture, caller).get(data.id, {
      include_chunks: 'true',
      ...(cursor === '' ? {} : { cursor }),
    });
    expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThan(MAX_LIST_BYTES + 8_192);
    found.push(...body.data.chunks!.map((chunk) => chunk.chunk_index));
    const { truncated, next_cursor } = body.data;
    expect(truncated).toBe(next_cursor !== null);
    cursor = next_cursor;
  }
  expect(found).toEqual(Array.from({ length: data.chunk_count }, (_, n) => n));
  expect(responses).toBeGreaterThan(1);
}, 120_000);

test('GET /api/v2/documents/{document_id} rejects the chunk cursor of another document with 422', async () => {
  const caller = testCaller();
  const { id } = (await operations(fixture, caller).upload('a.txt', newText())).body.data;
  const cursor = Buffer.from(JSON.stringify(['chunks:other', [1], 1])).toString('base64url');
  const { status, body } = await operations(fixture, caller).get(id, { include_chunks: 'true', cursor });
  expect([status, body.error.code]).toEqual([422, 'VAL_FIELD_INVALID']);
});
