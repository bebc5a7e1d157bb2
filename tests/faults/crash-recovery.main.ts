/**
 * The kill -9 test as often as asked, each round on the data of those before it, every second one with PostgreSQL
 * killed as well:
 *
 *     node tests/faults/crash-recovery.main.ts --rounds 20
 *
 * Ends with 1 when anything was lost or an index did not agree.
 */
import { parseArgs } from 'node:util';
import { createPlatformSettings } from '../support/platform-process.ts';
import { createTemporaryFolder } from '../support/temporary-folder.ts';
import { runCrashRecoveryRound } from './crash-recovery-round.ts';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '20' } } });
const rounds = Number(values.rounds);
const folder = createTemporaryFolder();
const home = await createPlatformSettings(folder.path);
let failed = 0;
for (let round = 1; round <= rounds; round++) {
  // Another moment each time: soon after the start, amid indexing, after checkpoints.
  const report = await runCrashRecoveryRound(home, `r${round}`, 150 + Math.floor(Math.random() * 3_000), {
    alsoDatabase: round % 2 === 0,
  });
  const { losses, keyword, vector } = report;
  const problems = [...losses, ...keyword, ...vector];
  if (problems.length > 0) failed++;
  console.log(
    `round ${round}: ${report.acknowledged} writes acknowledged, ready after ${report.readyMs} ms, ` +
      `indexes agreed ${report.agreedMs} ms later; lost ${losses.length}, ` +
      `keyword index differs in ${keyword.length}, vector index in ${vector.length}`,
  );
  for (const problem of problems.slice(0, 10)) console.log(`  ${problem}`);
}
folder.remove();
console.log(`${rounds - failed} of ${rounds} rounds without a loss`);
process.exit(failed === 0 ? 0 : 1);
