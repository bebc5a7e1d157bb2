import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from './observability-files.ts';

/** Folder that keeps the programs that tests of the deployment build. */
export const CACHE = join(ROOT, '.runtime', 'deploy-checks');

/** Result of a program that checks files. */
export interface Verdict {
  passes: boolean;
  /** Standard output, then standard error. */
  output: string;
}

/** Runs a program that ends with an exit code other than 0 if a file has a problem. @throws Error if it does not start */
export const runChecker = (program: string, parameters: readonly string[]): Promise<Verdict> =>
  new Promise((resolve, reject) => {
    execFile(program, parameters, (error, stdout, stderr) => {
      // Without a numeric exit code, the program did not start.
      if (error !== null && typeof error.code !== 'number') reject(error);
      else resolve({ passes: error === null, output: `${stdout}${stderr}` });
    });
  });
