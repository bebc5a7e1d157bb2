import { describe, expect, test } from '@jest/globals';
import { createHashQueue } from './hash-queue.ts';
import { hashPassword } from './password.ts';

describe('createHashQueue', () => {
  test('runs at most two tasks at the same time, in the order of their calls', async () => {
    const queue = createHashQueue();
    let running = 0;
    let most = 0;
    const order: number[] = [];
    const task = async (index: number): Promise<void> => {
      order.push(index);
      most = Math.max(most, ++running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
    };
    await Promise.all(Array.from({ length: 18 }, (_, index) => queue.run(() => task(index))));
    expect([most, order]).toEqual([2, Array.from({ length: 18 }, (_, index) => index)]);
  });

  test('continues after a task that failed', async () => {
    const queue = createHashQueue();
    const failed = Array.from({ length: 4 }, () => queue.run(() => Promise.reject(new Error('x'))));
    await Promise.allSettled(failed);
    expect(await queue.run(() => Promise.resolve(1))).toBe(1);
  });

  test('rejects a task if 16 tasks are waiting', async () => {
    const queue = createHashQueue();
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () => queue.run(() => new Promise((resolve) => setImmediate(resolve)))),
    );
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(2);
  });
});

test('of 60 password hashes that start together, 18 are computed and 42 are rejected with 503', async () => {
  const results = await Promise.allSettled(Array.from({ length: 60 }, () => hashPassword('a password')));
  const rejected = results.filter((result) => result.status === 'rejected');
  expect(rejected).toHaveLength(42);
  expect(rejected[0]!.reason).toMatchObject({ code: 'SYS_SERVICE_UNAVAILABLE' });
}, 60_000);
