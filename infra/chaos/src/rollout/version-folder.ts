import { existsSync, globSync, mkdirSync, readFileSync, readdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const PACKAGES = ['auth-server', 'cli', 'gateway', 'services/*', 'shared/*', 'clients/*'];

/** The files and folders that the processes of a version need. */
export const VERSION_PATHS = ['package.json', ...PACKAGES.map((pattern) => pattern.replace(/\/\*$/, ''))];

/** Lets the packages in the folder of a version use each other, and the installed dependencies of this version. */
export function linkModules(folder: string): void {
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
