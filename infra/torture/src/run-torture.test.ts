import { describe, expect, test } from '@jest/globals';
import { createFakeTarget } from '../test/fake-target.fixture.ts';
import type { TortureResult } from './report/report.ts';
import { runTorture } from './run-torture.ts';
import type { Target } from './target.ts';

const run = (target: Target): Promise<TortureResult> =>
  runTorture({
    target,
    durationMs: 1_500,
    seed: 7,
    writers: 8,
    updaters: 2,
    readers: 4,
    retriers: 2,
    killInterval: { minMs: 100, maxMs: 300 },
    settleMs: 500,
    log: () => undefined,
  });

describe('runTorture', () => {
  test('counts no problem of a server without faults, although kills interrupt requests', async () => {
    const result = await run(createFakeTarget());
    expect(result).toMatchObject({
      lost: 0,
      duplicated: 0,
      stale: 0,
      delayed: 0,
      found: result.acknowledged,
    });
    expect(result.acknowledged).toBeGreaterThan(100);
    expect(result.updated).toBeGreaterThan(10);
    expect(result.searches).toBeGreaterThan(50);
    expect(result.fresh).toBe(result.positioned);
    expect(result.freshAfterKill).toBeGreaterThan(5);
    expect(result.positioned).toBeLessThan(result.searches);
    expect(result.kills).toBeGreaterThan(2);
    expect(result.unavailable).toBeGreaterThan(0);
  });

  test('counts exactly the planted losses, duplicates and stale answers', async () => {
    const target = createFakeTarget({ loses: true, duplicates: true, servesStaleAnswers: true });
    const result = await run(target);
    expect(result).toMatchObject(target.planted);
    expect(result.found).toBe(result.acknowledged - result.lost);
    for (const count of Object.values(target.planted)) expect(count).toBeGreaterThan(2);
  });

  test('counts a memory whose acknowledged update is missing as lost', async () => {
    const result = await run(createFakeTarget({ losesUpdates: true }));
    expect(result.lost).toBeGreaterThan(0);
    expect(result.found).toBe(result.acknowledged - result.lost);
    expect(result.duplicated).toBe(0);
  });

  test('does not update the memories of a server without updates', async () => {
    const { update, ...target } = createFakeTarget();
    expect(update).toBeDefined();
    expect(await run(target)).toMatchObject({ updated: 0, updaters: 0, lost: 0, stale: 0 });
  });

  test('counts a missing memory in an answer that the server marks as incomplete as delayed', async () => {
    const target = createFakeTarget({ servesStaleAnswers: true, marksStaleAnswers: true });
    const result = await run(target);
    expect(result).toMatchObject({ lost: 0, stale: 0, delayed: target.planted.stale });
    expect(result.delayed).toBeGreaterThan(0);
  });

  test('counts a missing memory in an answer that is marked as fresh as stale, although writes are pending', async () => {
    const target = createFakeTarget({
      servesStaleAnswers: true,
      marksStaleAnswers: true,
      claimsFreshness: true,
    });
    const result = await run(target);
    expect(result.stale + result.delayed).toBe(target.planted.stale);
    expect(result.stale).toBeGreaterThan(0);
    expect(result.delayed).toBeGreaterThan(0);
  });

  test('counts a search as stale if the server rejects the position of a write before a kill', async () => {
    const result = await run(createFakeTarget({ rejectsEarlierPositions: true }));
    expect(result).toMatchObject({ lost: 0, freshAfterKill: 0, stale: expect.any(Number) });
    expect(result.stale).toBeGreaterThan(0);
  });

  test('sends no positions to a server without positions', async () => {
    const { store, update, ...target } = createFakeTarget();
    const result = await run({
      ...target,
      store: async (memory) => void (await store(memory)),
      update: async (change) => void (await update!(change)),
    });
    expect(result).toMatchObject({ positioned: 0, fresh: 0, stale: 0, lost: 0 });
    expect(result.searches).toBeGreaterThan(50);
  });

  test('counts a memory as stale that no search finds within the settling time', async () => {
    const target = createFakeTarget({ servesStaleAnswers: true, marksStaleAnswers: true, staysStale: true });
    const result = await run(target);
    expect(result.lost).toBe(0);
    expect(result.stale).toBeGreaterThan(0);
  });

  test('rejects if the server does not start after a kill', async () => {
    const target = createFakeTarget();
    target.maxStarts = 1;
    await expect(run(target)).rejects.toThrow('The server does not start.');
  });
});
