import { copyFile, mkdir, rename, rm } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Machine } from '../loci/credentials/config-folder.ts';
import { stateFolder } from '../loci/credentials/config-folder.ts';
import type { CommandLine } from './assistant.ts';

/** Folder in the cache of npm, from which `npx` runs packages. npm deletes it at any time. */
const NPX_CACHE = /[/\\]_npx[/\\]/u;

/**
 * Returns the command line that starts `loci` also later. If `npx` runs the command, its single file is copied out of the
 * cache, because starting `npx` for each hook takes too long.
 *
 * @param program command line of this process. The last argument is the path of the script.
 */
export async function stableProgram(
  program: CommandLine,
  machine: Machine,
  isDryRun: boolean,
): Promise<CommandLine> {
  const script = program.args.at(-1) ?? '';
  if (!NPX_CACHE.test(script)) return program;
  const folder = join(stateFolder(machine), 'bin');
  // The name states the kind of the module, because the folder has no package.json.
  const copy = join(folder, 'loci.mjs');
  if (!isDryRun) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const temporary = join(folder, `.loci-${randomUUID()}.tmp`);
    try {
      await copyFile(script, temporary);
      await rename(temporary, copy);
    } finally {
      await rm(temporary, { force: true });
    }
  }
  return { command: program.command, args: [...program.args.slice(0, -1), copy] };
}
