import { join } from 'node:path';
import { checks } from './checks/index.ts';
import type { Check } from './checks/check.ts';
import { createBrowserUser } from './browser-user.ts';
import { exchangeKey, startPlatform } from './platform.ts';
import { startProgram } from './started-program.ts';
import type { StartedProgram } from './started-program.ts';

export interface RunOptions {
  /** Names of the checks to run. Runs all checks if undefined. */
  only: readonly string[] | undefined;
  /** Root folder of the repository. */
  root: string;
  /** An empty folder for data. The caller removes it. */
  workFolder: string;
  /** Path of the Node.js binary for the platform and the clients. */
  nodePath: string;
  environment: Readonly<Record<string, string | undefined>>;
  print(line: string): void;
  /** Stops the run before the next check. */
  signal: AbortSignal;
}

const PROGRAM_TIMEOUT_MS = 60_000;

/** Returns the checks with the given names, or all checks. @throws Error if a name is unknown */
export function chooseChecks(only: readonly string[] | undefined): readonly Check[] {
  if (only === undefined) return checks;
  const unknown = only.filter((name) => checks.every((check) => check.name !== name));
  if (unknown.length > 0) {
    const known = checks.map(({ name }) => name).join(', ');
    throw new Error(`Unknown checks: ${unknown.join(', ')}. Known checks: ${known}.`);
  }
  return checks.filter(({ name }) => only.includes(name));
}

/** Starts a platform, runs the checks against it one at a time, and stops it. Returns the number of failed checks. */
export async function runChecks(options: RunOptions): Promise<number> {
  const { root, workFolder, nodePath, environment, print, signal } = options;
  const chosen = chooseChecks(options.only);
  const folder = join(root, 'infra/conformance');
  print('Starting a platform...');
  const platform = await startPlatform({ root, nodePath, environment, dataDir: join(workFolder, 'data') });
  const running: StartedProgram[] = [];
  const stopAll = () => Promise.all(running.splice(0).map((program) => program.stop()));
  let failures = 0;
  try {
    const user = createBrowserUser([platform.authUrl, platform.portalUrl]);
    await user.signUp(platform.signUpLink);
    const context = {
      platform,
      user,
      folder,
      workFolder,
      accessToken: await exchangeKey(platform),
      start: (name: string, parameters: readonly string[], extraEnvironment: Record<string, string> = {}) => {
        const program = startProgram({
          command: nodePath,
          parameters: [join(folder, 'node_modules/.bin', name), ...parameters],
          environment: { ...environment, ...extraEnvironment },
          folder: workFolder,
          timeoutMs: PROGRAM_TIMEOUT_MS,
        });
        running.push(program);
        return program;
      },
    };
    for (const check of chosen) {
      signal.throwIfAborted();
      try {
        print(`ok      ${check.name}: ${await check.run(context)}`);
      } catch (error) {
        failures++;
        print(`FAILED  ${check.name}: ${(error as Error).message}`);
      } finally {
        await stopAll();
      }
    }
  } finally {
    await platform.stop();
  }
  return failures;
}
