import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { ROOT, VERSION_PATHS, linkModules } from './version-folder.ts';

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

/** Writes the files of version N to a new folder. */
export function extractPreviousVersion(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const archive = execFileSync('git', ['archive', '--format=tar', commit, ...VERSION_PATHS], {
    cwd: ROOT,
    maxBuffer: 2 ** 30,
  });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  linkModules(folder);
}
