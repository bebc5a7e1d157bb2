import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT, VERSION_PATHS, linkModules } from './version-folder.ts';

/**
 * A change that publishes the schema version 2 of the events `embedding.completed` and `embedding.failed`, with the upcast
 * from version 1.
 */
const SCHEMA_CHANGE = fileURLToPath(new URL('schema-version-2.patch', import.meta.url));

/** Copies the files of this version, and applies the change of the events. @throws Error if the change does not apply */
export function createNextVersion(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const path of VERSION_PATHS) {
    cpSync(join(ROOT, path), join(folder, path), {
      recursive: true,
      filter: (source) => basename(source) !== 'node_modules',
    });
  }
  linkModules(folder);
  applySchemaChange(folder);
}

/** Checks that the change of the events applies to this version. @throws Error if it does not */
export const checkSchemaChange = (): void => applySchemaChange(ROOT, '--check');

function applySchemaChange(folder: string, ...options: string[]): void {
  execFileSync('git', ['apply', ...options, SCHEMA_CHANGE], {
    cwd: folder,
    // In a subfolder of a clone, git would ignore the paths of the patch.
    env: { ...process.env, GIT_CEILING_DIRECTORIES: dirname(folder) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}
