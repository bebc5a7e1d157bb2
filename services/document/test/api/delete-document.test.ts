import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { CALLERS_WITHOUT, testCaller } from '@loci/testing';
import {
  errorOf,
  storeUnavailable,
  newText,
  operations,
  startDocumentService,
} from '../document-service.fixture.ts';
import type { DocumentFixture } from '../document-service.fixture.ts';

let fixture: DocumentFixture;

beforeAll(async () => {
  fixture = await startDocumentService();
});
afterEach(() => {
  fixture.faults.beforeDelete = undefined;
});
afterAll(() => fixture.close());

describe('DELETE /api/v2/documents/{document_id}', () => {
  test('deletes the document with its chunks and its file', async () => {
    const caller = testCaller();
    const { upload, remove, get, list } = operations(fixture, caller);
    const { id } = (await upload('a.txt', newText())).body.data;
    const response = await remove(id);
    expect([response.status, response.body.data]).toEqual([200, { id, deleted: true }]);
    expect(errorOf(await get(id))).toEqual([404, 'RES_NOT_FOUND']);
    expect((await list()).body.data.items).toEqual([]);
    expect(await fixture.rowIds(caller)).toEqual([]);
    expect(await fixture.objectKeys(caller)).toEqual([]);
    expect(await fixture.client.chunkRevisions(caller.tenantId, null, 10)).toEqual([]);
    const events = await fixture.events(caller);
    expect(events.map((event) => [event.type, event.revision])).toEqual([
      ['document.created', 1],
      ['document.deleted', 2],
    ]);
    expect(events[1]!.data).toEqual({ id });
  });

  test('deletes the file of a document later if the object store is unavailable', async () => {
    const caller = testCaller();
    const { upload, remove, get, list } = operations(fixture, caller);
    const { id } = (await upload('a.txt', newText())).body.data;
    fixture.faults.beforeDelete = storeUnavailable;
    expect((await remove(id)).status).toBe(200);
    expect(errorOf(await get(id))).toEqual([404, 'RES_NOT_FOUND']);
    expect((await list()).body.data.pagination['total']).toBe(0);
    expect(await fixture.objectKeys(caller)).toHaveLength(1);
    await expect(fixture.runJob('purge-soft-deleted-documents')).rejects.toMatchObject({
      code: 'SYS_SERVICE_UNAVAILABLE',
    });

    fixture.faults.beforeDelete = undefined;
    await fixture.runJob('purge-soft-deleted-documents');
    expect(await fixture.objectKeys(caller)).toEqual([]);
    expect(await fixture.rowIds(caller)).toEqual([]);
  });

  test('publishes an event for exactly one of two concurrent deletes', async () => {
    const caller = testCaller();
    const { upload, remove } = operations(fixture, caller);
    const { id } = (await upload('a.txt', newText())).body.data;
    const responses = await Promise.all([remove(id), remove(id)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect(await fixture.events(caller)).toHaveLength(2);
  });
});

describe('errors of DELETE /api/v2/documents/{document_id}', () => {
  test('returns 404 for an unknown document', async () => {
    const { remove } = operations(fixture, testCaller());
    expect(errorOf(await remove(randomUUID()))).toEqual([404, 'RES_NOT_FOUND']);
  });

  test('returns 404 for a document of another tenant without deleting the document', async () => {
    const { upload, get } = operations(fixture, testCaller());
    const { id } = (await upload('a.txt', newText())).body.data;
    expect(errorOf(await operations(fixture, testCaller()).remove(id))).toEqual([404, 'RES_NOT_FOUND']);
    expect((await get(id)).status).toBe(200);
  });

  test('returns 404 for a document that is already deleted', async () => {
    const { upload, remove } = operations(fixture, testCaller());
    const { id } = (await upload('a.txt', newText())).body.data;
    await remove(id);
    expect(errorOf(await remove(id))).toEqual([404, 'RES_NOT_FOUND']);
  });

  test('returns 401 without a token', async () => {
    expect(errorOf(await operations(fixture, null).remove(randomUUID()))).toEqual([401, 'AUTH_UNAUTHORIZED']);
  });

  test('returns 422 for a malformed id', async () => {
    expect(errorOf(await operations(fixture, testCaller()).remove('x'))).toEqual([422, 'VAL_UUID_INVALID']);
  });

  test.each(CALLERS_WITHOUT.write)('returns 403 for %s', async (_, caller, code) => {
    expect(errorOf(await operations(fixture, caller).remove(randomUUID()))).toEqual([403, code]);
  });

  test('returns 403 for an API key without the permission delete', async () => {
    const caller = testCaller({ permissions: ['read', 'write'] });
    expect(errorOf(await operations(fixture, caller).remove(randomUUID()))).toEqual([403, 'AUTH_FORBIDDEN']);
  });
});
