import { afterAll, expect, test } from '@jest/globals';
import { createHome } from '../support/platform-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { killNineRound } from './kill-nine-round.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

test.each([
  ['the process group', false],
  ['the process group and PostgreSQL', true],
])(
  'kill -9 of %s amid 16 writers loses nothing, and both indexes agree by themselves',
  async (_, alsoDatabase) => {
    const home = await createHome(folder.path);
    const report = await killNineRound(home, alsoDatabase ? 'all' : 'group', 400, { alsoDatabase });
    expect(report).toMatchObject({ losses: [], keyword: [], vector: [] });
    expect(report.acknowledged).toBeGreaterThanOrEqual(400);
  },
  150_000,
);
