import { join } from 'node:path';
import { buildGoCommand, installOnce } from '@loci/test-engines/install';
import { ROOT } from '../deployment/root.ts';
import { CACHE, runChecker } from '../deployment/run-checker.ts';
import type { Verdict } from '../deployment/run-checker.ts';

const VERSION = 'v0.316.0';
/** Leaves out the service discovery of all clouds, which no rule needs. Saves half of the time to build. */
const BUILD_TAGS = 'remove_all_sd';

export interface Promtool {
  /** Checks rule files. */
  checkRules(files: readonly string[]): Promise<Verdict>;
  /** Runs unit tests of alerts. */
  testRules(files: readonly string[]): Promise<Verdict>;
  /** Runs shell commands with promtool in the root of the repository. */
  runCommands(commands: string): Promise<Verdict>;
}

/** Builds promtool, the command of Prometheus that checks its files, once for each version. */
export async function installPromtool(): Promise<Promtool> {
  const command = `github.com/prometheus/prometheus/cmd/promtool@${VERSION}`;
  const folder = await installOnce(CACHE, `promtool-${VERSION}`, (each) =>
    buildGoCommand(each, command, BUILD_TAGS),
  );
  const run = (kind: string, files: readonly string[]): Promise<Verdict> =>
    runChecker(join(folder, 'promtool'), [kind, 'rules', ...files]);
  return {
    checkRules: (files) => run('check', files),
    testRules: (files) => run('test', files),
    runCommands: (commands) =>
      runChecker('sh', ['-euc', `cd '${ROOT}'\n${commands}`], {
        PATH: `${folder}:${process.env['PATH']}`,
      }),
  };
}
