import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Caller } from '@loci/core';
import { testCaller } from '@loci/testing';
import { errorOf, storeUnavailable, operations, startArtifactService } from '../artifact-service.fixture.ts';
import type { ArtifactFixture } from '../artifact-service.fixture.ts';

const HOUR_MS = 3_600_000;
let fixture: ArtifactFixture;
let caller: Caller;
let own: ReturnType<typeof operations>;
beforeAll(async () => {
  fixture = await startArtifactService();
});
beforeEach(() => {
  fixture.clock.now = new Date('2026-03-01T10:00:00Z');
  for (const fault of ['beforePut', 'afterPut', 'beforeGet', 'beforeDelete'] as const)
    fixture.faults[fault] = undefined;
  caller = testCaller();
  own = operations(fixture, caller);
});
afterAll(() => fixture.close());

const runJob = () => fixture.runJob('delete-orphaned-objects');
const passHours = (hours: number) => {
  fixture.clock.now = new Date(fixture.clock.now!.getTime() + hours * HOUR_MS);
};

describe('delete-orphaned-objects', () => {
  test('deletes the object of an interrupted save after an hour', async () => {
    // A failure after the object is written has the same effect as a crash at this point.
    fixture.faults.afterPut = storeUnavailable;
    expect((await own.save('/notes/tea.md')).status).toBe(503);
    fixture.faults.afterPut = undefined;
    expect(errorOf(await own.retrieve('/notes/tea.md'))).toEqual([404, 'RES_NOT_FOUND']);
    expect((await own.list()).body.data).toMatchObject({ folders: [], files: [] });
    expect(await fixture.objectKeysOf(caller)).toHaveLength(1);

    await runJob();
    expect(await fixture.objectKeysOf(caller)).toHaveLength(1);
    passHours(1);
    await runJob();
    expect(await fixture.objectKeysOf(caller)).toEqual([]);
    expect(await fixture.orphanedKeysOf(caller)).toEqual([]);
  });

  test('deletes the record of a save that was interrupted before its object was written', async () => {
    fixture.faults.beforePut = storeUnavailable;
    await own.save('/tea.md');
    expect(await fixture.orphanedKeysOf(caller)).toHaveLength(1);
    passHours(1);
    await runJob();
    expect(await fixture.orphanedKeysOf(caller)).toEqual([]);
  });

  test('keeps the objects of artifacts, regardless of their age', async () => {
    await own.save('/tea.md', 'Darjeeling');
    passHours(1_000);
    await runJob();
    expect((await own.retrieve('/tea.md')).body.data['content']).toBe('Darjeeling');
  });

  test('a save that takes more than an hour fails, because its object was deleted', async () => {
    fixture.faults.afterPut = async () => {
      passHours(1);
      await runJob();
    };
    expect(errorOf(await own.save('/tea.md'))).toEqual([503, 'SYS_SERVICE_UNAVAILABLE']);
    fixture.faults.afterPut = undefined;
    expect(errorOf(await own.retrieve('/tea.md'))).toEqual([404, 'RES_NOT_FOUND']);
    expect((await own.save('/tea.md')).status).toBe(201);
  });

  test('a save fails if it claims its object while the job deletes the object', async () => {
    const deleting = Promise.withResolvers<void>();
    let jobRun: Promise<void> | undefined;
    let saved = false;
    fixture.faults.afterPut = async () => {
      passHours(1);
      jobRun = runJob();
      await deleting.promise;
    };
    fixture.faults.beforeDelete = async () => {
      deleting.resolve();
      while (!saved && !(await fixture.isWaitingForLock()));
    };
    const saving = own.save('/tea.md').finally(() => (saved = true));
    expect(errorOf(await saving)).toEqual([503, 'SYS_SERVICE_UNAVAILABLE']);
    await jobRun;
    expect(errorOf(await own.retrieve('/tea.md'))).toEqual([404, 'RES_NOT_FOUND']);
    expect(await fixture.objectKeysOf(caller)).toEqual([]);
  });

  test('a save that conflicts with a concurrent save deletes its object immediately', async () => {
    fixture.faults.beforePut = async () => {
      fixture.faults.beforePut = undefined;
      await own.save('/tea.md', 'the first');
    };
    expect(errorOf(await own.save('/tea.md', 'the second'))).toEqual([409, 'RES_ALREADY_EXISTS']);
    expect((await own.retrieve('/tea.md')).body.data['content']).toBe('the first');
    expect(await fixture.objectKeysOf(caller)).toHaveLength(1);
    expect(await fixture.orphanedKeysOf(caller)).toEqual([]);
  });

  test('a save that conflicts with a concurrent save creates no folders', async () => {
    fixture.faults.beforePut = async () => {
      fixture.faults.beforePut = undefined;
      await own.save('/a');
    };
    expect(errorOf(await own.save('/a/b/c.md'))).toEqual([409, 'RES_ALREADY_EXISTS']);
    await own.remove('/a');
    expect((await own.save('/a')).status).toBe(201);
  });

  test('keeps the records of orphaned objects while the object store is unavailable', async () => {
    await own.save('/tea.md');
    fixture.faults.beforeDelete = storeUnavailable;
    await own.remove('/tea.md');
    await expect(runJob()).rejects.toMatchObject({ code: 'SYS_SERVICE_UNAVAILABLE' });
    expect(await fixture.orphanedKeysOf(caller)).toHaveLength(1);
    fixture.faults.beforeDelete = undefined;
    await runJob();
    expect(await fixture.objectKeysOf(caller)).toEqual([]);
  });

  test('deletes several batches of objects in one run, even if two processes run the job at the same time', async () => {
    await fixture.database.inTransaction(caller.tenantId, (tx) =>
      tx.query(
        `INSERT INTO orphaned_objects
         SELECT $1::uuid, $1::uuid || '/artifact/' || i, '2026-01-01' FROM generate_series(1, 250) i`,
        [caller.tenantId],
      ),
    );
    await Promise.all([runJob(), runJob()]);
    expect(await fixture.orphanedKeysOf(caller)).toEqual([]);
  });
});
