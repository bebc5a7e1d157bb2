import { createMemoryClient } from '@loci/contracts';
import type {
  CallOptions,
  GraphEdgeWire,
  MemoryResource,
  ResultItem,
  ServiceClient,
  ServiceRequest,
} from '@loci/contracts';
import { recordPositions } from '@loci/core';
import type { Positions, SecretFilterAction } from '@loci/core';
import type { ReadModel } from '@loci/http';
import { testCaller } from '@loci/testing';
import { callTool } from '../../src/mcp/call-tool.ts';
import type { CallContext, ToolResult } from '../../src/mcp/call-tool.ts';
import { findTool } from '../../src/mcp/tools.ts';

/** Returns a UUID that ends with `n`. */
export const id = (n: number): string => `00000000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;

/** Returns a memory with the id `id(n)`. */
export function memory(n: number, changes: Partial<MemoryResource> = {}): MemoryResource {
  const at = new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString();
  return {
    id: id(n),
    content: `Memory ${n}`,
    memory_type: 'fact',
    importance: 0.5,
    pinned: false,
    confidence: 0.8,
    surprise_score: 0.5,
    source_type: 'direct_input',
    user_id: id(0),
    access_count: 0,
    last_accessed: null,
    created_at: at,
    occurred_at: at,
    updated_at: at,
    metadata: {},
    embedding_status: 'completed',
    relationships: [],
    tags: [],
    lifecycle_state: 'active',
    version: 1,
    is_active: true,
    valid_from: null,
    valid_until: null,
    validity: 'current',
    expires_at: null,
    ...changes,
  };
}

/** Data of the services that a tool calls. */
export interface FakeServices {
  /** Returns the data of a request of a tool, or throws its error. */
  respond?: (request: ServiceRequest) => unknown;
  memories?: MemoryResource[];
  items?: ResultItem[];
  edges?: GraphEdgeWire[];
  /** False if the client gets the compact text of a result. Defaults to true. */
  structured?: boolean;
  /** False if the read models lack changes of the user. Defaults to true. */
  isFresh?: boolean;
  /** Secret filter of the tenant. Defaults to none. */
  secretFilter?: SecretFilterAction;
  /** Positions that each request of a tool reports. */
  positions?: Positions;
}

export interface ToolCallOutcome {
  result: ToolResult;
  /** Requests of the tool, oldest first. */
  requests: ServiceRequest[];
  /** Idempotency keys of these requests. */
  keys: CallOptions['idempotency'][];
  /** Requests to the graph service for relationships. */
  edgeRequests: unknown[];
  /** Positions of the changes of the tool. */
  recorded: Positions[];
  /** Read models that the tool waited for. */
  awaited: ReadModel[];
  /** Fields of the logged errors. */
  errors: unknown[];
}

/** Runs one tool call with in-memory fakes of all services. */
export async function runTool(
  name: string,
  args: Record<string, unknown>,
  services: FakeServices = {},
): Promise<ToolCallOutcome> {
  const { respond = () => ({}), memories = [], items = [], edges = [] } = services;
  const requests: ServiceRequest[] = [];
  const errors: unknown[] = [];
  const edgeRequests: unknown[] = [];
  const byId = new Map(memories.map((entry) => [entry.id, entry]));
  const keys: ToolCallOutcome['keys'] = [];
  const recorded: Positions[] = [];
  const awaited: ReadModel[] = [];
  const send: ServiceClient = async (_caller, request, options) => {
    requests.push(request);
    keys.push(options?.idempotency);
    if (services.positions) recordPositions(services.positions);
    return respond(request);
  };
  const caller = testCaller();
  const context: CallContext = {
    caller,
    secretFilters: {
      apply: async (each) => ({
        ...each,
        ...(services.secretFilter && { secretFilter: services.secretFilter }),
      }),
    },
    portalUrl: 'https://portal.example',
    callOptions: {},
    warnings: [],
    api: send,
    memory: {
      ...createMemoryClient(send),
      getMany: (_, ids) => Promise.resolve(ids.flatMap((entry) => byId.get(entry) ?? [])),
    },
    graph: {
      edges: (request) => {
        edgeRequests.push(request);
        const between = edges.map((edge) => ({ ...edge, direction_type: 'DIRECTED' as const }));
        return Promise.resolve({ of: [], between });
      },
    },
    search: {
      items: ({ ids }) =>
        Promise.resolve({
          items: items.filter((item) => ids.includes(item.id)),
          cloud_items: [],
          reached: [],
        }),
    },
    ownChanges: {
      record: async (_caller, positions) => void recorded.push(positions),
      areIncluded: async (_caller, reads) => {
        awaited.push(...reads);
        return services.isFresh ?? true;
      },
    },
    structured: services.structured ?? true,
    log: { warn: () => undefined, error: (fields) => errors.push(fields) },
  };
  const result = await callTool(findTool(name)!, args, context);
  return { result, requests, keys, edgeRequests, errors, recorded, awaited };
}
