import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { truncate } from '@loci/core';
import type { AppError, Caller } from '@loci/core';
import { API_VERSION } from '@loci/http';
import type { CallOptions, GraphClient, SearchClient, ServiceClient } from '@loci/contracts';
import type { OwnChanges } from '../own-writes/own-changes.ts';
import type { SecretFilters } from '../secret-filter/secret-filters.ts';
import { callTool } from './call-tool.ts';
import type { ToolResult } from './call-tool.ts';
import { toFailure } from './tool-error.ts';
import type { FirstToolCalls } from './first-tool-calls.ts';
import { formatResult } from './format-result.ts';
import { INSTRUCTIONS } from './instructions.ts';
import { toListedTool } from './tool-list.ts';
import type { ListedTool } from './tool-list.ts';
import type { Tool, ToolLog, ToolMemoryClient } from './tool.ts';
import { TOOL_SETS } from './tool-sets.ts';
import { findTool } from './tools.ts';
import type { EndpointOptions } from './transport/endpoint-options.ts';

export interface ToolServerPorts {
  /** Client for all operations of the REST API. */
  api: ServiceClient;
  memory: ToolMemoryClient;
  graph: Pick<GraphClient, 'edges'>;
  search: Pick<SearchClient, 'items'>;
  portalUrl: string;
  ownChanges: OwnChanges;
  secretFilters: Pick<SecretFilters, 'apply'>;
  firstToolCalls: Pick<FirstToolCalls, 'note'>;
  log: ToolLog;
}

/** State of an HTTP request for its tool calls. */
export interface ToolSession {
  caller: Caller;
  options: EndpointOptions;
  /**
   * Error that tool calls return instead of running, for example if the rate limit is exceeded. Null if they
   * run.
   */
  rejection: AppError | null;
  /**
   * Counts bytes of the response as pending until the client has read them.
   *
   * @param options.hasWritten true for a tool that can write; its response is counted, but never rejected
   * @throws SYS_SERVICE_UNAVAILABLE if too many bytes are pending
   */
  reserveBytes(bytes: number, options: { hasWritten: boolean }): void;
}

/** Returns the tools in the response of `tools/list`. All callers with the same options get the same list. */
const listTools = ({ tools, structured }: EndpointOptions): ListedTool[] =>
  TOOL_SETS[tools].map((tool) => (structured ? STRUCTURED_TOOLS : LISTED_TOOLS).get(tool)!);

const listAll = (structured: boolean): ReadonlyMap<Tool, ListedTool> =>
  new Map(TOOL_SETS.extended.map((tool) => [tool, toListedTool(tool, { structured })]));
const LISTED_TOOLS = listAll(false);
const STRUCTURED_TOOLS = listAll(true);
const LIST_TTL_MS = 300_000;
/** Maximum characters of the name of an unknown tool in the error message. */
const MAX_NAME_CHARACTERS = 100;

/**
 * Creates the MCP server of one HTTP request. Uses the low-level server of the SDK, because the high-level
 * server formats errors for invalid arguments differently from the documented failure.
 *
 * @see docs/reference/mcp-tools.md#tool-results
 */
export function createToolServer(
  ports: ToolServerPorts,
  { caller, options: endpoint, rejection, reserveBytes }: ToolSession,
): Server {
  const server = new Server(
    { name: 'loci', title: 'Loci', version: API_VERSION },
    {
      capabilities: { tools: {} },
      instructions: INSTRUCTIONS,
      cacheHints: { 'tools/list': { ttlMs: LIST_TTL_MS, cacheScope: 'public' } },
    },
  );
  server.setRequestHandler('tools/list', () => ({ tools: listTools(endpoint) as never }));
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }): Promise<CallToolResult> => {
    const tool = findTool(params.name);
    if (!tool || !TOOL_SETS[endpoint.tools].includes(tool)) {
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `The tool ${truncate(params.name, MAX_NAME_CHARACTERS)} does not exist. See tools/list.`,
      );
    }
    const { api, memory, graph, search, portalUrl, ownChanges, secretFilters, log } = ports;
    if (rejection === null && caller.grantId !== undefined) ports.firstToolCalls.note(caller.grantId);
    const warnings: string[] = [];
    const options: CallOptions = {
      signal: mcpReq.signal,
      requestId: caller.requestId,
      onWarnings: (reported) => warnings.push(...reported),
    };
    const result = await callTool(
      tool,
      params.arguments ?? {},
      {
        caller,
        secretFilters,
        portalUrl,
        callOptions: options,
        warnings,
        memory,
        graph,
        search,
        ownChanges,
        log,
        structured: endpoint.structured,
        api,
      },
      rejection,
    );
    try {
      return toCallResult(tool, result, endpoint, (bytes) =>
        reserveBytes(bytes, { hasWritten: tool.scope === 'write' }),
      );
    } catch (error) {
      return toCallResult(tool, toFailure(error, tool, caller.requestId), endpoint);
    }
  });
  return server;
}

function toCallResult(
  tool: Tool,
  result: ToolResult,
  { structured }: EndpointOptions,
  reserveBytes?: (bytes: number) => void,
): CallToolResult {
  const text = structured ? JSON.stringify(result) : formatResult(tool, result);
  reserveBytes?.((structured ? 2 : 1) * Buffer.byteLength(text));
  return {
    ...(structured && { structuredContent: result }),
    content: [{ type: 'text', text }],
    ...(result.success ? {} : { isError: true }),
  };
}
