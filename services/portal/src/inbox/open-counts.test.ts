import { beforeEach, describe, expect, test } from '@jest/globals';
import type { PortalApi } from '../api/portal-api.ts';
import { createOpenCounts } from './open-counts.ts';
import type { OpenCounts } from './open-counts.ts';

describe('createOpenCounts', () => {
  let nowMs: number;
  let total: number;
  let requests: number;
  let respond: () => Promise<unknown>;
  let counts: OpenCounts;
  const api = {
    request: async () => {
      requests++;
      return respond();
    },
  } as unknown as PortalApi;
  const overview = () => ({
    open_contradictions: { total, total_is_exact: true },
    open_suggestions: { total: 1, total_is_exact: true },
  });

  beforeEach(() => {
    nowMs = 0;
    total = 2;
    requests = 0;
    respond = () => Promise.resolve(overview());
    counts = createOpenCounts(() => nowMs);
  });

  test('requests the number of a session once in 30 seconds', async () => {
    await counts.refresh('a', api);
    nowMs = 29_999;
    await counts.refresh('a', api);
    expect([counts.get('a'), counts.get('b'), requests]).toEqual([3, 0, 1]);
  });

  test('shows the old number while it refreshes it in the background', async () => {
    await counts.refresh('a', api);
    [nowMs, total] = [30_000, 5];
    let answer = (_: unknown): void => undefined;
    respond = () => new Promise((resolve) => (answer = resolve));
    await counts.refresh('a', api);
    expect(counts.get('a')).toBe(3);
    answer(overview());
    await new Promise(setImmediate);
    expect(counts.get('a')).toBe(6);
  });

  test('does not delay a page by more than 250 milliseconds', async () => {
    respond = () => new Promise(() => undefined);
    const startedAt = performance.now();
    await counts.refresh('a', api);
    expect(performance.now() - startedAt).toBeLessThan(1_000);
    expect(counts.get('a')).toBe(0);
  });

  test('ignores a request that fails', async () => {
    respond = () => Promise.reject(new Error('unavailable'));
    await counts.refresh('a', api);
    expect(counts.get('a')).toBe(0);
  });

  test('does not keep the number of a request that a decision interrupted', async () => {
    let answer = (_: unknown): void => undefined;
    respond = () => new Promise((resolve) => (answer = resolve));
    const refreshed = counts.refresh('a', api);
    counts.forget('a');
    answer(overview());
    await refreshed;
    expect(counts.get('a')).toBe(0);
  });
});
