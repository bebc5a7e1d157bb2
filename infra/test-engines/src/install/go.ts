import { runTool } from './run-tool.ts';

/** Builds a Go command `module/path@version` into `folder`. The file is named after the last segment of the path. */
export async function buildGoCommand(folder: string, command: string): Promise<void> {
  await runTool('go', ['install', command], { environment: { GOBIN: folder } });
}
