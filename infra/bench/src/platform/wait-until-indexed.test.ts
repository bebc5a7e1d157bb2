import { describe, expect, test } from '@jest/globals';
import { createVirtualClock } from '../../test/virtual-clock.fixture.ts';
import type { ApiClient } from './api-client.ts';
import { waitUntilIndexed } from './wait-until-indexed.ts';

/** Creates a client that returns the given statistics in order, and then repeats the last entry. */
function statistics(answers: [total: number, coverage: number][]): Pick<ApiClient, 'call'> {
  let next = 0;
  return {
    call: async <T>() => {
      const [total_memories, embedding_coverage] = answers[Math.min(next++, answers.length - 1)]!;
      return { total_memories, embedding_coverage } as T;
    },
  };
}

describe('waitUntilIndexed', () => {
  test('waits until all memories are counted and embedded', async () => {
    const client = statistics([
      [5, 1],
      [10, 0.9],
      [10, 1],
    ]);
    expect(await waitUntilIndexed(client, 10, { timeoutMs: 1000, clock: createVirtualClock() })).toBe(50);
  });

  test('throws an error with the last statistics after the timeout', async () => {
    const waiting = waitUntilIndexed(statistics([[9, 0.5]]), 10, {
      timeoutMs: 100,
      clock: createVirtualClock(),
    });
    await expect(waiting).rejects.toThrow('only 9 of 10 memories are counted, and 50.0 %');
  });
});
