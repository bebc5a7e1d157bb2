import { MCP_CLIENTS } from '@loci/contracts/mcp-clients';

/** Name of the server in the configuration of a client. */
export const SERVER_NAME = 'loci';

/** Returns the link with which Cursor installs a server. @see https://cursor.com/docs/mcp/install-links */
export function cursorLink(url: string): string {
  const config = Buffer.from(JSON.stringify(MCP_CLIENTS.cursor.httpFields(url))).toString('base64');
  const query = new URLSearchParams({ name: SERVER_NAME, config });
  return `cursor://anysphere.cursor-deeplink/mcp/install?${query.toString()}`;
}

/** Returns the link with which VS Code installs a server. @see https://code.visualstudio.com/api/extension-guides/ai/mcp */
export function vsCodeLink(url: string): string {
  const config = { name: SERVER_NAME, ...MCP_CLIENTS['vs-code'].httpFields(url) };
  return `vscode:mcp/install?${encodeURIComponent(JSON.stringify(config))}`;
}

/** Returns the entry of a server for a JSON configuration file. */
export function jsonEntry(
  client: 'claude-code' | 'cursor' | 'vs-code' | 'windsurf' | 'gemini-cli',
  url: string,
): string {
  const { serversKey, httpFields } = MCP_CLIENTS[client];
  return JSON.stringify({ [serversKey]: { [SERVER_NAME]: httpFields(url) } }, null, 2);
}

/** Returns the table of a server for the configuration file of Codex. */
export function tomlEntry(url: string): string {
  const { serversKey, httpFields } = MCP_CLIENTS.codex;
  const fields = Object.entries(httpFields(url)).map(([name, value]) => `${name} = ${JSON.stringify(value)}`);
  return [`[${serversKey}.${SERVER_NAME}]`, ...fields].join('\n');
}
