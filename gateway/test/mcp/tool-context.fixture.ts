import type { ResultItem, GraphEdgeWire, MemoryResource, ServiceRequest } from '@loci/contracts';
import { testCaller } from '@loci/testing';
import { callTool } from '../../src/mcp/call-tool.ts';
import type { ToolResult } from '../../src/mcp/call-tool.ts';
import type { ToolContext } from '../../src/mcp/tool.ts';
import { findTool } from '../../src/mcp/tools.ts';

export const id = (n: number): string => `00000000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;

export function memory(n: number, changes: Partial<MemoryResource> = {}): MemoryResource {
  const at = new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString();
  return {
    id: id(n),
    content: `Memory ${n}`,
    memory_type: 'fact',
    importance: 0.5,
    confidence: 0.8,
    surprise_score: 0.5,
    source_type: 'direct_input',
    user_id: id(0),
    access_count: 0,
    last_accessed: null,
    created_at: at,
    updated_at: at,
    metadata: {},
    embedding_status: 'completed',
    relationships: [],
    tags: [],
    lifecycle_state: 'active',
    version: 1,
    is_active: true,
    ...changes,
  };
}

export interface World {
  /** Answers REST operations; throws what they would answer with. */
  answer?: (request: ServiceRequest) => unknown;
  memories?: MemoryResource[];
  items?: ResultItem[];
  edges?: GraphEdgeWire[];
}

export interface Asked {
  result: ToolResult;
  requests: ServiceRequest[];
  errors: unknown[];
}

/** One call of a tool, with every service around it in memory. */
export async function call(name: string, args: Record<string, unknown>, world: World = {}): Promise<Asked> {
  const { answer = () => ({}), memories = [], items = [], edges = [] } = world;
  const requests: ServiceRequest[] = [];
  const errors: unknown[] = [];
  const byId = new Map(memories.map((entry) => [entry.id, entry]));
  const context: ToolContext = {
    caller: testCaller(),
    portalUrl: 'https://portal.example',
    ask: async <Data>(request: ServiceRequest) => {
      requests.push(request);
      return (await answer(request)) as Data;
    },
    memory: {
      getMany: (_, ids) => Promise.resolve(ids.flatMap((entry) => byId.get(entry) ?? [])),
      filterExisting: (_, ids) => Promise.resolve(ids.filter((entry) => byId.has(entry))),
    },
    graph: { edges: () => Promise.resolve({ of: [], between: edges }) },
    search: {
      items: ({ ids }) => Promise.resolve(items.filter((item) => ids.includes(item.id))),
    },
    log: { warn: () => undefined, error: (fields) => errors.push(fields) },
  };
  return { result: await callTool(findTool(name)!, args, context), requests, errors };
}
