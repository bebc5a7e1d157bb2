import type { Json, SendRequest } from './api-connection.ts';

/**
 * Calls an assistant tool over MCP without an SDK.
 *
 * @param options.structured true for the structured result with all fields, false for the compact text; default false
 * @returns the result, for success and failure
 * @throws Error if the response is not a tool result
 * @see docs/reference/mcp-tools.md#tool-results
 */
export async function callTool(
  send: SendRequest,
  token: string,
  name: string,
  args: Record<string, unknown> = {},
  { structured = false } = {},
): Promise<Json> {
  const response = await send({
    method: 'POST',
    path: structured ? '/mcp?structured=true' : '/mcp',
    token,
    headers: { accept: 'application/json, text/event-stream' },
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
  });
  const data = /^data: (.+)$/m.exec(response.text)?.[1];
  if (response.status !== 200 || data === undefined) {
    throw new Error(`The tool ${name} returned ${response.status}: ${response.text.slice(0, 500)}`);
  }
  const { result } = JSON.parse(data) as Json;
  return JSON.parse(result.content[0].text) as Json;
}
