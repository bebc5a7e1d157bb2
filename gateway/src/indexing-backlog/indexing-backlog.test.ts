import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { MAX_BACKLOG_BYTES, MAX_WAIT_MS, createIndexingBacklog } from './indexing-backlog.ts';

const signal = new AbortController().signal;
const HALF = MAX_BACKLOG_BYTES / 2;

afterEach(() => void jest.useRealTimers());

/** Adds a request and reports whether it was admitted without a wait. */
function open() {
  const backlog = createIndexingBacklog();
  const add = (bytes: number | undefined, { tenant = 'a', abort = signal } = {}) => {
    const state = { isAdmitted: false, remove: () => undefined as void };
    const added = backlog.add(tenant, bytes, abort).then((remove) => {
      state.isAdmitted = true;
      state.remove = remove;
    });
    return { state, added };
  };
  return add;
}

/** Lets the callbacks of settled promises run. */
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn++) await Promise.resolve();
};

describe('the indexing backlog', () => {
  test('admits requests until it is full, and the next one after a removal', async () => {
    const add = open();
    const first = add(HALF);
    const second = add(HALF);
    const third = add(1);
    await settle();
    expect([first, second, third].map(({ state }) => state.isAdmitted)).toEqual([true, true, false]);
    second.state.remove();
    await settle();
    expect(third.state.isAdmitted).toBe(true);
  });

  test('admits requests in their order, so that small ones do not delay a large one forever', async () => {
    const add = open();
    const first = add(MAX_BACKLOG_BYTES);
    const large = add(MAX_BACKLOG_BYTES);
    const small = add(1);
    await settle();
    first.state.remove();
    await settle();
    expect([large.state.isAdmitted, small.state.isAdmitted]).toEqual([true, false]);
  });

  test('admits a single request of any size', async () => {
    const large = open()(8 * MAX_BACKLOG_BYTES);
    await settle();
    expect(large.state.isAdmitted).toBe(true);
  });

  test('counts a request of unknown size as large as the limit', async () => {
    const add = open();
    add(undefined);
    const next = add(1);
    await settle();
    expect(next.state.isAdmitted).toBe(false);
  });

  test('ignores a second removal of the same request', async () => {
    const add = open();
    const first = add(HALF);
    add(HALF);
    await settle();
    first.state.remove();
    first.state.remove();
    add(HALF);
    const next = add(HALF);
    await settle();
    expect(next.state.isAdmitted).toBe(false);
  });

  test('belongs to one tenant', async () => {
    const add = open();
    add(MAX_BACKLOG_BYTES);
    const other = add(MAX_BACKLOG_BYTES, { tenant: 'b' });
    await settle();
    expect(other.state.isAdmitted).toBe(true);
  });

  test('admits a request after the maximum wait', async () => {
    jest.useFakeTimers();
    const add = open();
    add(MAX_BACKLOG_BYTES);
    const next = add(1);
    await jest.advanceTimersByTimeAsync(MAX_WAIT_MS - 1);
    expect(next.state.isAdmitted).toBe(false);
    await jest.advanceTimersByTimeAsync(1);
    expect(next.state.isAdmitted).toBe(true);
  });

  test('forgets a request whose client disconnects during the wait', async () => {
    const add = open();
    const first = add(MAX_BACKLOG_BYTES);
    const abort = new AbortController();
    const disconnected = add(MAX_BACKLOG_BYTES, { abort: abort.signal });
    const next = add(1);
    await settle();
    abort.abort();
    await expect(disconnected.added).rejects.toThrow();
    first.state.remove();
    await settle();
    expect(next.state.isAdmitted).toBe(true);
  });
});
