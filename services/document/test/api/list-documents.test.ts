import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { repairCounters } from '@loci/postgres';
import { CALLERS_WITHOUT, testCaller } from '@loci/testing';
import { countStoredDocuments, documentCounterSource } from '../../src/documents/document-counters.ts';
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
