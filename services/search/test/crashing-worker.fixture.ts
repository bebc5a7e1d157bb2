import { getHeapStatistics } from 'node:v8';
import { invalidField } from '@loci/core';
import { sendNotice, serveCalls } from '../src/embedded-storage/worker-server.ts';

export type CrashingWorkerMethods = typeof methods;

const methods = {
  echo: (value: unknown): unknown => value,
  throwAppError: (): void => {
    throw invalidField('name', 'This name is not valid.');
  },
  throwRangeError: (): void => {
    throw new RangeError('Out of range.');
  },
  notify: (): void => sendNotice({ seen: true }),
  crash: (): void => process.exit(3),
  /** Allocates small objects until the heap limit, or returns after `maxMb` MiB. */
  fillHeap: (maxMb: number): number => {
    let last: unknown = null;
    while (getHeapStatistics().used_heap_size < maxMb * 1024 * 1024)
      for (let i = 0; i < 10_000; i++) last = { last };
    return last === null ? 0 : maxMb;
  },
  /**
   * Sets the first element of `state` to 1 and blocks the thread until it is 2, and for another 5 ms, which is longer than
   * the thread handles calls without receiving messages.
   */
  block: (_key: string, state: Int32Array): void => {
    Atomics.store(state, 0, 1);
    Atomics.notify(state, 0);
    Atomics.wait(state, 0, 1);
    Atomics.wait(state, 0, 2, 5);
  },
  close: (): void => {},
};

serveCalls(methods);
