import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { CrashingWorkerMethods } from '../../test/crashing-worker.fixture.ts';
import { WorkerClient } from './worker-client.ts';

const UNAVAILABLE = { code: 'SYS_SERVICE_UNAVAILABLE' };

describe('worker client', () => {
  let notices: unknown[];
  let worker: WorkerClient<CrashingWorkerMethods>;
  beforeEach(() => {
    notices = [];
    worker = new WorkerClient({
      module: new URL('../../test/crashing-worker.fixture.ts', import.meta.url),
      data: null,
      name: 'The test thread',
      onNotice: (notice) => notices.push(notice),
    });
  });
  afterEach(() => worker.close());

  test('resolves concurrent calls with the results of the worker', async () => {
    const values = [1, 'two', { three: [3] }, new Map([['four', 4]])];
    expect(await Promise.all(values.map((value) => worker.call('echo', [value])))).toEqual(values);
  });

  test('rejects a call with the code and the field errors of an application error of the worker', async () => {
    await expect(worker.call('throwAppError', [])).rejects.toMatchObject({
      name: 'AppError',
      code: 'VAL_FIELD_INVALID',
      fieldErrors: { name: ['This name is not valid.'] },
    });
  });

  test('rejects a call with the name and message of any other error of the worker', async () => {
    await expect(worker.call('throwRangeError', [])).rejects.toMatchObject({
      name: 'RangeError',
      message: 'Out of range.',
    });
  });

  test('calls the callback with the notices that the worker sends', async () => {
    await worker.call('notify', []);
    expect(notices).toEqual([{ seen: true }]);
  });

  test('handles the next call after a call whose arguments cannot be cloned', async () => {
    await expect(worker.call('echo', [() => 'a function'])).rejects.toThrow(/could not be cloned/);
    expect(await worker.call('echo', ['next'])).toBe('next');
  });

  test('starts a new thread after a crash that rejects the pending calls as unavailable', async () => {
    const calls = [worker.call('crash', []), worker.call('echo', ['queued behind the crash'])];
    for (const call of await Promise.allSettled(calls)) {
      expect(call).toMatchObject({ status: 'rejected', reason: UNAVAILABLE });
    }
    expect(await worker.call('echo', ['again'])).toBe('again');
  });

  test('finishes pending calls before it closes', async () => {
    const call = worker.call('echo', ['last']);
    await worker.close();
    expect(await call).toBe('last');
    await expect(worker.call('echo', ['late'])).rejects.toMatchObject(UNAVAILABLE);
  });

  test('closes even if the thread crashes at the same time', async () => {
    const call = worker.call('crash', []);
    const closed = worker.close();
    await expect(call).rejects.toMatchObject(UNAVAILABLE);
    await closed;
  });
});
