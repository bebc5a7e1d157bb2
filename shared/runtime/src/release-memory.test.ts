import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { releaseMemoryWhenIdle } from './release-memory.ts';

const MB = 1024 * 1024;

describe('releaseMemoryWhenIdle', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  function openThread() {
    const thread = {
      reserved: 100 * MB,
      busy: 0,
      collections: 0,
      reservedBytes: () => thread.reserved,
      busyShare: () => thread.busy,
      collect: () => {
        thread.collections++;
        thread.reserved -= 20 * MB;
      },
    };
    return thread;
  }

  it('collects once after the heap has grown', () => {
    const thread = openThread();
    const stop = releaseMemoryWhenIdle(thread);
    thread.reserved = 160 * MB;
    jest.advanceTimersByTime(10_000);
    expect(thread.collections).toBe(1);
    thread.reserved += 30 * MB;
    jest.advanceTimersByTime(1_000);
    expect(thread.collections).toBe(2);
    stop();
  });

  it('waits until the thread is idle', () => {
    const thread = openThread();
    const stop = releaseMemoryWhenIdle(thread);
    Object.assign(thread, { reserved: 160 * MB, busy: 0.5 });
    jest.advanceTimersByTime(5_000);
    expect(thread.collections).toBe(0);
    thread.busy = 0.05;
    jest.advanceTimersByTime(1_000);
    expect(thread.collections).toBe(1);
    stop();
  });

  it('does not collect for the growth of ordinary requests', () => {
    const thread = openThread();
    const stop = releaseMemoryWhenIdle(thread);
    thread.reserved = 120 * MB;
    jest.advanceTimersByTime(10_000);
    expect(thread.collections).toBe(0);
    stop();
  });

  it('does nothing after it was stopped', () => {
    const thread = openThread();
    releaseMemoryWhenIdle(thread)();
    thread.reserved = 500 * MB;
    jest.advanceTimersByTime(10_000);
    expect(thread.collections).toBe(0);
  });

  it('does nothing if the thread cannot collect garbage', () => {
    releaseMemoryWhenIdle(null)();
    expect(jest.getTimerCount()).toBe(0);
  });
});
