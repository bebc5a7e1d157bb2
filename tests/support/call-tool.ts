import type { Json, SendRequest } from './api-connection.ts';

/** Calls an assistant tool by MCP, without an SDK between. @returns SPEC.md's result or failure object */
export async function callTool(
  send: SendRequest,
  token: string,
  name: string,
  args: Record<string, unknown> = {},
): Promise<Json> {
  const answer = await send({
    method: 'POST',
    path: '/mcp',
    token,
    headers: { accept: 'application/json, text/event-stream' },
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
  });
  const data = /^data: (.+)$/m.exec(answer.text)?.[1];
  if (answer.status !== 200 || data === undefined) {
    throw new Error(`The tool ${name} answers ${answer.status}: ${answer.text.slice(0, 500)}`);
  }
  const { result } = JSON.parse(data) as Json;
  return result.structuredContent;
}
