import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runTool } from '@loci/test-engines/install';
import { ROOT } from '../root.ts';
import type { ImageTarget } from '../image-environment.ts';
import { dockerfileWithReplacements } from './base-image.ts';
import { buildah } from './buildah.ts';

/** Builds a target of infra/docker/Dockerfile from a copy of all files that git does not ignore. */
export async function buildImage(target: ImageTarget, name: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'loci-image-'));
  const context = join(folder, 'context');
  try {
    const files = await runTool('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
      cwd: ROOT,
    });
    for (const file of files.split('\0').filter((each) => each !== '' && existsSync(join(ROOT, each)))) {
      mkdirSync(dirname(join(context, file)), { recursive: true });
      cpSync(join(ROOT, file), join(context, file));
    }
    const dockerfile = join(folder, 'Dockerfile');
    writeFileSync(dockerfile, dockerfileWithReplacements());
    await buildah(
      ...['build', '--pull-never', '--layers', '--file', dockerfile, '--target', target],
      ...['--tag', name, ...(await mountNpmSettings(folder)), context],
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Writes the npm settings of this machine to one file in `folder`. Returns volume options that mount the file
 * as the global settings of npm, and the certificates of this machine, during the build. Neither becomes part
 * of the image.
 */
async function mountNpmSettings(folder: string): Promise<string[]> {
  const setting = async (name: string) => (await runTool('npm', ['config', 'get', name])).trim();
  // The last of several values applies, so the settings of the user follow the global ones.
  const sources = [await setting('globalconfig'), await setting('userconfig')].filter((path) =>
    existsSync(path),
  );
  const npmSettings = join(folder, 'npmrc');
  writeFileSync(npmSettings, sources.map((path) => readFileSync(path, 'utf8')).join('\n'), { mode: 0o600 });
  const mounts = [
    [npmSettings, '/usr/local/etc/npmrc'],
    ['/etc/ssl/certs', '/etc/ssl/certs'],
  ];
  return mounts
    .filter(([from]) => existsSync(from!))
    .flatMap(([from, to]) => ['--volume', `${from}:${to}:ro`]);
}
