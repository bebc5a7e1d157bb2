import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { clip } from '@loci/core';
import type { AppError, Caller } from '@loci/core';
import { API_VERSION } from '@loci/http';
import type { GraphClient, MemoryClient, SearchClient, ServiceClient } from '@loci/contracts';
import { callTool } from './call-tool.ts';
import type { ToolResult } from './call-tool.ts';
import { toFailure } from './tool-error.ts';
import { toListed } from './tool-list.ts';
import type { ToolLog } from './tool.ts';
import { TOOLS, findTool } from './tools.ts';

export interface ToolServerPorts {
  /** Every REST operation of the platform, in process or over HTTP. */
  api: ServiceClient;
  memory: Pick<MemoryClient, 'getMany' | 'filterExisting'>;
  graph: Pick<GraphClient, 'edges'>;
  search: Pick<SearchClient, 'items'>;
  portalUrl: string;
  log: ToolLog;
}

/** On whose behalf a request came, and why its tool calls may not run; null when they may. */
export interface ToolSession {
  caller: Caller;
  refused: AppError | null;
  /** Counts bytes of the response. @throws SYS_SERVICE_UNAVAILABLE when too many wait for slow clients */
  reserve(bytes: number, options: { hasWritten: boolean }): void;
}

/** The same for everybody, and only another release changes it. */
const LISTED = TOOLS.map(toListed);
const LIST_TTL_MS = 300_000;
/** Characters of an unknown tool's name in the error. */
const MAX_SHOWN_NAME = 100;

/**
 * The MCP server of one request. It is of the SDK's lower level, since SPEC.md says what a failure looks like
 * and the higher one has an answer of its own to bad arguments.
 * @see AUTH-AND-MCP.md 5.2
 */
export function createToolServer(ports: ToolServerPorts, { caller, refused, reserve }: ToolSession): Server {
  const server = new Server(
    { name: 'loci', title: 'Loci', version: API_VERSION },
    {
      capabilities: { tools: {} },
      cacheHints: { 'tools/list': { ttlMs: LIST_TTL_MS, cacheScope: 'public' } },
    },
  );
  server.setRequestHandler('tools/list', () => ({ tools: LISTED as never }));
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }): Promise<CallToolResult> => {
    const tool = findTool(params.name);
    if (!tool)
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `There is no tool ${clip(params.name, MAX_SHOWN_NAME)}.`,
      );
    const { api, memory, graph, search, portalUrl, log } = ports;
    const options = { signal: mcpReq.signal, requestId: caller.requestId };
    const result = await callTool(
      tool,
      params.arguments ?? {},
      {
        caller,
        portalUrl,
        memory,
        graph,
        search,
        log,
        ask: async <Data>(request: Parameters<ServiceClient>[1]) =>
          (await api(caller, request, options)) as Data,
      },
      refused,
    );
    try {
      return toCallResult(result, (bytes) => reserve(bytes, { hasWritten: tool.scope === 'write' }));
    } catch (error) {
      return toCallResult(toFailure(error, tool, caller.requestId));
    }
  });
  return server;
}

function toCallResult(result: ToolResult, reserve?: (bytes: number) => void): CallToolResult {
  const text = JSON.stringify(result);
  // The result is in the response twice.
  reserve?.(2 * Buffer.byteLength(text));
  return {
    structuredContent: result,
    content: [{ type: 'text', text }],
    ...(result.success ? {} : { isError: true }),
  };
}
