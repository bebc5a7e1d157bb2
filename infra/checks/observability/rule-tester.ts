import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildGoProgram, installOnce } from '@loci/test-engines/install';
import { ROOT } from './observability-files.ts';

const SOURCE = join(import.meta.dirname, 'rule-tester');
const CACHE = join(ROOT, '.runtime', 'deploy-checks');
const PROGRAM = 'rule-tester';

/** Result of a run of the rule tester. `output` has one line per problem. */
interface Verdict {
  passes: boolean;
  output: string;
}

export interface RuleTester {
  /** Parses rule files with the parser of Prometheus. */
  check(files: readonly string[]): Promise<Verdict>;
  /** Runs unit tests of alerts with the query engine of Prometheus. */
  test(files: readonly string[]): Promise<Verdict>;
  /** Checks dashboards against the schemas of Grafana. */
  checkDashboards(files: readonly string[]): Promise<Verdict>;
}

/** Builds the program in `rule-tester/` with the modules of Prometheus, once for each version of its source. */
export async function installRuleTester(): Promise<RuleTester> {
  const hash = createHash('sha256');
  for (const file of globSync('*', { cwd: SOURCE }).sort()) hash.update(readFileSync(join(SOURCE, file)));
  const name = `${PROGRAM}-${hash.digest('hex').slice(0, 12)}`;
  const folder = await installOnce(CACHE, name, (each) => buildGoProgram(each, SOURCE, PROGRAM));
  const run = (command: string, files: readonly string[]) =>
    new Promise<Verdict>((resolve, reject) => {
      execFile(join(folder, PROGRAM), [command, ...files], (error, stdout, stderr) => {
        // Without a numeric exit code, the program did not start.
        if (error !== null && typeof error.code !== 'number') reject(error);
        else resolve({ passes: error === null, output: `${stdout}${stderr}` });
      });
    });
  return {
    check: (files) => run('check', files),
    test: (files) => run('test', files),
    checkDashboards: (files) => run('dashboard', files),
  };
}
