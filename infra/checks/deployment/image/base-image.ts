import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runTool } from '@loci/test-engines/install';
import { buildah } from './buildah.ts';

/** Name of the base image in the Dockerfile. */
const BASE_IMAGE = 'node:24-bookworm-slim';
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/**
 * Creates a replacement for the Node.js base image on machines that cannot pull it. The replacement contains
 * Debian packages and the Node.js and npm of this machine. Does nothing if the image exists.
 *
 * @param nodePath path of a Node.js with the version of the base image
 */
export async function ensureBaseImage(nodePath: string): Promise<void> {
  if ((await buildah('images', '--quiet', '--filter', `reference=${BASE_IMAGE}`)) !== '') return;
  const folder = mkdtempSync(join(tmpdir(), 'loci-base-image-'));
  try {
    const root = join(folder, 'root');
    const mirrors = await runTool('apt-get', [
      ...['indextargets', '--format', '$(REPO_URI)', 'Created-By: Packages'],
    ]);
    const [mirror] = mirrors.trim().split('\n');
    await runTool('debootstrap', [
      ...['--variant=minbase', '--include=ca-certificates', 'bookworm', root, mirror!],
    ]);
    const modules = join(root, 'usr/local/lib/node_modules');
    mkdirSync(modules, { recursive: true });
    cpSync(nodePath, join(root, 'usr/local/bin/node'));
    const npm = join((await runTool('npm', ['root', '--global'])).trim(), 'npm');
    cpSync(npm, join(modules, 'npm'), { recursive: true, dereference: true });
    symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(root, 'usr/local/bin/npm'));
    const container = await buildah('from', 'scratch');
    await buildah('add', '--quiet', container, root, '/');
    await buildah('config', '--env', `PATH=${PATH}`, container);
    await buildah('commit', '--quiet', '--rm', container, BASE_IMAGE);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
