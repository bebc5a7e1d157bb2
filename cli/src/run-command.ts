import { isStartupError } from '@loci/core';
import { ConfigError } from '@loci/runtime';

/**
 * Runs a command that ends on its own. User-facing errors are printed without a stack trace and set exit code 2, all
 * others exit code 1.
 *
 * @param hint printed after an error
 */
export async function runCommand(command: () => Promise<void>, hint = ''): Promise<void> {
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
