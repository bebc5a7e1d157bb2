import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@loci/core';
import { testCaller } from '@loci/testing';
import { splitPath } from '../../src/artifacts/artifact-path.ts';
import { artifactRepository } from '../../src/artifacts/artifact.repository.ts';
import { buildArtifact } from '../../src/artifacts/artifact.ts';
import { errorOf, operations, startArtifactService } from '../artifact-service.fixture.ts';
import type { TestResponse, ArtifactFixture } from '../artifact-service.fixture.ts';

let fixture: ArtifactFixture;
beforeAll(async () => {
  fixture = await startArtifactService();
});
afterAll(() => fixture.close());

describe('row-level security', () => {
  test.each(['entries', 'orphaned_objects'])(
    'a query on %s without a tenant filter does not return rows of another tenant',
    async (table) => {
      const [one, other] = [testCaller(), testCaller()];
      await operations(fixture, one).save('/notes/tea.md');
      await fixture.database.inTransaction(one.tenantId, (tx) =>
        tx.query(`INSERT INTO orphaned_objects VALUES ($1, $2, now())`, [
          one.tenantId,
          `${one.tenantId}/artifact/orphaned`,
        ]),
      );
      const count = `SELECT count(*)::int AS n FROM ${table}`;
      const [own] = await fixture.database.inTransaction(one.tenantId, (tx) =>
        tx.query<{ n: number }>(count),
      );
      expect(own!.n).toBeGreaterThan(0);
      expect(await fixture.database.inTransaction(other.tenantId, (tx) => tx.query(count))).toEqual([
        { n: 0 },
      ]);
      await fixture.database.inTransaction(other.tenantId, (tx) => tx.query(`DELETE FROM ${table}`));
      expect(await fixture.database.inTransaction(one.tenantId, (tx) => tx.query(count))).toEqual([own]);
    },
  );

  test('a transaction cannot insert a row of another tenant', async () => {
    const [one, other] = [testCaller(), testCaller()];
    const insert = fixture.database.inTransaction(one.tenantId, (tx) =>
      tx.query(`INSERT INTO entries (tenant_id, folder, name) VALUES ($1, '/', 'x')`, [other.tenantId]),
    );
    await expect(insert).rejects.toThrow(/row-level security/);
  });
});

describe('addFolders', () => {
  test('locks outer folders first, so that it does not deadlock with a save below a file that is being saved', async () => {
    const caller = testCaller();
    const path = splitPath('/x/notes');
    const file = buildArtifact(
      caller,
      path,
      { bytes: Buffer.from('tea'), isBinary: false },
      newId(),
      new Date(),
    );
    let below: Promise<TestResponse> | undefined;
    await fixture.database.inTransaction(caller.tenantId, async (tx) => {
      expect(
        await artifactRepository.addFolders(tx, { tenantId: caller.tenantId, path, userId: caller.userId }),
      ).toBeNull();
      below = operations(fixture, caller).save('/x/notes/tea.md');
      while (!(await fixture.isWaitingForLock()));
      expect(await artifactRepository.insert(tx, file)).toBe(true);
    });
    expect(errorOf(await below!)).toEqual([409, 'RES_ALREADY_EXISTS']);
  });
});

describe('the order of names', () => {
  test('does not depend on the locale of the database server', async () => {
    const caller = testCaller();
    const { save, list } = operations(fixture, caller);
    for (const name of ['b', 'A', 'a', 'B', '_', '-', '1']) await save(`/${name}`);
    const { files } = (await list()).body.data as unknown as { files: { name: string }[] };
    expect(files.map((file) => file.name)).toEqual(['-', '1', 'A', 'B', '_', 'a', 'b']);
  });
});
