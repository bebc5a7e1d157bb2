import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runTool } from '@loci/test-engines/install';
import { ROOT } from '../root.ts';
import { buildah } from './buildah.ts';

/** Builds infra/docker/Dockerfile from a copy of all files that git does not ignore. */
export async function buildImage(name: string): Promise<void> {
  const context = mkdtempSync(join(tmpdir(), 'loci-image-'));
  try {
    const files = await runTool('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
      cwd: ROOT,
    });
    for (const file of files.split('\0').filter((each) => each !== '' && existsSync(join(ROOT, each)))) {
      mkdirSync(dirname(join(context, file)), { recursive: true });
      cpSync(join(ROOT, file), join(context, file));
    }
    await buildah(
      ...['build', '--pull-never', '--layers', '--file', join(context, 'infra', 'docker', 'Dockerfile')],
      ...['--tag', name, ...(await npmSettings()), context],
    );
  } finally {
    rmSync(context, { recursive: true });
  }
}

/** Returns volume options that mount the npm settings and certificates of this machine during the build. */
async function npmSettings(): Promise<string[]> {
  const setting = async (name: string) => (await runTool('npm', ['config', 'get', name])).trim();
  const mounts = [
    [await setting('userconfig'), '/root/.npmrc'],
    [await setting('globalconfig'), '/usr/local/etc/npmrc'],
    ['/etc/ssl/certs', '/etc/ssl/certs'],
  ];
  return mounts
    .filter(([from]) => existsSync(from!))
    .flatMap(([from, to]) => ['--volume', `${from}:${to}:ro`]);
}
