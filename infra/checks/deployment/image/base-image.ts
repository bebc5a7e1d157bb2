// cspell:ignore pthread resolv libstdc stdc
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { runTool } from '@loci/test-engines/install';
import { ROOT } from '../root.ts';
import { buildah } from './buildah.ts';

/** Replacements for the base images of the Dockerfile, by the name of their stage. */
export const REPLACEMENTS = {
  node: 'localhost/loci-base-node',
  distroless: 'localhost/loci-base-distroless',
};

const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** Files of the image `distroless/cc`. It contains neither a shell nor a package manager. */
const DISTROLESS_FILES = [
  'etc/ssl/certs/ca-certificates.crt',
  'usr/lib/os-release',
  'usr/lib64/*',
  'usr/lib/*-linux-gnu/ld-linux-*',
  'usr/lib/*-linux-gnu/lib{c,m,dl,rt,pthread,util,resolv,anl,nss_dns,nss_files,gcc_s,stdc++}.so*',
];

/** Returns the text of the Dockerfile with the replacements as base images. */
export function dockerfileWithReplacements(): string {
  const text = readFileSync(join(ROOT, 'infra', 'docker', 'Dockerfile'), 'utf8');
  return text.replaceAll(/^FROM \S+@sha256:\S+ AS (\w+)$/gm, (_, stage: keyof typeof REPLACEMENTS) => {
    if (REPLACEMENTS[stage] === undefined) throw new Error(`No replacement for the base image ${stage}.`);
    return `FROM ${REPLACEMENTS[stage]} AS ${stage}`;
  });
}

/**
 * Creates replacements for the base images on machines that cannot pull them. They contain Debian packages, and the Node.js and npm
 * of this machine. Does nothing if they exist.
 *
 * @param nodePath path of a Node.js with the version of the base image
 */
export async function ensureBaseImages(nodePath: string): Promise<void> {
  const images = await Promise.all(
    Object.values(REPLACEMENTS).map((name) => buildah('images', '--quiet', '--filter', `reference=${name}`)),
  );
  if (images.every((image) => image !== '')) return;
  const folder = mkdtempSync(join(tmpdir(), 'loci-base-image-'));
  try {
    const root = join(folder, 'root');
    const mirrors = await runTool('apt-get', [
      ...['indextargets', '--format', '$(REPO_URI)', 'Created-By: Packages'],
    ]);
    const [mirror] = mirrors.trim().split('\n');
    await runTool('debootstrap', [
      ...['--variant=minbase', '--include=ca-certificates,libstdc++6', 'bookworm', root, mirror!],
    ]);
    const distroless = join(folder, 'distroless');
    copyFiles(root, distroless);
    const modules = join(root, 'usr/local/lib/node_modules');
    mkdirSync(modules, { recursive: true });
    cpSync(nodePath, join(root, 'usr/local/bin/node'));
    const npm = join((await runTool('npm', ['root', '--global'])).trim(), 'npm');
    cpSync(npm, join(modules, 'npm'), { recursive: true, dereference: true });
    symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(root, 'usr/local/bin/npm'));
    await runTool('chroot', [root, 'useradd', '--uid', '1000', '--user-group', '--create-home', 'node']);
    await commit(root, REPLACEMENTS.node);
    await commit(distroless, REPLACEMENTS.distroless);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function copyFiles(root: string, target: string): void {
  for (const path of globSync(DISTROLESS_FILES, { cwd: root })) {
    mkdirSync(dirname(join(target, path)), { recursive: true });
    cpSync(join(root, path), join(target, path), { verbatimSymlinks: true });
  }
  for (const path of ['usr/lib', 'usr/lib64']) {
    if (existsSync(join(target, path))) symlinkSync(path, join(target, basename(path)));
  }
  mkdirSync(join(target, 'tmp'), { mode: 0o1777 });
}

async function commit(root: string, name: string): Promise<void> {
  const container = await buildah('from', 'scratch');
  await buildah('add', '--quiet', container, root, '/');
  await buildah('config', '--env', `PATH=${PATH}`, container);
  await buildah('commit', '--quiet', '--rm', container, name);
}
