import { describe, expect, test } from '@jest/globals';
import { runClosedLoop } from './closed-loop.ts';
import { runOpenLoop } from './open-loop.ts';
import { createVirtualClock } from '../../test/virtual-clock.fixture.ts';

describe('runClosedLoop', () => {
  test('calls the operation once per index, up to the maximum number of operations', async () => {
    const indexes: number[] = [];
    const result = await runClosedLoop({
      callers: 4,
      durationMs: 1e9,
      maxOperations: 10,
      clock: createVirtualClock(),
      operation: async (index) => void indexes.push(index),
    });
    expect(indexes.sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(result.latenciesMs).toHaveLength(10);
  });

  test('starts no operation after the duration', async () => {
    const clock = createVirtualClock();
    const result = await runClosedLoop({
      callers: 1,
      durationMs: 100,
      maxOperations: 1e9,
      clock,
      operation: async () => clock.advance(30),
    });
    expect(result.latenciesMs).toEqual([30, 30, 30, 30]);
    expect(result.elapsedMs).toBe(120);
  });

  test('excludes failures from the latencies', async () => {
    const result = await runClosedLoop({
      callers: 2,
      durationMs: 1e9,
      maxOperations: 5,
      clock: createVirtualClock(),
      operation: async (index) => {
        if (index % 2 === 1) throw new Error(`no ${index}`);
      },
    });
    expect(result).toMatchObject({ failures: 2, firstFailure: 'Error: no 1' });
    expect(result.latenciesMs).toHaveLength(3);
  });
});

describe('runOpenLoop', () => {
  test('starts operations at the given rate', async () => {
    const clock = createVirtualClock();
    const sentAt: number[] = [];
    await runOpenLoop({
      ratePerSecond: 100,
      operations: 4,
      maxInFlight: 10,
      clock,
      operation: async () => void sentAt.push(clock.now()),
    });
    expect(sentAt).toEqual([0, 10, 20, 30]);
  });

  test('includes a stall in the latency of every operation that was scheduled during the stall', async () => {
    const clock = createVirtualClock();
    const result = await runOpenLoop({
      ratePerSecond: 100,
      operations: 6,
      maxInFlight: 10,
      clock,
      operation: async (index) => {
        if (index === 1) clock.advance(35);
      },
    });
    expect(result.latenciesMs).toEqual([0, 35, 25, 15, 5, 0]);
    expect(result.serviceTimesMs).toEqual([0, 35, 0, 0, 0, 0]);
  });

  test('skips the remaining operations when the maximum number is in flight', async () => {
    const answers: (() => void)[] = [];
    const clock = createVirtualClock();
    const run = runOpenLoop({
      ratePerSecond: 100,
      operations: 50,
      maxInFlight: 3,
      clock,
      operation: () => new Promise((resolve) => answers.push(resolve)),
    });
    // Waits until the loop has started or skipped all operations. The operations end after that.
    for (let turn = 0; turn < 100; turn++) await clock.wait(0);
    answers.forEach((answer) => answer());
    expect(await run).toMatchObject({ givenUp: 47 });
  });
});
