import { parseArgs } from 'node:util';

export interface Options {
  rounds: number;
  /** Seed of the first round. The following rounds have the following seeds. */
  firstSeed: number;
  /** Keeps data and logs although all rounds passed. */
  keep: boolean;
}

/** Parses the command line. @throws Error with a user-facing message for invalid arguments */
export function parseOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rounds: { type: 'string', default: '50' },
      seed: { type: 'string', default: '1' },
      keep: { type: 'boolean', default: false },
    },
  });
  const [rounds, firstSeed] = [Number(values.rounds), Number(values.seed)];
  if (!Number.isInteger(rounds) || rounds < 1 || !Number.isInteger(firstSeed) || firstSeed < 0)
    throw new Error('--rounds must be a positive integer and --seed a non-negative integer.');
  return { rounds, firstSeed, keep: values.keep };
}
