import { join } from 'node:path';
import { runTool } from './run-tool.ts';

/**
 * Builds a Go command `module/path@version` into `folder`. The file is named after the last segment of the path.
 *
 * @param tags build tags, separated by commas
 */
export async function buildGoCommand(folder: string, command: string, tags = ''): Promise<void> {
  await runTool('go', ['install', `-tags=${tags}`, command], { environment: { GOBIN: folder } });
}

/** Builds the Go program in `source`, which has a `go.mod`, into the file `name` in `folder`. */
export async function buildGoProgram(folder: string, source: string, name: string): Promise<void> {
  await runTool('go', ['build', '-C', source, '-o', join(folder, name), '.']);
}
