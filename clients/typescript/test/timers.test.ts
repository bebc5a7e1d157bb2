import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { Deadline } from '../src/transport/deadline.ts';
import { toDownload } from '../src/transport/download.ts';
import { sleep } from '../src/transport/sleep.ts';

const TIMEOUT_MS = 1_000;

// A timer that is left over keeps the process of the caller alive.
describe('timers of a call', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  test('the timer of a wait ends when the signal aborts', async () => {
    const controller = new AbortController();
    const waiting = sleep(TIMEOUT_MS, controller.signal);
    controller.abort(new Error('No longer needed.'));
    await expect(waiting).rejects.toThrow('No longer needed.');
    expect(jest.getTimerCount()).toBe(0);
  });

  test('a deadline that has ended does not start again', () => {
    const deadline = new Deadline(TIMEOUT_MS, undefined);
    deadline.end();
    deadline.restart();
    expect(jest.getTimerCount()).toBe(0);
  });

  test('a download has no timeout until its body is read', () => {
    const deadline = new Deadline(TIMEOUT_MS, undefined);
    toDownload(new Response('tea'), deadline);
    jest.advanceTimersByTime(10 * TIMEOUT_MS);
    expect(deadline.signal.aborted).toBe(false);
  });
});
