import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from './root.ts';

/** Folder that keeps the programs that check deployment files. */
export const CACHE = join(ROOT, '.runtime', 'deploy-checks');

const MAX_OUTPUT_BYTES = 32 * 1024 * 1024;

/** Result of a check. */
export interface Verdict {
  passes: boolean;
  /** Standard output, then standard error. */
  output: string;
}

/**
 * Runs a program that ends with an exit code other than 0 if a file has a problem.
 *
 * @param environment variables in addition to those of this process
 * @throws Error if the program does not start
 */
export const runChecker = (
  program: string,
  parameters: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Verdict> =>
  new Promise((resolve, reject) => {
    const options = { env: { ...process.env, ...environment }, maxBuffer: MAX_OUTPUT_BYTES };
    execFile(program, parameters, options, (error, stdout, stderr) => {
      // Without a numeric exit code, the program did not start, so there is no result of the check.
      if (error !== null && typeof error.code !== 'number') reject(error);
      else resolve({ passes: error === null, output: `${stdout}${stderr}` });
    });
  });
