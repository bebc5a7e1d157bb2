import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Target } from '../target.ts';
import { installNpmServer } from './install-npm-server.ts';
import { createMcpProcess } from './mcp-process.ts';
import type { McpProcess } from './mcp-process.ts';

export interface NpmMcpServer extends Pick<Target, 'name' | 'promise' | 'start' | 'kill' | 'close'> {
  call: McpProcess['call'];
}

export interface NpmMcpServerOptions {
  /** Folder under which the package is installed. */
  root: string;
  package: string;
  version: string;
  /** Returns the environment variables that make the server store its data in the folder. */
  environment(folder: string): Record<string, string>;
}

/** Knowledge graph in the answers of the servers. */
export interface KnowledgeGraph {
  entities: { name: string; observations: string[] }[];
}

/** Installs a memory server from the package registry and prepares a temporary folder for its data. */
export async function createNpmMcpServer(options: NpmMcpServerOptions): Promise<NpmMcpServer> {
  const { root, package: name, version, environment } = options;
  const installed = await installNpmServer(root, name, version);
  const folder = await mkdtemp(join(tmpdir(), 'torture-'));
  const { start, kill, call } = createMcpProcess({
    command: process.execPath,
    args: [join(installed, 'dist', 'index.js')],
    environment: environment(folder),
    workFolder: folder,
  });
  return {
    name: `${name} ${version}`,
    // The servers read their file in every search, and their documentation describes no delay.
    promise: { endsWithProcess: false, latestWrites: Infinity, maxAgeMs: Infinity },
    start,
    kill,
    close: async () => {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
    call,
  };
}

/** Stores a memory as an entity whose name is the marker. */
export async function storeEntity(
  { call }: Pick<NpmMcpServer, 'call'>,
  { marker, text }: { marker: string; text: string },
): Promise<undefined> {
  const entities = [{ name: marker, entityType: 'note', observations: [text] }];
  await call('create_entities', { entities });
}
