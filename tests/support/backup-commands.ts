import { join } from 'node:path';
import { installRclone, postgresPrograms, runTool } from '@loci/test-engines/install';

const ROOT = join(import.meta.dirname, '..', '..');

/** Runs shell commands in the root of the repository with additional variables. Returns their output. */
export type RunCommands = (commands: string, variables: Record<string, string>) => Promise<string>;

/** Installs rclone, and returns a function that runs commands with rclone and the programs of PostgreSQL. */
export async function prepareCommands(): Promise<RunCommands> {
  const cacheDir = process.env['TEST_SERVERS_CACHE_DIR'] ?? join(ROOT, '.runtime', 'test-servers');
  const path = [await installRclone(cacheDir), postgresPrograms(), process.env['PATH']].join(':');
  return (commands, variables) =>
    runTool('sh', ['-euc', commands], { cwd: ROOT, environment: { ...variables, PATH: path } });
}
