import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { findPropertyTests } from './find-property-tests.ts';

/*
 * Usage: main.ts [--minutes 10]
 *
 * Runs every test file with properties repeatedly, with random seeds, until the time is over. Exits with 1
 * after the first failure, whose output contains the counterexample and the seed. Omits properties that need
 * real engines.
 */

/** Duration in minutes of a round on two CPUs if every property uses its full time limit. */
const FULL_ROUND_MINUTES = 5;

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '10' } } });
const minutes = Number(values.minutes);
if (!(minutes > 0 && minutes < Infinity)) {
  process.stderr.write('`--minutes` must be a positive number.\n');
  process.exit(2);
}
const root = `${import.meta.dirname}/../..`;
const files = findPropertyTests(root);
const end = Date.now() + minutes * 60_000;
for (let round = 1; Date.now() < end; round++) {
  process.stderr.write(`Soak test, round ${round}: ${files.length} test files\n`);
  const { status } = spawnSync(
    process.execPath,
    [
      '--experimental-vm-modules',
      '--disable-warning=ExperimentalWarning',
      'node_modules/jest/bin/jest.js',
      '--runTestsByPath',
      ...files,
    ],
    {
      cwd: root,
      stdio: 'inherit',
      env: {
        ...process.env,
        PROPERTY_SOAK: String(Math.min(1, minutes / FULL_ROUND_MINUTES)),
        PROPERTY_SOAK_END: String(end),
      },
    },
  );
  if (status !== 0) {
    process.stderr.write(`Soak test failed in round ${round}.\n`);
    process.exit(1);
  }
}
process.stderr.write(`Soak test passed: ${minutes} minutes.\n`);
