import { afterAll, expect, test } from '@jest/globals';
import { createPlatformSettings } from '../support/platform-process.ts';
import { createTemporaryFolder } from '../support/temporary-folder.ts';
import { runCrashRecoveryRound } from './crash-recovery-round.ts';
import { NO_DIFFERENCES } from './index-consistency.ts';

const folder = createTemporaryFolder();
afterAll(() => folder.remove());

test.each([
  ['the process group', false],
  ['the process group and PostgreSQL', true],
])(
  'killing %s during concurrent writes keeps both search indexes consistent with all acknowledged writes',
  async (_, alsoDatabase) => {
    const settings = await createPlatformSettings(folder.path);
    const label = alsoDatabase ? 'all' : 'group';
    const report = await runCrashRecoveryRound(settings, label, 400, { alsoDatabase });
    expect(report).toMatchObject({ losses: [], ...NO_DIFFERENCES });
    expect(report.acknowledged).toBeGreaterThanOrEqual(400);
  },
  150_000,
);
