import { describe, expect, test } from '@jest/globals';
import { createTimeSlice, mapInSlices } from './time-slice.ts';

const busy = (ms: number): void => {
  const end = performance.now() + ms;
  while (performance.now() < end);
};

describe('createTimeSlice', () => {
  test('ends a slice after its time and begins another', async () => {
    const slice = createTimeSlice(300);
    expect(slice.isOver()).toBe(false);
    busy(301);
    expect(slice.isOver()).toBe(true);
    await slice.next();
    expect(slice.isOver()).toBe(false);
  });
});

describe('mapInSlices', () => {
  test('returns the results in order', async () => {
    expect(await mapInSlices(['a', 'b'], (value, index) => value + index)).toEqual(['a0', 'b1']);
  });

  test('runs other tasks of the event loop between two items', async () => {
    let isDone = false;
    let tasks = 0;
    const count = (): void => {
      tasks++;
      if (!isDone) setImmediate(count);
    };
    setImmediate(count);
    await mapInSlices(Array<number>(20).fill(3), busy, createTimeSlice(1));
    isDone = true;
    expect(tasks).toBeGreaterThan(5);
  });
});
