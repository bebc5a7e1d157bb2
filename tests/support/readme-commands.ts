import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const README = join(import.meta.dirname, '../../README.md');

/** Returns the commands of the quick start in the README. */
export function readmeCommands(): string {
  const section = readFileSync(README, 'utf8').split('## Quick start')[1]!;
  return section.split('```sh\n')[2]!.split('```')[0]!;
}
