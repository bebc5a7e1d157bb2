import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Caller } from '@loci/core';
import { testCaller } from '@loci/testing';
import { operations, startArtifactService, storeUnavailable } from '../artifact-service.fixture.ts';
import type { ArtifactFixture, TestResponse } from '../artifact-service.fixture.ts';

let fixture: ArtifactFixture;
beforeAll(async () => {
  fixture = await startArtifactService();
});
afterAll(() => fixture.close());

interface KeyedResponse extends TestResponse {
  headers: Record<string, string>;
}

const save = async (caller: Caller, content = 'tea', key = 'k'): Promise<KeyedResponse> =>
  (await fixture
    .as(caller)
    .post('/api/v2/artifacts')
    .set('Idempotency-Key', key)
    .send({ path: '/a.md', content })) as unknown as KeyedResponse;

const remove = async (caller: Caller): Promise<KeyedResponse> =>
  (await fixture
    .as(caller)
    .delete('/api/v2/artifacts?path=/a.md')
    .set('Idempotency-Key', 'r')) as unknown as KeyedResponse;

const outcomeOf = ({ status, body, headers }: KeyedResponse) => [
  status,
  body.data,
  headers['idempotency-replayed'],
];

describe('requests with an idempotency key', () => {
  test('to save a file are replayed', async () => {
    const caller = testCaller();
    const first = await save(caller);
    expect(outcomeOf(first)).toEqual([201, expect.objectContaining({ path: '/a.md' }), undefined]);
    expect(outcomeOf(await save(caller))).toEqual([201, first.body.data, 'true']);
    expect(await fixture.objectKeysOf(caller)).toHaveLength(1);
  });

  test('to delete a file are replayed, even if the path is in use again', async () => {
    const caller = testCaller();
    await save(caller);
    const first = await remove(caller);
    await operations(fixture, caller).save('/a.md', 'new');
    expect(outcomeOf(await remove(caller))).toEqual([200, first.body.data, 'true']);
    expect((await operations(fixture, caller).retrieve('/a.md')).status).toBe(200);
  });

  test('to save a file return 404 after the file was deleted, and its stored response is removed', async () => {
    const caller = testCaller();
    expect((await save(caller)).status).toBe(201);
    await operations(fixture, caller).remove('/a.md');
    const stored = await fixture.database.inTransaction(caller.tenantId, (tx) =>
      tx.query('SELECT response FROM idempotency_keys WHERE tenant_id = $1', [caller.tenantId]),
    );
    expect(stored).toEqual([{ response: '' }]);
    const { status, body } = await save(caller);
    expect([status, body.error.code]).toEqual([404, 'RES_NOT_FOUND']);
  });

  test('to save a file receive 422 VAL_IDEMPOTENCY_KEY_REUSED if the first request had another content', async () => {
    const caller = testCaller();
    await save(caller);
    const { status, body } = await save(caller, 'coffee');
    expect([status, body.error.code]).toEqual([422, 'VAL_IDEMPOTENCY_KEY_REUSED']);
  });

  test('to save a file store one file if 10 identical requests run concurrently, and no request receives a conflict', async () => {
    const caller = testCaller();
    const responses = await Promise.all(Array.from({ length: 10 }, () => save(caller)));
    const ids = new Set<string>();
    for (const { status, body } of responses) {
      if (status === 201) ids.add(body.data['artifact_id']!);
      else expect(body.error.code).toBe('BIZ_REQUEST_IN_PROGRESS');
    }
    expect(ids.size).toBe(1);
  });

  test('to save a file leave the key free if the object store is unavailable', async () => {
    const caller = testCaller();
    fixture.faults.beforePut = storeUnavailable;
    expect((await save(caller)).status).toBe(503);
    fixture.faults.beforePut = undefined;
    expect(outcomeOf(await save(caller))).toEqual([201, expect.anything(), undefined]);
  });

  test('leave the key free after a conflict with another file', async () => {
    const caller = testCaller();
    await operations(fixture, caller).save('/a.md', 'other');
    const { status, body } = await save(caller);
    expect([status, body.error.code]).toEqual([409, 'RES_ALREADY_EXISTS']);
    await operations(fixture, caller).remove('/a.md');
    expect((await save(caller)).status).toBe(201);
  });
});
