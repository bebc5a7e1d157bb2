import { join } from 'node:path';
import type { Target } from '../target.ts';
import { createNpmMcpServer, storeEntity } from './npm-mcp-server.ts';
import type { KnowledgeGraph } from './npm-mcp-server.ts';

/** Creates the memory server of the Model Context Protocol project, which stores its knowledge graph in a file. */
export async function createMcpMemory(root: string): Promise<Target> {
  const { call, ...server } = await createNpmMcpServer({
    root,
    package: '@modelcontextprotocol/server-memory',
    version: '2026.8.31',
    environment: (folder) => ({ MEMORY_FILE_PATH: join(folder, 'memory.jsonl') }),
  });
  return {
    ...server,
    // The server ignores an entity whose name exists, so the marker is the key of a repetition.
    store: (memory) => storeEntity({ call }, memory),
    find: async (marker) => {
      const { structured } = await call('search_nodes', { query: marker });
      const { entities } = structured as KnowledgeGraph;
      return { texts: entities.flatMap(({ observations }) => observations), complete: true };
    },
    list: async function* () {
      const { structured } = await call('read_graph', {});
      for (const { observations } of (structured as KnowledgeGraph).entities) yield* observations;
    },
  };
}
