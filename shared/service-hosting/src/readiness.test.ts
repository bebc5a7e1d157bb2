import { describe, expect, test } from '@jest/globals';
import { createReadiness } from './readiness.ts';

describe('readiness', () => {
  test('reports "start" as missing until startup has finished', async () => {
    const readiness = createReadiness();
    expect(await readiness.notReady()).toEqual(['start']);
  });

  test('reports the names of the failing checks', async () => {
    const readiness = createReadiness();
    let isUp = true;
    readiness.begin({
      database: () => (isUp ? Promise.resolve() : Promise.reject(new Error('gone'))),
      queue: () => Promise.resolve(),
    });
    expect(await readiness.notReady()).toEqual([]);
    isUp = false;
    expect(await readiness.notReady()).toEqual(['database']);
  });

  test('reports "shutdown" while draining, even if all checks pass', async () => {
    const readiness = createReadiness();
    readiness.begin({ database: () => Promise.resolve() });
    readiness.drain();
    expect(await readiness.notReady()).toEqual(['shutdown']);
  });

  test('counts a check that does not settle within the timeout as failing', async () => {
    const readiness = createReadiness();
    readiness.begin({ database: () => new Promise(() => undefined) });
    expect(await readiness.notReady()).toEqual(['database']);
  });

  test('runs a check once for concurrent readiness requests', async () => {
    const readiness = createReadiness();
    let runs = 0;
    readiness.begin({ database: () => (runs++, new Promise(() => undefined)) });
    await Promise.all([readiness.notReady(), readiness.notReady(), readiness.notReady()]);
    expect(runs).toBe(1);
  });
});
