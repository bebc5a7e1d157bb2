import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { testCaller } from '@loci/testing';
import {
  errorOf,
  storeUnavailable,
  newText,
  operations,
  parseInProcess,
  startDocumentService,
} from '../document-service.fixture.ts';
import type { DocumentFixture } from '../document-service.fixture.ts';

const START = new Date('2026-03-10T12:00:00Z');
let fixture: DocumentFixture;

beforeAll(async () => {
  fixture = await startDocumentService();
});
afterEach(() => fixture.reset());
afterAll(() => fixture.close());

const later = (seconds: number): void => {
  fixture.clock.now = new Date(START.getTime() + seconds * 1_000);
};

describe('a process that crashes during an upload', () => {
  test('leaves a document that expires after five seconds and that purge-soft-deleted-documents deletes later', async () => {
    const caller = testCaller();
    const { upload, list } = operations(fixture, caller);
    fixture.clock.now = START;
    // After the object is written, all transactions fail, as if the process had crashed.
    fixture.faults.afterPut = () => {
      fixture.faults.beforeTransaction = storeUnavailable;
      return Promise.resolve();
    };
    expect(errorOf(await upload('a.txt', newText()))).toEqual([503, 'SYS_SERVICE_UNAVAILABLE']);
    delete fixture.faults.beforeTransaction;
    delete fixture.faults.afterPut;
    expect(await fixture.objectKeys(caller)).toHaveLength(1);
    expect(await fixture.rowIds(caller)).toHaveLength(1);
    expect(await fixture.events(caller)).toEqual([]);
    expect(await fixture.client.count(caller.tenantId)).toBe(0);

    later(6);
    expect((await list()).body.data.items).toEqual([]);
    await fixture.runJob('purge-soft-deleted-documents');
    expect(await fixture.objectKeys(caller)).toHaveLength(1);

    later(610);
    await fixture.runJob('purge-soft-deleted-documents');
    expect(await fixture.objectKeys(caller)).toEqual([]);
    expect(await fixture.rowIds(caller)).toEqual([]);
  });

  test('does not prevent another upload of the same content', async () => {
    const caller = testCaller();
    const text = newText();
    const { upload } = operations(fixture, caller);
    fixture.faults.afterPut = () => {
      fixture.faults.beforeTransaction = storeUnavailable;
      return Promise.resolve();
    };
    await upload('a.txt', text);
    delete fixture.faults.beforeTransaction;
    delete fixture.faults.afterPut;
    expect((await upload('a.txt', text)).status).toBe(201);
  });

  test('leaves a file in the upload folder that a job deletes after an hour', async () => {
    await operations(fixture, testCaller()).upload('a.txt', newText());
    await writeFile(join(fixture.uploadDirectory, 'left-behind'), 'tea');
    await fixture.runJob('remove-stale-upload-files');
    expect(await fixture.filesInUploadFolder()).toEqual(['left-behind']);
    fixture.clock.now = new Date(Date.now() + 3_700_000);
    await fixture.runJob('remove-stale-upload-files');
    expect(await fixture.filesInUploadFolder()).toEqual([]);
  });
});

describe('purge-soft-deleted-documents', () => {
  test('keeps stored documents and running uploads', async () => {
    const caller = testCaller();
    const { upload } = operations(fixture, caller);
    await upload('stored.txt', newText());
    const parsing = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    fixture.faults.parse = async (file) => {
      parsing.resolve();
      await held.promise;
      return parseInProcess(file);
    };
    const running = upload('running.txt', newText());
    await parsing.promise;
    await fixture.runJob('purge-soft-deleted-documents');
    held.resolve();
    expect((await running).status).toBe(201);
    expect(await fixture.rowIds(caller)).toHaveLength(2);
    expect(await fixture.objectKeys(caller)).toHaveLength(2);
  });

  test('an upload whose row was purged fails with 404 without leaving an object', async () => {
    const caller = testCaller();
    fixture.faults.parse = async (file) => {
      fixture.clock.now = new Date(Date.now() + 3_600_000);
      await fixture.runJob('purge-soft-deleted-documents');
      fixture.clock.now = null;
      return parseInProcess(file);
    };
    expect((await operations(fixture, caller).upload('a.txt', newText())).status).toBe(404);
    expect(await fixture.rowIds(caller)).toEqual([]);
    expect(await fixture.objectKeys(caller)).toEqual([]);
  });
});
