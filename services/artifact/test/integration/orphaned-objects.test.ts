import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Caller } from '@loci/core';
import { testCaller } from '@loci/testing';
import { errorOf, isDown, operations, startArtifactService } from '../artifact-service.fixture.ts';
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

const sweep = () => fixture.runJob('delete-orphaned-objects');
const passHours = (hours: number) => {
  fixture.clock.now = new Date(fixture.clock.now!.getTime() + hours * HOUR_MS);
};

describe('delete-orphaned-objects', () => {
  test('a save that ended after its object was written left nothing to see, and the object goes in an hour', async () => {
    // Whatever ends the process between object and row looks like this to the next one.
    fixture.faults.afterPut = isDown;
    expect((await own.save('/notes/tea.md')).status).toBe(503);
    fixture.faults.afterPut = undefined;
    expect(errorOf(await own.retrieve('/notes/tea.md'))).toEqual([404, 'RES_NOT_FOUND']);
    expect((await own.list()).body.data).toMatchObject({ folders: [], files: [] });
    expect(await fixture.objectsOf(caller)).toHaveLength(1);

    await sweep();
    expect(await fixture.objectsOf(caller)).toHaveLength(1);
    passHours(1);
    await sweep();
    expect(await fixture.objectsOf(caller)).toEqual([]);
    expect(await fixture.journalOf(caller)).toEqual([]);
  });

  test('a save that ended before its object was written leaves a note, which goes as well', async () => {
    fixture.faults.beforePut = isDown;
    await own.save('/tea.md');
    expect(await fixture.journalOf(caller)).toHaveLength(1);
    passHours(1);
    await sweep();
    expect(await fixture.journalOf(caller)).toEqual([]);
  });

  test('objects of artifacts are left alone, however old', async () => {
    await own.save('/tea.md', 'Darjeeling');
    passHours(1_000);
    await sweep();
    expect((await own.retrieve('/tea.md')).body.data['content']).toBe('Darjeeling');
  });

  test('a save that takes longer than an hour fails rather than point to an object that is gone', async () => {
    fixture.faults.afterPut = async () => {
      passHours(1);
      await sweep();
    };
    expect(errorOf(await own.save('/tea.md'))).toEqual([503, 'SYS_SERVICE_UNAVAILABLE']);
    fixture.faults.afterPut = undefined;
    expect(errorOf(await own.retrieve('/tea.md'))).toEqual([404, 'RES_NOT_FOUND']);
    expect((await own.save('/tea.md')).status).toBe(201);
  });

  test('a save that claims its object while it is being removed fails as well', async () => {
    const removing = Promise.withResolvers<void>();
    let swept: Promise<void> | undefined;
    let saved = false;
    fixture.faults.afterPut = async () => {
      passHours(1);
      swept = sweep();
      await removing.promise;
    };
    fixture.faults.beforeDelete = async () => {
      removing.resolve();
      while (!saved && !(await fixture.someoneWaitsForALock()));
    };
    const saving = own.save('/tea.md').finally(() => (saved = true));
    expect(errorOf(await saving)).toEqual([503, 'SYS_SERVICE_UNAVAILABLE']);
    await swept;
    expect(errorOf(await own.retrieve('/tea.md'))).toEqual([404, 'RES_NOT_FOUND']);
    expect(await fixture.objectsOf(caller)).toEqual([]);
  });

  test('a save that is beaten while it writes removes its object at once', async () => {
    fixture.faults.beforePut = async () => {
      fixture.faults.beforePut = undefined;
      await own.save('/tea.md', 'the first');
    };
    expect(errorOf(await own.save('/tea.md', 'the second'))).toEqual([409, 'RES_ALREADY_EXISTS']);
    expect((await own.retrieve('/tea.md')).body.data['content']).toBe('the first');
    expect(await fixture.objectsOf(caller)).toHaveLength(1);
    expect(await fixture.journalOf(caller)).toEqual([]);
  });

  test('a beaten save makes no folders', async () => {
    fixture.faults.beforePut = async () => {
      fixture.faults.beforePut = undefined;
      await own.save('/a');
    };
    expect(errorOf(await own.save('/a/b/c.md'))).toEqual([409, 'RES_ALREADY_EXISTS']);
    await own.remove('/a');
    expect((await own.save('/a')).status).toBe(201);
  });

  test('while the object store is down nothing is forgotten', async () => {
    await own.save('/tea.md');
    fixture.faults.beforeDelete = isDown;
    await own.remove('/tea.md');
    await expect(sweep()).rejects.toMatchObject({ code: 'SYS_SERVICE_UNAVAILABLE' });
    expect(await fixture.journalOf(caller)).toHaveLength(1);
    fixture.faults.beforeDelete = undefined;
    await sweep();
    expect(await fixture.objectsOf(caller)).toEqual([]);
  });

  test('more than one batch is removed in one run, by two processes at once as well', async () => {
    await fixture.database.inTransaction(caller.tenantId, (tx) =>
      tx.query(
        `INSERT INTO orphaned_objects
         SELECT $1::uuid, $1::uuid || '/artifact/' || i, '2026-01-01' FROM generate_series(1, 250) i`,
        [caller.tenantId],
      ),
    );
    await Promise.all([sweep(), sweep()]);
    expect(await fixture.journalOf(caller)).toEqual([]);
  });
});
