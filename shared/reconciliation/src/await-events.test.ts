import { describe, expect, jest, test } from '@jest/globals';
import { limitWaits } from './await-events.ts';
import type { AwaitEvents } from './await-events.ts';

const { signal } = new AbortController();
const consumers = [{ group: 'a' }, { group: 'b' }];

describe('the waits of a reconciler', () => {
  test('are undefined if the event transport does not support them', () => {
    expect(limitWaits(undefined, consumers)).toBeUndefined();
  });

  test('wait at most one minute for the groups of the consumers', async () => {
    const awaitEvents = jest.fn<AwaitEvents>(async () => true);
    expect(await limitWaits(awaitEvents, consumers)!(signal)).toBe(true);
    expect(awaitEvents).toHaveBeenCalledWith(['a', 'b'], 60_000, signal);
  });

  test('do not wait again after a timeout, until the groups have caught up', async () => {
    const handled = [false, true, true];
    const awaitEvents = jest.fn<AwaitEvents>(async () => handled.shift()!);
    const wait = limitWaits(awaitEvents, consumers)!;
    expect([await wait(signal), await wait(signal), await wait(signal)]).toEqual([false, true, true]);
    expect(awaitEvents.mock.calls.map(([, timeoutMs]) => timeoutMs)).toEqual([60_000, 0, 60_000]);
  });
});
