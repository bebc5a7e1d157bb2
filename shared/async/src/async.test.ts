import { getEventListeners } from 'node:events';
import { describe, expect, test } from '@jest/globals';
import { createKeyedMutex, mapConcurrently, pause, retry, withDeadline, withTimeout } from './index.ts';

const backoff = { firstDelayMs: 1, maxDelayMs: 2 };

describe('retry', () => {
  test('returns the result of the first successful attempt', async () => {
    const result = await retry(
      (attempt) => (attempt < 3 ? Promise.reject(new Error('busy')) : Promise.resolve(attempt)),
      backoff,
    );
    expect(result).toBe(3);
  });

  test('throws the last error after the given number of attempts', async () => {
    const attempts: number[] = [];
    const work = (attempt: number): Promise<never> => {
      attempts.push(attempt);
      return Promise.reject(new Error(`failure ${attempt}`));
    };
    await expect(retry(work, { ...backoff, attempts: 2 })).rejects.toThrow('failure 2');
    expect(attempts).toEqual([1, 2]);
  });

  test('throws an error without a retry if shouldRetry returns false for the error', async () => {
    let calls = 0;
    const work = (): Promise<never> => {
      calls += 1;
      return Promise.reject(new Error('refused'));
    };
    await expect(retry(work, { ...backoff, shouldRetry: () => false })).rejects.toThrow('refused');
    expect(calls).toBe(1);
  });

  test('retries TypeErrors and errors that were created in another realm', async () => {
    const errors = [new TypeError('fetch failed'), { name: 'Error', message: 'from another realm' }];
    const result = await retry(
      (attempt) =>
        attempt <= errors.length ? Promise.reject(errors[attempt - 1] as Error) : Promise.resolve('up'),
      backoff,
    );
    expect(result).toBe('up');
  });

  test('doubles the reported delay up to the maximum', async () => {
    const delays: number[] = [];
    await retry((attempt) => (attempt < 5 ? Promise.reject(new Error('busy')) : Promise.resolve()), {
      firstDelayMs: 1,
      maxDelayMs: 4,
      onRetry: (_error, delayMs) => delays.push(delayMs),
    });
    expect(delays).toEqual([1, 2, 4, 4]);
  });

  test('rejects with the abort reason if the signal is aborted during a delay', async () => {
    const stopping = new AbortController();
    const running = retry(() => Promise.reject(new Error('busy')), {
      firstDelayMs: 60_000,
      maxDelayMs: 60_000,
      signal: stopping.signal,
    });
    const reason = new Error('shutdown');
    setTimeout(() => stopping.abort(reason), 5);
    await expect(running).rejects.toBe(reason);
  });

  test('returns the result of an attempt that succeeds after the signal was aborted', async () => {
    const stopping = new AbortController();
    const work = (): Promise<string> => {
      stopping.abort();
      return Promise.resolve('done');
    };
    expect(await retry(work, { ...backoff, signal: stopping.signal })).toBe('done');
  });

  test('calls shouldRetry once per failed attempt', async () => {
    const errors: unknown[] = [];
    await retry(
      (attempt) => (attempt < 3 ? Promise.reject(new Error(`failure ${attempt}`)) : Promise.resolve()),
      {
        ...backoff,
        shouldRetry: (error) => errors.push((error as Error).message) > 0,
      },
    );
    expect(errors).toEqual(['failure 1', 'failure 2']);
  });
});

describe('withTimeout', () => {
  test('returns the result of work that settles before the timeout', async () => {
    expect(await withTimeout(Promise.resolve('done'), 1_000, () => 'late')).toBe('done');
  });

  test('returns the result of onTimeout if the work takes longer than the timeout', async () => {
    expect(await withTimeout(new Promise(() => undefined), 5, () => 'late')).toBe('late');
  });

  test('rejects with the error that onTimeout throws', async () => {
    const late = withTimeout(new Promise(() => undefined), 5, () => {
      throw new Error('too late');
    });
    await expect(late).rejects.toThrow('too late');
  });

  test('ignores a rejection of the work after the timeout', async () => {
    const work = pause(20).then(() => Promise.reject(new Error('unheard')));
    expect(await withTimeout(work, 5, () => 'late')).toBe('late');
    await pause(40);
  });
});

describe('pause', () => {
  test('resolves before the delay has passed if the signal is aborted', async () => {
    const stopping = new AbortController();
    setTimeout(() => stopping.abort(), 5);
    await expect(pause(60_000, stopping.signal)).resolves.toBeUndefined();
  });
});

describe('withDeadline', () => {
  const waitForAbort = (signal: AbortSignal): Promise<never> =>
    new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))));

  test('removes its listener from the signal when the work returns its result', async () => {
    const { signal } = new AbortController();
    const working = withDeadline(() => pause(1).then(() => 'done'), { signal, timeoutMs: 60_000 });
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    expect(await working).toBe('done');
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });

  test('rejects with a TimeoutError after the timeout, which aborts the signal of the work', async () => {
    let received: AbortSignal | undefined;
    const working = withDeadline(
      (signal) => {
        received = signal;
        return new Promise(() => undefined);
      },
      { timeoutMs: 5 },
    );
    await expect(working).rejects.toMatchObject({ name: 'TimeoutError' });
    expect(received!.aborted).toBe(true);
  });

  test('rejects with the converted reason if the signal is aborted', async () => {
    const caller = new AbortController();
    const toError = (reason: unknown) => new Error(`aborted: ${String(reason)}`);
    const working = withDeadline(waitForAbort, { signal: caller.signal, timeoutMs: 60_000, toError });
    caller.abort('gone');
    await expect(working).rejects.toThrow('aborted: gone');
  });

  test('does not start work if the signal is already aborted', async () => {
    let starts = 0;
    const work = async () => void (starts += 1);
    const reason = new Error('gone');
    await expect(withDeadline(work, { signal: AbortSignal.abort(reason), timeoutMs: 1 })).rejects.toBe(
      reason,
    );
    expect(starts).toBe(0);
  });
});

describe('createKeyedMutex', () => {
  test('runs work with the same key one at a time, in call order', async () => {
    const mutex = createKeyedMutex();
    const log: string[] = [];
    const work = (name: string) => async (): Promise<void> => {
      log.push(`start ${name}`);
      await pause(2);
      log.push(`end ${name}`);
    };
    await Promise.all([mutex.runExclusive('a', work('1')), mutex.runExclusive('a', work('2'))]);
    expect(log).toEqual(['start 1', 'end 1', 'start 2', 'end 2']);
  });

  test('runs work with different keys in parallel', async () => {
    const mutex = createKeyedMutex();
    const other = Promise.withResolvers<void>();
    await Promise.all([
      mutex.runExclusive('a', () => other.promise),
      mutex.runExclusive('b', async () => other.resolve()),
    ]);
  });

  test('runs the next work of a key after the previous work was rejected', async () => {
    const mutex = createKeyedMutex();
    const failing = mutex.runExclusive('a', () => Promise.reject(new Error('broken')));
    const next = mutex.runExclusive('a', () => Promise.resolve('fine'));
    await expect(failing).rejects.toThrow('broken');
    expect(await next).toBe('fine');
  });
});

describe('mapConcurrently', () => {
  test('returns results in input order with at most the given number of calls at a time', async () => {
    let running = 0;
    let most = 0;
    const results = await mapConcurrently([3, 1, 2, 4], 2, async (item) => {
      most = Math.max(most, ++running);
      await pause(item);
      running -= 1;
      return item * 10;
    });
    expect(results).toEqual([30, 10, 20, 40]);
    expect(most).toBe(2);
  });
});
