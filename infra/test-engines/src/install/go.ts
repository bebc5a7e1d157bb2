import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { installOnce } from './install-once.ts';
import { runTool } from './run-tool.ts';

/**
 * Builds a Go command `module/path@version` into `folder`. The file is named after the last segment of the path.
 *
 * @param tags build tags, separated by commas
 */
export async function buildGoCommand(folder: string, command: string, tags = ''): Promise<void> {
  await runTool('go', ['install', `-tags=${tags}`, command], { environment: { GOBIN: folder } });
}

/**
 * Builds the Go program in the folder `source`, which has a `go.mod`, once for each version of its files.
 *
 * @param cache folder that keeps the program
 * @returns path of the program, which is named after the folder
 */
export async function installGoProgram(cache: string, source: string): Promise<string> {
  const program = basename(source);
  const hash = createHash('sha256');
  for (const file of globSync('*', { cwd: source }).sort()) hash.update(readFileSync(join(source, file)));
  const folder = await installOnce(cache, `${program}-${hash.digest('hex').slice(0, 12)}`, async (each) => {
    await runTool('go', ['build', '-C', source, '-o', join(each, program), '.']);
  });
  return join(folder, program);
}
