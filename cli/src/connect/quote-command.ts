import type { CommandLine } from './assistant.ts';

/** Returns a command line for a POSIX shell. */
export const quoteCommand = ({ command, args }: CommandLine): string =>
  [command, ...args].map(quote).join(' ');

const quote = (word: string): string =>
  /^[A-Za-z0-9_./:=@%+-]+$/u.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
