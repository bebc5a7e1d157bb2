import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { testCaller } from '@loci/testing';
import {
  CALLERS_WITHOUT,
  errorOf,
  newText,
  operations,
  startDocumentService,
} from '../document-service.fixture.ts';
import type { TestResponse, DocumentFixture } from '../document-service.fixture.ts';

let fixture: DocumentFixture;

beforeAll(async () => {
  fixture = await startDocumentService();
});
afterAll(() => fixture.close());

const reprocess = async (caller: Parameters<DocumentFixture['as']>[0], id: string): Promise<unknown[]> =>
  errorOf((await fixture.as(caller).post(`/api/v2/documents/${id}/reprocess`)) as unknown as TestResponse);

test('POST /api/v2/documents/{document_id}/reprocess returns 501 and changes nothing', async () => {
  const caller = testCaller();
  const { data } = (await operations(fixture, caller).upload('a.txt', newText())).body;
  expect(await reprocess(caller, data.id)).toEqual([501, 'NOT_IMPLEMENTED']);
  expect(await reprocess(caller, randomUUID())).toEqual([501, 'NOT_IMPLEMENTED']);
  expect((await operations(fixture, caller).get(data.id)).body.data.updated_at).toBe(data.updated_at);
});

test('POST /api/v2/documents/{document_id}/reprocess returns 401 without a token', async () => {
  expect(await reprocess(null, randomUUID())).toEqual([401, 'AUTH_UNAUTHORIZED']);
});

test.each(CALLERS_WITHOUT.write)(
  'POST /api/v2/documents/{document_id}/reprocess returns 403 for %s',
  async (_, caller, code) => {
    expect(await reprocess(caller, randomUUID())).toEqual([403, code]);
  },
);
