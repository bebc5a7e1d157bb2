import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, readdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const PACKAGES = ['auth-server', 'cli', 'gateway', 'services/*', 'shared/*', 'clients/*'];
const { commit } = JSON.parse(readFileSync(new URL('previous-version.json', import.meta.url), 'utf8')) as {
  commit: string;
};

/** Returns why version N is not available in this folder, or null if it is available. */
export function previousVersionProblem(): string | null {
  const git = (...args: string[]) => spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' });
  if (git('cat-file', '-e', `${commit}^{commit}`).status === 0) return null;
  const isShallow = git('rev-parse', '--is-shallow-repository').stdout?.trim() === 'true';
  return isShallow
    ? `The clone is shallow and does not contain the commit ${commit}. Run \`git fetch --unshallow\`.`
    : `This folder is not a clone that contains the commit ${commit}.`;
}

/**
 * Writes the files of version N to a new folder. The packages of N use each other, and the installed dependencies of this
 * version.
 */
export function extractPreviousVersion(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const paths = ['package.json', ...PACKAGES.map((pattern) => dirname(`${pattern}/`).replace(/\/\*$/, ''))];
  const archive = execFileSync('git', ['archive', '--format=tar', commit, ...paths], {
    cwd: ROOT,
    maxBuffer: 2 ** 30,
  });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  const installed = join(ROOT, 'node_modules');
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, '@loci'), { recursive: true });
  for (const name of readdirSync(installed)) {
    if (name !== '@loci') symlinkSync(join(installed, name), join(modules, name));
  }
  for (const file of globSync(
    PACKAGES.map((pattern) => `${pattern}/package.json`),
    { cwd: folder },
  )) {
    const { name } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as { name: string };
    symlinkSync(join(folder, dirname(file)), join(modules, name));
    // Versions of dependencies that differ from those of other packages.
    const own = join(ROOT, dirname(file), 'node_modules');
    if (existsSync(own)) symlinkSync(own, join(folder, dirname(file), 'node_modules'));
  }
}
