import { getEventListeners } from 'node:events';
import { describe, expect, test } from '@jest/globals';
import { waitFor } from './wait-for.ts';

const never = new Promise<void>(() => undefined);

describe('waitFor', () => {
  test('ends when the promise is resolved, and releases its listener', async () => {
    const { signal } = new AbortController();
    await waitFor(Promise.resolve(), 60_000, signal);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  test('ends after the timeout', async () => {
    await waitFor(never, 1, new AbortController().signal);
  });

  test('ends when the signal is aborted', async () => {
    const controller = new AbortController();
    const waiting = waitFor(never, 60_000, controller.signal);
    controller.abort();
    await waiting;
    await waitFor(never, 60_000, controller.signal);
  });
});
