import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { CALLERS_WITHOUT, testCaller } from '@loci/testing';
import { newText, operations, startDocumentService } from '../document-service.fixture.ts';
import type { DocumentFixture } from '../document-service.fixture.ts';

const caller = testCaller();
const CONTENT = Buffer.from('0123456789'.repeat(30));
let fixture: DocumentFixture;
let id: string;
let etag: string;

const download = (headers: Record<string, string> = {}) => operations(fixture, caller).download(id, headers);
const text = (response: { body: unknown }): string => (response.body as Buffer).toString();
const code = (response: { status: number; body: unknown }): unknown[] => [
  response.status,
  (JSON.parse(text(response)) as { error: { code: string } }).error.code,
];

beforeAll(async () => {
  fixture = await startDocumentService();
  id = (await operations(fixture, caller).upload('Übersicht "1".txt', CONTENT)).body.data.id;
  etag = (await download()).headers['etag']!;
});
afterAll(() => fixture.close());

describe('GET /api/v2/documents/{document_id}/download', () => {
  test('returns the original file as an attachment that browsers do not render', async () => {
    const response = await download();
    expect(response.status).toBe(200);
    expect(CONTENT.equals(response.body as Buffer)).toBe(true);
    expect(response.headers).toMatchObject({
      'content-type': 'text/plain',
      'content-length': '300',
      'accept-ranges': 'bytes',
      etag: expect.stringMatching(/^"[0-9a-f]{64}"$/),
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
      'x-request-id': caller.requestId,
    });
  });

  test('sends the file name in both forms of RFC 6266', async () => {
    const { headers } = await download();
    const disposition = headers['content-disposition']!;
    expect(disposition).toMatch(/^attachment; filename="/);
    expect(disposition).toContain("filename*=UTF-8''%C3%9Cbersicht");
    expect(disposition).not.toMatch(/[^\x20-\x7e]/);
  });

  test('returns HTML with scripts unchanged, as an attachment with a sandbox policy', async () => {
    const html = '<p>tea</p><script>alert(1)</script>';
    const { body } = await operations(fixture, caller).upload('page.html', html);
    const response = await operations(fixture, caller).download(body.data.id);
    expect(text(response)).toBe(html);
    expect(response.headers).toMatchObject({
      'content-type': 'text/html',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
    });
    expect(response.headers['content-disposition']).toMatch(/^attachment/);
  });

  test('returns only the headers for HEAD', async () => {
    const response = await fixture.as(caller).head(`/api/v2/documents/${id}/download`);
    expect([response.status, response.headers['content-length'], response.headers['etag']]).toEqual([
      200,
      '300',
      etag,
    ]);
  });
});

describe('byte ranges of GET /api/v2/documents/{document_id}/download', () => {
  test.each([
    ['bytes=0-9', 0, 10],
    ['bytes=290-', 290, 300],
    ['bytes=-5', 295, 300],
    ['bytes=299-299', 299, 300],
    ['bytes=100-100000', 100, 300],
  ])('returns 206 with the range %s', async (range, start, end) => {
    const response = await download({ range });
    expect(response.status).toBe(206);
    expect(text(response)).toBe(CONTENT.subarray(start, end).toString());
    expect(response.headers).toMatchObject({
      'content-range': `bytes ${start}-${end - 1}/300`,
      'content-length': String(end - start),
      etag,
    });
  });

  test.each(['bytes=300-', 'bytes=400-500', 'bytes=-0'])(
    'returns 416 with the size of the file for %s',
    async (range) => {
      const response = await download({ range });
      expect(code(response)).toEqual([416, 'VAL_FIELD_INVALID']);
      expect(response.headers['content-range']).toBe('bytes */300');
    },
  );

  test.each(['lines=1-2', 'bytes', 'bytes=0-1,5-6'])('returns the whole file for range %s', async (range) => {
    const response = await download({ range });
    expect([response.status, text(response).length]).toEqual([200, 300]);
  });

  test('returns the whole file if the etag in If-Range does not match', async () => {
    expect((await download({ range: 'bytes=0-9', 'if-range': etag })).status).toBe(206);
    expect((await download({ range: 'bytes=0-9', 'if-range': '"other"' })).status).toBe(200);
    expect((await download({ range: 'bytes=0-9', 'if-range': `W/${etag}` })).status).toBe(200);
  });
});

describe('conditional GET /api/v2/documents/{document_id}/download', () => {
  test('returns 304 without a body if the etag matches', async () => {
    const response = await download({ 'if-none-match': `"other", ${etag}` });
    expect([response.status, text(response), response.headers['etag']]).toEqual([304, '', etag]);
    expect((await download({ 'if-none-match': '"other"' })).status).toBe(200);
  });
});

describe('errors of GET /api/v2/documents/{document_id}/download', () => {
  test('returns 404 for an unknown document', async () => {
    expect(code(await operations(fixture, caller).download(randomUUID()))).toEqual([404, 'RES_NOT_FOUND']);
  });

  test('returns 404 for a document of another tenant', async () => {
    expect(code(await operations(fixture, testCaller()).download(id))).toEqual([404, 'RES_NOT_FOUND']);
  });

  test('returns 404 if the object of the document is missing', async () => {
    const { body } = await operations(fixture, caller).upload('lost.txt', newText());
    await fixture.objects.delete(`${caller.tenantId}/document/${body.data.id}`);
    expect(code(await operations(fixture, caller).download(body.data.id))).toEqual([404, 'RES_NOT_FOUND']);
  });

  test('returns 401 without a token', async () => {
    expect(code(await operations(fixture, null).download(id))).toEqual([401, 'AUTH_UNAUTHORIZED']);
  });

  test.each(CALLERS_WITHOUT.read)('returns 403 for %s', async (_, reader, error) => {
    expect(code(await operations(fixture, reader).download(id))).toEqual([403, error]);
  });
});
