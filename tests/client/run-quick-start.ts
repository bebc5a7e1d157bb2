import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const CLIENTS = join(import.meta.dirname, '../../clients');

export interface QuickStart {
  /** Number of lines of the program, with empty lines. */
  lines: number;
  /** Output that the README promises. */
  promised: string;
  /** Output of the program. */
  stdout: string;
}

/**
 * Runs the program in the section "Quick start" of the README of a package.
 *
 * @param folder folder of the package in `clients`
 * @param options connection of the client in the program
 * @param files paths of files that the program imports from its own folder, by name
 */
export async function runQuickStart(
  folder: string,
  options: { baseUrl: string; apiKey: string },
  files: Readonly<Record<string, string>> = {},
): Promise<QuickStart> {
  const readme = join(CLIENTS, folder, 'README.md');
  const section = readFileSync(readme, 'utf8').split('## Quick start')[1]!;
  const program = section.split('```ts\n')[1]!.split('```')[0]!;
  // Node.js finds the packages in the `node_modules` of a parent folder.
  const target = mkdtempSync(join(import.meta.dirname, '.quick-start-'));
  try {
    writeFileSync(join(target, 'quick-start.ts'), program);
    for (const [name, path] of Object.entries(files)) copyFileSync(path, join(target, name));
    const { stdout } = await promisify(execFile)(process.execPath, [join(target, 'quick-start.ts')], {
      cwd: dirname(readme),
      env: { ...process.env, BASE_URL: options.baseUrl, API_KEY: options.apiKey },
    });
    const promised = /(?:This prints|the model can answer)\s`(.+)`/.exec(section)![1]!;
    return { lines: program.trim().split('\n').length, promised: `${promised}\n`, stdout };
  } finally {
    rmSync(target, { recursive: true, force: true });
  }
}
