import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './root.ts';

/** Reads the variables that the Dockerfile sets. */
export function imageEnvironment(): Record<string, string> {
  const dockerfile = readFileSync(join(ROOT, 'infra', 'docker', 'Dockerfile'), 'utf8').replaceAll(
    /\\\n\s*/g,
    '',
  );
  const settings = [...dockerfile.matchAll(/^ENV (.*)$/gm)].flatMap(([, line]) => line!.trim().split(/\s+/));
  return Object.fromEntries(
    settings.map((setting): [string, string] => {
      const at = setting.indexOf('=');
      return [setting.slice(0, at), setting.slice(at + 1)];
    }),
  );
}
