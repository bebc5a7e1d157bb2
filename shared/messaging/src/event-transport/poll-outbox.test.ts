import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { pollOutbox } from './poll-outbox.ts';
import type { OutboxPoller, OutboxRemainder } from './poll-outbox.ts';

const LINGER_MS = 100;
const POLL_MS = 10_000;

let stopping: AbortController;
let poller: OutboxPoller;
/** Times of the steps in milliseconds since the start. */
let steps: number[];
let remainder: OutboxRemainder;
/** Duration of a step in milliseconds. */
let stepMs: number;

beforeEach(async () => {
  jest.useFakeTimers({ now: 0 });
  stopping = new AbortController();
  steps = [];
  remainder = 'none';
  stepMs = 0;
  poller = pollOutbox({
    step: async () => {
      steps.push(Date.now());
      if (stepMs > 0) await new Promise((resolve) => setTimeout(resolve, stepMs));
      return remainder;
    },
    onFailure: (error) => {
      throw error;
    },
    lingerMs: LINGER_MS,
    pollMs: POLL_MS,
    stopping: stopping.signal,
  });
  // The first step runs immediately.
  await jest.advanceTimersByTimeAsync(LINGER_MS);
  expect(steps).toEqual([0]);
  steps = [];
});
afterEach(async () => {
  stopping.abort();
  await jest.advanceTimersByTimeAsync(1);
  await poller.stopped();
  jest.useRealTimers();
});

describe('polling an outbox', () => {
  test('processes the first event after a pause without waiting for further ones', async () => {
    await jest.advanceTimersByTimeAsync(1_000);
    poller.wake();
    await jest.advanceTimersByTimeAsync(10);
    expect(steps).toEqual([LINGER_MS + 1_002]);
  });

  test('processes a steady stream of events in batches', async () => {
    for (let i = 0; i < 1_000; i++) {
      poller.wake();
      await jest.advanceTimersByTimeAsync(1);
    }
    expect(steps).toHaveLength(1_000 / LINGER_MS);
  });

  test('processes events immediately if they are expedited', async () => {
    poller.wake();
    await jest.advanceTimersByTimeAsync(10);
    steps = [];
    poller.expedite();
    await jest.advanceTimersByTimeAsync(0);
    expect(steps).toEqual([LINGER_MS + 10]);
  });

  test('processes events again if they are expedited during a step', async () => {
    stepMs = 10;
    poller.expedite();
    await jest.advanceTimersByTimeAsync(5);
    poller.expedite();
    await jest.advanceTimersByTimeAsync(15);
    expect(steps).toEqual([LINGER_MS, LINGER_MS + 10]);
  });

  test('reads unsettled events again after a few milliseconds if they are expedited', async () => {
    remainder = 'unsettled';
    poller.expedite();
    await jest.advanceTimersByTimeAsync(3);
    remainder = 'none';
    await jest.advanceTimersByTimeAsync(POLL_MS / 2);
    expect(steps).toEqual([LINGER_MS, LINGER_MS + 3, LINGER_MS + 9]);
  });

  test('reads events that stay unsettled less and less often, even if they are expedited', async () => {
    remainder = 'unsettled';
    poller.expedite();
    await jest.advanceTimersByTimeAsync(POLL_MS);
    expect(steps.length).toBeLessThan(14);
  });
});
