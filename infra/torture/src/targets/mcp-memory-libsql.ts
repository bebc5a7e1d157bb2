import { join } from 'node:path';
import type { Target } from '../target.ts';
import { createNpmMcpServer, storeEntity } from './npm-mcp-server.ts';
import type { KnowledgeGraph } from './npm-mcp-server.ts';

/** Creates a memory server that stores a knowledge graph in a SQLite file. */
export async function createMcpMemoryLibsql(root: string): Promise<Target> {
  const { call, ...server } = await createNpmMcpServer({
    root,
    package: 'mcp-memory-libsql',
    version: '0.0.17',
    environment: (folder) => ({ LIBSQL_URL: `file:${join(folder, 'memory.db')}` }),
  });
  const sent = new Set<string>();
  const find = async (marker: string): Promise<string[]> => {
    const { text } = await call('search_nodes', { query: marker });
    const { entities } = JSON.parse(text) as KnowledgeGraph;
    return entities.filter(({ name }) => name === marker).flatMap(({ observations }) => observations);
  };
  return {
    ...server,
    // A repetition replaces the entity of the same name, so the marker is the key of a repetition.
    store: (memory) => {
      sent.add(memory.marker);
      return storeEntity({ call }, memory);
    },
    find: async (marker) => ({ texts: await find(marker), complete: true }),
    // The server has no tool that lists more than 10 entities, so each stored name is searched for.
    list: async function* () {
      for (const marker of sent) yield* await find(marker);
    },
  };
}
