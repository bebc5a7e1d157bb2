import { isStartupError } from '@loci/core';
import { ConfigError } from '@loci/runtime';

/**
 * Runs a command that ends on its own. A user-facing error is printed without a stack trace and sets exit
 * code 2. Any other error is printed with a stack trace and sets exit code 1. Other users of the machine cannot
 * access the files that the command creates.
 *
 * @param hint printed after an error
 */
export async function runCommand(command: () => Promise<void>, hint = ''): Promise<void> {
  process.umask(0o077);
  try {
    await command();
  } catch (error) {
    const isUserFacing = error instanceof ConfigError || isStartupError(error);
    process.stderr.write(`${isUserFacing ? error.message : String((error as Error).stack)}\n${hint}`);
    process.exitCode = isUserFacing ? 2 : 1;
  }
}

/** Prints one line to standard output. */
export const printLine = (line: string): void => void process.stdout.write(`${line}\n`);
