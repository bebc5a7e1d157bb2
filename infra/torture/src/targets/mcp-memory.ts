import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Target } from '../target.ts';
import { installNpmServer } from './install-npm-server.ts';
import { createMcpProcess } from './mcp-process.ts';

const PACKAGE = '@modelcontextprotocol/server-memory';
const VERSION = '2026.8.31';

interface Graph {
  entities: { name: string; observations: string[] }[];
}

/** Creates the memory server of the Model Context Protocol project, with a temporary file. */
export async function createMcpMemory(root: string): Promise<Target> {
  const installed = await installNpmServer(root, PACKAGE, VERSION);
  const folder = await mkdtemp(join(tmpdir(), 'mcp-memory-'));
  const server = createMcpProcess({
    command: process.execPath,
    args: [join(installed, 'dist', 'index.js')],
    environment: { MEMORY_FILE_PATH: join(folder, 'memory.jsonl') },
    workFolder: folder,
  });
  return {
    name: `mcp-memory ${VERSION}`,
    // The server reads its file in every search, and its documentation describes no delay.
    promise: { endsWithProcess: false, latestWrites: Infinity, maxAgeMs: Infinity },
    start: server.start,
    kill: server.kill,
    close: async () => {
      await server.kill();
      await rm(folder, { recursive: true, force: true });
    },
    // The server ignores an entity whose name exists, so the marker is the key of a repetition.
    store: async ({ marker, text }) => {
      const entities = [{ name: marker, entityType: 'note', observations: [text] }];
      await server.call('create_entities', { entities });
    },
    find: async (marker) => {
      const { structured } = await server.call('search_nodes', { query: marker });
      return {
        texts: (structured as Graph).entities.flatMap(({ observations }) => observations),
        complete: true,
      };
    },
    list: async function* () {
      const { structured } = await server.call('read_graph', {});
      for (const { observations } of (structured as Graph).entities) yield* observations;
    },
  };
}
