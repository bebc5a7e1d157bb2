import { parseArgs } from 'node:util';

/** Parses the command line of `crash-recovery.main.ts`. @throws Error for invalid arguments */
export function parseOptions(args: readonly string[]): { rounds: number } {
  const { values } = parseArgs({
    args: [...args],
    options: { rounds: { type: 'string', default: '20' } },
  });
  const rounds = Number(values.rounds);
  if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds must be a positive integer.');
  return { rounds };
}
