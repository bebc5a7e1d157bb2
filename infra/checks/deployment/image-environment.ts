import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './root.ts';

/** Stage of the Dockerfile that is an image. */
export type ImageTarget = 'services' | 'standalone';

/** Reads the variables that a stage of the Dockerfile sets. */
export function imageEnvironment(target: ImageTarget): Record<string, string> {
  const dockerfile = readFileSync(join(ROOT, 'infra', 'docker', 'Dockerfile'), 'utf8').replaceAll(
    /\\\n\s*/g,
    '',
  );
  const stage = dockerfile
    .split(/^(?=FROM )/m)
    .find((each) => new RegExp(`^FROM .* AS ${target}$`, 'm').test(each));
  if (stage === undefined) throw new Error(`The Dockerfile has no stage ${target}.`);
  const settings = [...stage.matchAll(/^ENV (.*)$/gm)].flatMap(([, line]) => line!.trim().split(/\s+/));
  return Object.fromEntries(
    settings.map((setting): [string, string] => {
      const at = setting.indexOf('=');
      return [setting.slice(0, at), setting.slice(at + 1)];
    }),
  );
}
