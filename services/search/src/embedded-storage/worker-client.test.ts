import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { CrashingWorkerMethods } from '../../test/crashing-worker.fixture.ts';
import { WorkerClient } from './worker-client.ts';

describe('a worker thread', () => {
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

  test('answers each call, and passes errors and notices on', async () => {
    const values = [1, 'two', { three: [3] }, new Map([['four', 4]])];
    expect(await Promise.all(values.map((value) => worker.call('echo', [value])))).toEqual(values);
    await expect(worker.call('refuse', [])).rejects.toMatchObject({
      name: 'AppError',
      code: 'VAL_FIELD_INVALID',
      fieldErrors: { name: ['Not this one.'] },
    });
    await expect(worker.call('fail', [])).rejects.toMatchObject({
      name: 'RangeError',
      message: 'Out of range.',
    });
    await worker.call('notify', []);
    expect(notices).toEqual([{ seen: true }]);
  });

  test('a call with what cannot be copied is rejected, and the next is answered', async () => {
    await expect(worker.call('echo', [() => 'a function'])).rejects.toThrow(/could not be cloned/);
    expect(await worker.call('echo', ['next'])).toBe('next');
  });

  test('that dies fails its calls, and another takes its place', async () => {
    const unavailable = { code: 'SYS_SERVICE_UNAVAILABLE' };
    const calls = [worker.call('crash', []), worker.call('echo', ['behind it'])];
    for (const call of await Promise.allSettled(calls)) {
      expect(call).toMatchObject({ status: 'rejected', reason: unavailable });
    }
    expect(await worker.call('echo', ['again'])).toBe('again');
  });

  test('finishes the calls under way when it is closed', async () => {
    const call = worker.call('echo', ['last']);
    await worker.close();
    expect(await call).toBe('last');
    await expect(worker.call('echo', ['late'])).rejects.toMatchObject({ code: 'SYS_SERVICE_UNAVAILABLE' });
  });

  test('can be closed though it died', async () => {
    const call = worker.call('crash', []);
    const closed = worker.close();
    await expect(call).rejects.toMatchObject({ code: 'SYS_SERVICE_UNAVAILABLE' });
    await closed;
  });
});
