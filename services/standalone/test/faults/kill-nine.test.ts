import { afterAll, expect, test } from '@jest/globals';
import { createHome } from '../platform-process.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { killNineRound } from './kill-nine-round.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

test('kill -9 of the process group amid 16 writers loses nothing, and both indexes agree by themselves', async () => {
  const report = await killNineRound(await createHome(folder.path), 'once', 400);
  expect(report).toMatchObject({ losses: [], keyword: [], vector: [] });
  expect(report.acknowledged).toBeGreaterThanOrEqual(400);
}, 150_000);
