import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Target } from '../target.ts';
import { installNpmServer } from './install-npm-server.ts';
import { createMcpProcess } from './mcp-process.ts';

const PACKAGE = 'mcp-memory-libsql';
const VERSION = '0.0.17';

interface Graph {
  entities: { name: string; observations: string[] }[];
}

/** Creates a memory server that stores a knowledge graph in a SQLite file. */
export async function createMcpMemoryLibsql(root: string): Promise<Target> {
  const installed = await installNpmServer(root, PACKAGE, VERSION);
  const folder = await mkdtemp(join(tmpdir(), 'mcp-memory-libsql-'));
  const server = createMcpProcess({
    command: process.execPath,
    args: [join(installed, 'dist', 'index.js')],
    environment: { LIBSQL_URL: `file:${join(folder, 'memory.db')}` },
    workFolder: folder,
  });
  const sent = new Set<string>();
  const find = async (marker: string): Promise<string[]> => {
    const { text } = await server.call('search_nodes', { query: marker });
    const { entities } = JSON.parse(text) as Graph;
    return entities.filter(({ name }) => name === marker).flatMap(({ observations }) => observations);
  };
  return {
    name: `${PACKAGE} ${VERSION}`,
    // The server searches its database, and its documentation describes no delay.
    promise: { endsWithProcess: false, latestWrites: Infinity, maxAgeMs: Infinity },
    start: server.start,
    kill: server.kill,
    close: async () => {
      await server.kill();
      await rm(folder, { recursive: true, force: true });
    },
    // A repetition replaces the entity of the same name, so the marker is the key of a repetition.
    store: async ({ marker, text }) => {
      sent.add(marker);
      const entities = [{ name: marker, entityType: 'note', observations: [text] }];
      await server.call('create_entities', { entities });
    },
    find: async (marker) => ({ texts: await find(marker), complete: true }),
    // The server has no tool that lists more than 10 entities, so each stored name is searched for.
    list: async function* () {
      for (const marker of sent) yield* await find(marker);
    },
  };
}
