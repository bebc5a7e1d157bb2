import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface StartCommand {
  /** Environment variables that the command sets. */
  environment: Record<string, string>;
  /** Arguments of `.runtime/node`. Paths are relative to the root of the repository. */
  parameters: string[];
}

/**
 * Reads the command of `npm start`, so that the benchmark starts the platform with the same memory settings.
 *
 * @param root root folder of the repository
 * @throws Error if the script does not have the form `… exec env NAME=value … .runtime/node …`
 */
export function readStartCommand(root: string): StartCommand {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: { start: string };
  };
  const match = / exec env ((?:\w+=\S+ )*)\.runtime\/node (.+)$/.exec(manifest.scripts.start);
  if (match === null) throw new Error(`The script "start" has an unexpected form: ${manifest.scripts.start}`);
  const assignments = match[1]!.trim().split(' ');
  return {
    environment: Object.fromEntries(assignments.map((each) => each.split('=') as [string, string])),
    parameters: match[2]!.split(' '),
  };
}
