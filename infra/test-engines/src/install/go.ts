import { runTool } from './run-tool.ts';

/** Builds a command, `module/path@version`, into `folder`, where it is called like the last part of its path. */
export async function buildGoCommand(folder: string, command: string): Promise<void> {
  await runTool('go', ['install', command], { environment: { GOBIN: folder } });
}
