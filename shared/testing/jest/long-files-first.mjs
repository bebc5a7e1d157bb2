import Sequencer from '@jest/test-sequencer';

/**
 * Small files that run for minutes because they contain only calls of the suites. Without times of an earlier run, Jest starts
 * the largest files first, so that these would run at the end, on one of the two workers.
 */
const LONG = ['tests/e2e/standalone-in-process.test.ts', 'tests/e2e/standalone-over-http.test.ts'];

/** Starts long files first. */
export default class LongFilesFirst extends Sequencer {
  sort(tests) {
    const isLong = ({ path }) => LONG.some((each) => path.endsWith(each));
    const sorted = super.sort(tests);
    return [...sorted.filter(isLong), ...sorted.filter((test) => !isLong(test))];
  }
}
