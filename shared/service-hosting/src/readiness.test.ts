import { expect, test } from '@jest/globals';
import { createReadiness } from './readiness.ts';

test('not ready before the start is done, then what its checks say, and never again once it drains', async () => {
  const readiness = createReadiness();
  expect(await readiness.notReady()).toEqual(['start']);
  let isUp = true;
  readiness.begin({
    database: () => (isUp ? Promise.resolve() : Promise.reject(new Error('gone'))),
    queue: () => Promise.resolve(),
  });
  expect(await readiness.notReady()).toEqual([]);
  isUp = false;
  expect(await readiness.notReady()).toEqual(['database']);
  readiness.drain();
  expect(await readiness.notReady()).toEqual(['shutdown']);
});

test('a check that hangs counts as missing, and is asked once however many look', async () => {
  const readiness = createReadiness();
  let asked = 0;
  readiness.begin({ database: () => (asked++, new Promise(() => undefined)) });
  const looks = await Promise.all([readiness.notReady(), readiness.notReady(), readiness.notReady()]);
  expect(looks).toEqual([['database'], ['database'], ['database']]);
  expect(asked).toBe(1);
});
