import { nextTick } from 'node:process';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { CrashingWorkerMethods } from '../../test/crashing-worker.fixture.ts';
import { WorkerClient } from './worker-client.ts';

const HEAP_LIMIT_MB = 64;
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
      heapLimitMb: HEAP_LIMIT_MB,
      onNotice: (notice) => notices.push(notice),
    });
  });
  afterEach(() => worker.close());

  test('resolves concurrent calls with the results of the worker', async () => {
    const values = [1, 'two', { three: [3] }, new Map([['four', 4]])];
    expect(await Promise.all(values.map((value) => worker.call('echo', [value])))).toEqual(values);
  });

  test('sends a call to an idle thread at once, and those of a turn of the event loop to a busy one as one message', async () => {
    const post = jest.spyOn(Worker.prototype, 'postMessage');
    const calls: Promise<unknown>[] = [];
    for (const value of [1, 2, 3]) {
      calls.push(worker.call('echo', [value]));
      await new Promise<void>((resolve) => nextTick(resolve));
      expect(post).toHaveBeenCalledTimes(1);
    }
    expect(await Promise.all(calls)).toEqual([1, 2, 3]);
    expect(post).toHaveBeenCalledTimes(2);
    post.mockRestore();
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

  test('starts a new thread after a call that exceeds the heap limit and is rejected as unavailable', async () => {
    const calls = [worker.call('fillHeap', [4 * HEAP_LIMIT_MB]), worker.call('echo', ['queued behind it'])];
    for (const call of await Promise.allSettled(calls)) {
      expect(call).toMatchObject({
        status: 'rejected',
        reason: { ...UNAVAILABLE, cause: { code: 'ERR_WORKER_OUT_OF_MEMORY' } },
      });
    }
    expect(await worker.call('echo', ['again'])).toBe('again');
  });

  test('answers a call that arrives during a call of another key before the waiting calls of that key', async () => {
    const state = new Int32Array(new SharedArrayBuffer(4));
    const answered: string[] = [];
    const echo = (key: string) => worker.call('echo', [key]).then(() => answered.push(key));
    const blocking = worker.call('block', ['a', state]);
    const waiting = Array.from({ length: 500 }, () => echo('a'));
    await Atomics.waitAsync(state, 0, 0).value;
    const other = echo('b');
    // The call is sent at the end of this turn of the event loop.
    await new Promise(setImmediate);
    Atomics.store(state, 0, 2);
    Atomics.notify(state, 0);
    await Promise.all([blocking, ...waiting, other]);
    expect(answered.indexOf('b')).toBeLessThanOrEqual(1);
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
