import { join } from 'node:path';
import { checks } from './checks/index.ts';
import type { Check } from './checks/check.ts';
import { createPerson } from './person.ts';
import { exchangeKey, startPlatform } from './platform.ts';
import { startProgram } from './started-program.ts';
import type { StartedProgram } from './started-program.ts';

export interface RunOptions {
  /** Names of checks; undefined for all. */
  only: readonly string[] | undefined;
  /** The repository's folder. */
  root: string;
  /** A fresh folder; the caller removes it. */
  workFolder: string;
  /** The Node that the platform and the clients run on. */
  nodePath: string;
  environment: Readonly<Record<string, string | undefined>>;
  /** Prints a line. */
  say(line: string): void;
  /** Aborted when the run is to end early. */
  signal: AbortSignal;
}

const PATIENCE_MS = 60_000;

/** The checks of these names. @throws Error that lists the names there are when one is unknown */
export function chooseChecks(only: readonly string[] | undefined): readonly Check[] {
  if (only === undefined) return checks;
  const unknown = only.filter((name) => checks.every((check) => check.name !== name));
  if (unknown.length > 0) {
    const known = checks.map(({ name }) => name).join(', ');
    throw new Error(`There is no check ${unknown.join(', ')}. There are: ${known}.`);
  }
  return checks.filter(({ name }) => only.includes(name));
}

/** Starts a platform, runs the checks against it one after the other, and ends it. @returns how many failed */
export async function runChecks(options: RunOptions): Promise<number> {
  const { root, workFolder, nodePath, environment, say, signal } = options;
  const chosen = chooseChecks(options.only);
  const folder = join(root, 'infra/conformance');
  say('Starting a platform ...');
  const platform = await startPlatform({ root, nodePath, environment, dataDir: join(workFolder, 'data') });
  const running: StartedProgram[] = [];
  const stopAll = () => Promise.all(running.splice(0).map((program) => program.stop()));
  let failures = 0;
  try {
    const person = createPerson([platform.authUrl, platform.portalUrl]);
    await person.join(platform.firstSignInLink);
    const context = {
      platform,
      person,
      folder,
      workFolder,
      accessToken: await exchangeKey(platform),
      start: (name: string, parameters: readonly string[], more: Record<string, string> = {}) => {
        const program = startProgram({
          command: nodePath,
          parameters: [join(folder, 'node_modules/.bin', name), ...parameters],
          environment: { ...environment, ...more },
          folder: workFolder,
          patienceMs: PATIENCE_MS,
        });
        running.push(program);
        return program;
      },
    };
    for (const check of chosen) {
      signal.throwIfAborted();
      try {
        say(`ok      ${check.name}: ${await check.run(context)}`);
      } catch (error) {
        failures++;
        say(`FAILED  ${check.name}: ${(error as Error).message}`);
      } finally {
        await stopAll();
      }
    }
  } finally {
    await platform.stop();
  }
  return failures;
}
