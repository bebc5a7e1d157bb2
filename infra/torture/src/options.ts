import { parseArgs } from 'node:util';
import { TARGET_NAMES } from './targets/target-names.ts';
import type { TargetName } from './targets/target-names.ts';

export interface Options {
  minutes: number;
  seed: number;
  target: TargetName;
  writers: number;
  updaters: number;
  readers: number;
  retriers: number;
  /** Path of a file for the result in JSON. */
  json: string | undefined;
}

export const USAGE = `Usage: npm run torture -- [--minutes 10] [--seed 1] [--target ${TARGET_NAMES.join('|')}]
         [--writers 8] [--updaters 2] [--readers 4] [--retriers 2] [--json <file>]`;

const MAX_MINUTES = 1_440;
const MAX_SEED = 2 ** 32 - 1;
const MAX_WORKERS = 16;

/** Parses the command line. @throws Error with a user-facing message for invalid arguments */
export function parseOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      minutes: { type: 'string', default: '10' },
      seed: { type: 'string', default: '1' },
      target: { type: 'string', default: 'loci' },
      writers: { type: 'string', default: '8' },
      updaters: { type: 'string', default: '2' },
      readers: { type: 'string', default: '4' },
      retriers: { type: 'string', default: '2' },
      json: { type: 'string' },
    },
  });
  const minutes = Number(values.minutes);
  if (!(minutes > 0 && minutes <= MAX_MINUTES)) {
    throw new Error(`--minutes must be greater than 0 and at most ${MAX_MINUTES}.\n\n${USAGE}`);
  }
  const target = TARGET_NAMES.find((name) => name === values.target);
  if (target === undefined)
    throw new Error(`--target must be one of ${TARGET_NAMES.join(', ')}.\n\n${USAGE}`);
  return {
    minutes,
    seed: integer('seed', values.seed, 0, MAX_SEED),
    target,
    writers: integer('writers', values.writers, 1, MAX_WORKERS),
    updaters: integer('updaters', values.updaters, 0, MAX_WORKERS),
    readers: integer('readers', values.readers, 0, MAX_WORKERS),
    retriers: integer('retriers', values.retriers, 0, MAX_WORKERS),
    json: values.json,
  };
}

function integer(name: string, value: string, min: number, max: number): number {
  const parsed = value.trim() === '' ? NaN : Number(value);
  if (!Number.isInteger(parsed) || parsed < min || parsed > max) {
    throw new Error(`--${name} must be an integer from ${min} to ${max}.\n\n${USAGE}`);
  }
  return parsed;
}
