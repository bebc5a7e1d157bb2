import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Caller } from '@loci/core';
import { createMetrics } from '@loci/runtime';
import { testCaller } from '@loci/testing';
import { startArtifactService } from '../artifact-service.fixture.ts';
import type { ArtifactFixture } from '../artifact-service.fixture.ts';

let fixture: ArtifactFixture;
beforeAll(async () => {
  fixture = await startArtifactService({ maxBytes: 1_000, metrics: createMetrics('artifact') });
});
afterAll(() => fixture.close());

const usage = async (as: Caller) => (await fixture.as(as).get('/api/v2/usage/artifacts')).body.data;
const save = (as: Caller, name: string, bytes: number) =>
  fixture
    .as(as)
    .post('/api/v2/artifacts')
    .send({ path: `/${name}.md`, content: 'x'.repeat(bytes) });

describe('a tenant that has used its storage quota for artifacts', () => {
  test('receives 409 BIZ_QUOTA_EXCEEDED for an artifact that exceeds the quota', async () => {
    const as = testCaller();
    expect((await save(as, 'a', 600)).status).toBe(201);
    const { status, body } = await save(as, 'b', 401);
    expect([status, body.error.code]).toEqual([409, 'BIZ_QUOTA_EXCEEDED']);
    expect(body.error.details).toEqual({ resource_type: 'artifact', quota_bytes: 1_000, used_bytes: 600 });
    expect(await usage(as)).toEqual({ used_bytes: 600, quota_bytes: 1_000 });
    expect(await fixture.objectKeysOf(as)).toHaveLength(1);
    expect(await fixture.orphanedKeysOf(as)).toEqual([]);
    expect((await save(as, 'b', 400)).status).toBe(201);
  });

  test('can save artifacts again after it has deleted artifacts', async () => {
    const as = testCaller();
    await save(as, 'a', 1_000);
    expect((await save(as, 'b', 1)).status).toBe(409);
    await fixture.as(as).delete('/api/v2/artifacts').query({ path: '/a.md' });
    expect(await usage(as)).toMatchObject({ used_bytes: 0 });
    expect((await save(as, 'b', 1_000)).status).toBe(201);
  });

  test('keeps no content of an artifact if another save exceeds the quota while the content is written', async () => {
    const as = testCaller();
    fixture.faults.beforePut = async () => {
      delete fixture.faults.beforePut;
      await save(as, 'other', 900);
    };
    const { status, body } = await save(as, 'a', 200);
    expect([status, body.error.code]).toEqual([409, 'BIZ_QUOTA_EXCEEDED']);
    expect(await fixture.objectKeysOf(as)).toHaveLength(1);
    expect(await fixture.orphanedKeysOf(as)).toEqual([]);
    expect(await usage(as)).toMatchObject({ used_bytes: 900 });
  });
});

test('verify-counters counts artifacts that were saved before the quota existed', async () => {
  const as = testCaller();
  await save(as, 'a', 700);
  await fixture.runJob('fold-counters');
  await fixture.database.inTransaction(as.tenantId, (tx) =>
    tx.query('DELETE FROM counters WHERE tenant_id = $1', [as.tenantId]),
  );
  expect(await usage(as)).toMatchObject({ used_bytes: 0 });
  await fixture.runJob('verify-counters');
  expect(await usage(as)).toMatchObject({ used_bytes: 700 });
});
