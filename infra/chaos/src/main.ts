import { parseArgs } from 'node:util';
import { openChaosPlatform } from './platform/open-chaos-platform.ts';
import { TABLE_HEAD, problemLines, tableRow } from './report.ts';
import { runRounds } from './run-rounds.ts';

/*
 * main.ts [--rounds 50] [--seed 1] [--keep]
 * Starts engines and services of its own, runs the rounds with the seeds from the first on, and stops all. Ends with 1
 * when anything was wrong; then, or with --keep, data and logs stay until test servers are started next.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '50' },
    seed: { type: 'string', default: '1' },
    keep: { type: 'boolean', default: false },
  },
});
const [rounds, firstSeed] = [Number(values.rounds), Number(values.seed)];
if (!Number.isInteger(rounds) || rounds < 1 || !Number.isInteger(firstSeed) || firstSeed < 0) {
  process.stderr.write('--rounds and --seed are whole numbers.\n');
  process.exit(2);
}
const say = (line: string): void => void process.stderr.write(`${line}\n`);
const seeds = Array.from({ length: rounds }, (_, round) => firstSeed + round);
const platform = await openChaosPlatform({ log: say });
say(`The services print to ${platform.logFile}`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void platform.close().finally(() => process.exit(130)));
}
let isWell = false;
try {
  console.log(TABLE_HEAD);
  const { reports, problems } = await runRounds(platform, seeds, (report) => {
    console.log(tableRow(report));
    for (const line of problemLines(report)) say(line);
  });
  for (const problem of problems) say(`in the end: ${problem}`);
  const well = reports.filter((report) => report.problems.length === 0).length;
  console.log(`\n${well} of ${rounds} rounds without a problem`);
  isWell = well === rounds && problems.length === 0;
} finally {
  await platform.close({ keepFolder: values.keep || !isWell });
}
process.exit(isWell ? 0 : 1);
