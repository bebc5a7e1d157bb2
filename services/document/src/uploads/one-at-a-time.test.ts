import { describe, expect, test } from '@jest/globals';
import { createOneAtATime } from './one-at-a-time.ts';

describe('createOneAtATime', () => {
  test('works of one key follow each other in the order of the calls, also behind one that failed', async () => {
    const inTurn = createOneAtATime();
    const log: string[] = [];
    const first = Promise.withResolvers<void>();
    const works = [
      inTurn('a', async () => {
        log.push('first begins');
        await first.promise;
        log.push('first ends');
        throw new Error('first');
      }),
      inTurn('a', async () => void log.push('second')),
      inTurn('a', async () => void log.push('third')),
    ];
    first.resolve();
    const settled = await Promise.allSettled(works);
    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
    expect(log).toEqual(['first begins', 'first ends', 'second', 'third']);
  });

  test('another key does not wait', async () => {
    const inTurn = createOneAtATime();
    const never = Promise.withResolvers<string>();
    const waiting = inTurn('a', () => never.promise);
    await expect(inTurn('b', () => Promise.resolve('b'))).resolves.toBe('b');
    never.resolve('a');
    await expect(waiting).resolves.toBe('a');
  });

  test('a key is free again once all is done', async () => {
    const inTurn = createOneAtATime();
    await inTurn('a', () => Promise.resolve());
    await expect(inTurn('a', () => Promise.resolve('again'))).resolves.toBe('again');
  });
});
