import { parseArgs } from 'node:util';

/** What the command measures. */
export const MEASUREMENTS = ['pages', 'interactions'] as const;
export type Measurement = (typeof MEASUREMENTS)[number];

export interface Options {
  /** Number of memories of the measured tenant. */
  memories: number;
  /** Also measures the pages with the mobile settings of Lighthouse. */
  mobile: boolean;
  /** Number of times that each page and each interaction is measured. The result is the median. */
  rounds: number;
  only: Measurement | undefined;
  /** Path of a file for the result in JSON. */
  output: string;
}

export const USAGE = `Usage: npm run lighthouse -- [--memories 100000] [--rounds 3] [--mobile]
         [--only ${MEASUREMENTS.join('|')}] [--output coverage/lighthouse.json]`;

const MAX_MEMORIES = 1_000_000;
const MAX_ROUNDS = 25;

/** Parses the command line. @throws Error with a user-facing message for invalid arguments */
export function parseOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      memories: { type: 'string', default: '100000' },
      rounds: { type: 'string', default: '3' },
      mobile: { type: 'boolean', default: false },
      only: { type: 'string' },
      output: { type: 'string', default: 'coverage/lighthouse.json' },
    },
  });
  const only = MEASUREMENTS.find((name) => name === values.only);
  if (values.only !== undefined && only === undefined)
    throw new Error(`--only must be one of ${MEASUREMENTS.join(', ')}.\n\n${USAGE}`);
  return {
    memories: integer('memories', values.memories, MAX_MEMORIES),
    rounds: integer('rounds', values.rounds, MAX_ROUNDS),
    mobile: values.mobile,
    only,
    output: values.output,
  };
}

function integer(name: string, value: string, max: number): number {
  const parsed = value.trim() === '' ? Number.NaN : Number(value);
  if (!Number.isInteger(parsed) || parsed < 1 || parsed > max)
    throw new Error(`--${name} must be an integer from 1 to ${max}.\n\n${USAGE}`);
  return parsed;
}
