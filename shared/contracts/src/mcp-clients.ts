/** Fields of a server in the configuration of an MCP client. */
export type ServerFields = Readonly<Record<string, string>>;

/** MCP client whose configuration file can name Loci. */
export interface McpClient {
  title: string;
  /** Configuration file of the user. */
  file: string;
  /** Field of the file that contains the servers by name. In a TOML file, the prefix of their tables. */
  serversKey: string;
  /** Returns the fields of a server that the client reaches by HTTP. Null if the client can only start processes. */
  httpFields: ((url: string) => ServerFields) | null;
}

/**
 * The MCP clients that `loci connect` and the portal configure, by the name that `loci connect` uses.
 *
 * @see docs/connect-an-assistant.md
 */
export const MCP_CLIENTS = {
  'claude-code': {
    title: 'Claude Code',
    file: '.mcp.json',
    serversKey: 'mcpServers',
    httpFields: (url) => ({ type: 'http', url }),
  },
  'claude-desktop': {
    title: 'Claude Desktop',
    file: 'claude_desktop_config.json',
    serversKey: 'mcpServers',
    httpFields: null,
  },
  codex: {
    title: 'Codex',
    file: '~/.codex/config.toml',
    serversKey: 'mcp_servers',
    httpFields: (url) => ({ url }),
  },
  cursor: {
    title: 'Cursor',
    file: '~/.cursor/mcp.json',
    serversKey: 'mcpServers',
    httpFields: (url) => ({ url }),
  },
  'vs-code': {
    title: 'VS Code',
    file: '.vscode/mcp.json',
    serversKey: 'servers',
    httpFields: (url) => ({ type: 'http', url }),
  },
  windsurf: {
    title: 'Windsurf',
    file: '~/.codeium/windsurf/mcp_config.json',
    serversKey: 'mcpServers',
    httpFields: (url) => ({ serverUrl: url }),
  },
  'gemini-cli': {
    title: 'Gemini CLI',
    file: '~/.gemini/settings.json',
    serversKey: 'mcpServers',
    httpFields: (url) => ({ httpUrl: url }),
  },
} as const satisfies Readonly<Record<string, McpClient>>;

export type McpClientName = keyof typeof MCP_CLIENTS;
