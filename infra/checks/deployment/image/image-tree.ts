import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join, matchesGlob, relative } from 'node:path';
import { ROOT } from '../root.ts';

interface LockfileEntry {
  dev?: boolean;
  link?: boolean;
  resolved?: string;
}

/**
 * Lays out the folder `/app` of the standalone image as the Dockerfile does, from the files and the installed packages of this
 * repository: the build context, the packages of production, the bundle of the portal, and the pruned packages. The image of the
 * services is the same without the embedded PostgreSQL.
 *
 * @param root empty folder outside of the repository, because Node.js also finds packages in parent folders
 */
export function layOutImage(root: string): void {
  for (const file of contextFiles()) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    copyFileSync(join(ROOT, file), join(root, file));
  }
  rmSync(join(root, 'infra'), { recursive: true });
  installPackages(root);
  runProgram(root, 'services/portal/src/browser-bundle/build-bundle.main.ts');
  runProgram(root, join(ROOT, 'infra', 'docker', 'prune-packages.main.ts'), root, '--standalone');
}

/** Lists the files that `.dockerignore` includes. The last pattern that matches a file or a parent folder decides. */
function contextFiles(): string[] {
  const patterns = readFileSync(join(ROOT, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const isIncluded = (file: string): boolean => {
    const parts = file.split('/');
    const paths = parts.map((_, i) => parts.slice(0, i + 1).join('/'));
    let included = true;
    for (const pattern of patterns) {
      const negated = pattern.startsWith('!');
      const glob = negated ? pattern.slice(1) : pattern;
      if (paths.some((path) => matchesGlob(path, glob))) included = negated;
    }
    return included;
  };
  return execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 16 * 1024 * 1024,
  })
    .split('\0')
    .filter((file) => file !== '' && existsSync(join(ROOT, file)) && isIncluded(file));
}

/** Links the packages that `npm ci --omit=dev` installs. */
function installPackages(root: string): void {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockfileEntry>;
  };
  for (const [folder, { dev, link, resolved }] of Object.entries(packages)) {
    const source = join(ROOT, folder);
    const target = join(root, folder);
    const [owner] = folder.split('node_modules/');
    if (owner === folder || dev === true || !existsSync(source) || !existsSync(join(root, owner!))) continue;
    if (link === true) {
      if (!existsSync(join(root, resolved!))) continue;
      mkdirSync(dirname(target), { recursive: true });
      symlinkSync(relative(realpathSync(dirname(target)), join(realpathSync(root), resolved!)), target);
    } else linkFolder(source, target);
  }
}

/** Creates hard links to the files of a package, without its nested packages. */
function linkFolder(source: string, target: string): void {
  mkdirSync(target, { recursive: true });
  for (const entry of readdirSync(source, { withFileTypes: true })) {
    const [from, to] = [join(source, entry.name), join(target, entry.name)];
    if (entry.isDirectory()) {
      if (entry.name !== 'node_modules') linkFolder(from, to);
    } else linkOrCopy(from, to);
  }
}

function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    // The folders are on different file systems.
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    copyFileSync(from, to);
  }
}

function runProgram(cwd: string, ...args: string[]): void {
  execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
    cwd,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
