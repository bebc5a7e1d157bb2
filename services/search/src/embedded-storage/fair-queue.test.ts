import { describe, expect, test } from '@jest/globals';
import { FairQueue } from './fair-queue.ts';

function drain(queue: FairQueue<string>): string[] {
  const drained: string[] = [];
  while (!queue.isEmpty) drained.push(queue.shift()!);
  return drained;
}

describe('fair queue', () => {
  test('keeps the order of entries with the same key', () => {
    const queue = new FairQueue<string>();
    for (const entry of ['1', '2', '3']) queue.push('a', entry);
    expect(drain(queue)).toEqual(['1', '2', '3']);
  });

  test('takes one entry of each key per round, regardless of the number of entries of a key', () => {
    const queue = new FairQueue<string>();
    for (const entry of ['a1', 'a2', 'a3', 'a4']) queue.push('a', entry);
    for (const entry of ['b1', 'b2']) queue.push('b', entry);
    queue.push('c', 'c1');
    expect(drain(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
  });

  test('puts a key that arrives later behind one entry of each waiting key', () => {
    const queue = new FairQueue<string>();
    for (const entry of ['a1', 'a2', 'a3']) queue.push('a', entry);
    expect(queue.shift()).toBe('a1');
    queue.push('b', 'b1');
    expect(drain(queue)).toEqual(['a2', 'b1', 'a3']);
  });

  test('returns undefined if the queue is empty', () => {
    expect(new FairQueue<string>().shift()).toBeUndefined();
  });
});
