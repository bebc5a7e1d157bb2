/**
 * Runs crash recovery rounds on one data folder. Every second round also kills PostgreSQL.
 *
 *     node tests/faults/crash-recovery.main.ts --rounds 20
 *
 * Exits with 1 if a write was lost or an index is inconsistent.
 */
import { createPlatformSettings } from '../support/platform-process.ts';
import { createTemporaryFolder } from '../support/temporary-folder.ts';
import { parseOptions } from './crash-recovery-options.ts';
import { runCrashRecoveryRound } from './crash-recovery-round.ts';

const { rounds } = parseOptions(process.argv.slice(2));
const folder = createTemporaryFolder();
const settings = await createPlatformSettings(folder.path);
let failed = 0;
for (let round = 1; round <= rounds; round++) {
  // Random counts place the crash shortly after startup, during indexing, or after a checkpoint.
  const acknowledgedBeforeKill = 150 + Math.floor(Math.random() * 3_000);
  const report = await runCrashRecoveryRound(settings, `r${round}`, acknowledgedBeforeKill, {
    alsoDatabase: round % 2 === 0,
  });
  const { losses, keyword, vector } = report;
  const problems = [...losses, ...keyword, ...vector];
  if (problems.length > 0) failed++;
  console.log(
    `round ${round}: ${report.acknowledged} writes acknowledged, ready after ${report.readyMs} ms, ` +
      `consistent ${report.consistentMs} ms later; ${losses.length} losses, ` +
      `${keyword.length} differences in the keyword index, ${vector.length} in the vector index`,
  );
  for (const problem of problems.slice(0, 10)) console.log(`  ${problem}`);
}
folder.remove();
console.log(`${rounds - failed} of ${rounds} rounds passed`);
process.exit(failed === 0 ? 0 : 1);
