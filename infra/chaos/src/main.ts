import { parseOptions } from './options.ts';
import type { Options } from './options.ts';
import { openChaosPlatform } from './platform/open-chaos-platform.ts';
import { TABLE_HEAD, problemLines, tableRow } from './report.ts';
import { runRounds } from './run-rounds.ts';

/*
 * Usage: main.ts [--rounds 50] [--seed 1] [--keep]
 *
 * Starts engines and services, runs the rounds with consecutive seeds, and stops everything. The exit code is 1 if a round
 * found a problem. In that case, or with --keep, data and logs are kept until the test engines are started again.
 */
const print = (line: string): void => void process.stderr.write(`${line}\n`);

function readOptions(): Options {
  try {
    return parseOptions(process.argv.slice(2));
  } catch (error) {
    print((error as Error).message);
    process.exit(2);
  }
}

const { rounds, firstSeed, keep } = readOptions();
const seeds = Array.from({ length: rounds }, (_, round) => firstSeed + round);
const platform = await openChaosPlatform({ log: print });
print(`Output of the services: ${platform.logFile}`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void platform.close().finally(() => process.exit(130)));
}
let passed = false;
try {
  console.log(TABLE_HEAD);
  const { reports, problems } = await runRounds(platform, seeds, (report) => {
    console.log(tableRow(report));
    for (const line of problemLines(report)) print(line);
  });
  for (const problem of problems) print(`Final comparison: ${problem}`);
  const passedRounds = reports.filter((report) => report.problems.length === 0).length;
  console.log(`\n${passedRounds} of ${rounds} rounds passed`);
  passed = passedRounds === rounds && problems.length === 0;
} finally {
  await platform.close({ keepFolder: keep || !passed });
}
process.exit(passed ? 0 : 1);
