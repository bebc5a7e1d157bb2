import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Caller } from '@loci/core';
import { testCaller } from '@loci/testing';
import { newText, operations, startDocumentService } from '../document-service.fixture.ts';
import type { DocumentFixture, TestResponse } from '../document-service.fixture.ts';

let fixture: DocumentFixture;
beforeAll(async () => {
  fixture = await startDocumentService();
});
afterAll(() => fixture.close());

type WriteRequest = (id: string) => ['post' | 'delete', string];

const send = async (
  caller: Caller,
  [method, path]: ['post' | 'delete', string],
): Promise<TestResponse<unknown>> =>
  (await fixture.as(caller)[method](path).set('Idempotency-Key', 'k')) as unknown as TestResponse<unknown>;

/** Uploads a document. Returns its id. */
const upload = async (caller: Caller): Promise<string> =>
  (await operations(fixture, caller).upload('a.md', newText())).body.data.id;

describe('requests with an idempotency key', () => {
  test.each<[string, WriteRequest]>([
    ['to reprocess a document', (id) => ['post', `/api/v2/documents/${id}/reprocess`]],
    ['to delete a document', (id) => ['delete', `/api/v2/documents/${id}`]],
  ])('%s are replayed without a second change', async (_what, requestFor) => {
    const caller = testCaller();
    const request = requestFor(await upload(caller));
    const first = await send(caller, request);
    expect([first.status, first.headers['idempotency-replayed']]).toEqual([200, undefined]);
    const events = await fixture.events(caller);
    const second = await send(caller, request);
    expect([second.status, second.body.data]).toEqual([200, first.body.data]);
    expect(second.headers['idempotency-replayed']).toBe('true');
    expect(await fixture.events(caller)).toEqual(events);
  });

  test('to reprocess a document return 404 after the document was deleted', async () => {
    const caller = testCaller();
    const id = await upload(caller);
    await send(caller, ['post', `/api/v2/documents/${id}/reprocess`]);
    await fixture.as(caller).delete(`/api/v2/documents/${id}`).expect(200);
    expect((await send(caller, ['post', `/api/v2/documents/${id}/reprocess`])).status).toBe(404);
    const responses = await fixture.database.inTransaction(caller.tenantId, (tx) =>
      tx.query('SELECT response FROM idempotency_keys WHERE tenant_id = $1', [caller.tenantId]),
    );
    expect(responses).toEqual([{ response: '' }]);
  });

  test('to delete a document delete its stored file', async () => {
    const caller = testCaller();
    await send(caller, ['delete', `/api/v2/documents/${await upload(caller)}`]);
    expect(await fixture.objectKeys(caller)).toEqual([]);
  });
});
