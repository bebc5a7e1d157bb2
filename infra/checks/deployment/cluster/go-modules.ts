import { runTool } from '@loci/test-engines/install';

/** Downloads a Go module once. @returns the folder with its files */
export async function goModuleFolder(path: string, version: string): Promise<string> {
  const output = await runTool('go', ['mod', 'download', '-json', `${path}@${version}`]);
  return (JSON.parse(output) as { Dir: string }).Dir;
}
