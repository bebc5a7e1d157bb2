import { parseArgs } from 'node:util';

export interface Options {
  /** Names of the checks to run. If undefined, all checks run. */
  only: string[] | undefined;
}

/** Parses the command line. @throws Error for an unknown option */
export function parseOptions(args: readonly string[]): Options {
  const { values } = parseArgs({ args: [...args], options: { only: { type: 'string' } } });
  return { only: values.only?.split(',') };
}
