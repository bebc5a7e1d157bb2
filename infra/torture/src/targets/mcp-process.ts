import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

export interface McpCommand {
  command: string;
  args: string[];
  /** Environment variables in addition to the default ones of the MCP client, such as `PATH`. */
  environment: Record<string, string>;
  workFolder: string;
}

/** MCP server that runs as a child process and communicates over stdio. */
export interface McpProcess {
  /** Starts the server and initializes the session. @throws Error if the server ends before */
  start(): Promise<void>;
  /** Kills the server with SIGKILL. Resolves when the connection is closed. */
  kill(): Promise<void>;
  /** Calls a tool and returns its structured result, or its text. @throws Error if the call fails */
  call(tool: string, input: Record<string, unknown>): Promise<ToolResult>;
}

export interface ToolResult {
  structured: unknown;
  text: string;
}

const CALL_TIMEOUT_MS = 30_000;
const START_TIMEOUT_MS = 60_000;
/** Some servers return all memories in one message. */
const MAX_MESSAGE_BYTES = 1 << 30;

export function createMcpProcess(command: McpCommand): McpProcess {
  let session: { client: Client; transport: StdioClientTransport; closed: Promise<void> } | undefined;
  return {
    start: async () => {
      const { promise: closed, resolve } = Promise.withResolvers<void>();
      const client = new Client({ name: 'loci-torture', version: '2.0.0' });
      const transport = new StdioClientTransport({
        command: command.command,
        args: command.args,
        env: command.environment,
        cwd: command.workFolder,
        stderr: 'ignore',
        maxBufferSize: MAX_MESSAGE_BYTES,
      });
      client.onclose = () => {
        session = undefined;
        resolve();
      };
      session = { client, transport, closed };
      await client.connect(transport, { timeout: START_TIMEOUT_MS });
    },
    kill: async () => {
      if (session === undefined) return;
      const { transport, closed } = session;
      if (transport.pid === null) return;
      process.kill(transport.pid, 'SIGKILL');
      await closed;
    },
    call: async (name, input) => {
      if (session === undefined) throw new Error('no connection');
      const result = await session.client.callTool({ name, arguments: input }, { timeout: CALL_TIMEOUT_MS });
      const text = (result.content as { type: string; text?: string }[])
        .map((part) => part.text ?? '')
        .join('');
      if (result.isError === true) throw new Error(`${name}: ${text}`);
      return { structured: result.structuredContent, text };
    },
  };
}
