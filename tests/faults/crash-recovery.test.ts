import { afterAll, expect, test } from '@jest/globals';
import { createPlatformSettings } from '../support/platform-process.ts';
import { createTemporaryFolder } from '../support/temporary-folder.ts';
import { runCrashRecoveryRound } from './crash-recovery-round.ts';

const folder = createTemporaryFolder();
afterAll(() => folder.remove());

test.each([
  ['the process group', false],
  ['the process group and PostgreSQL', true],
])(
  'kill -9 of %s amid 16 writers loses nothing, and both indexes agree by themselves',
  async (_, alsoDatabase) => {
    const home = await createPlatformSettings(folder.path);
    const report = await runCrashRecoveryRound(home, alsoDatabase ? 'all' : 'group', 400, { alsoDatabase });
    expect(report).toMatchObject({ losses: [], keyword: [], vector: [] });
    expect(report.acknowledged).toBeGreaterThanOrEqual(400);
  },
  150_000,
);
