import { join } from 'node:path';
import { documentedCommands } from '../../../documentation/src/documented-commands.ts';
import { freePorts } from '../free-ports.ts';
import type { StartedProgram } from '../started-program.ts';
import { assert } from './check.ts';
import type { Check, CheckContext } from './check.ts';
import { documentedParameters } from './documented-parameters.ts';
import { resultOf } from './tool-result.ts';
import type { ToolResponse } from './tool-result.ts';

const TOOL_COUNT = 17;
const [CONNECT, CONNECT_WITH_CODE] = documentedCommands(
  'docs/connect-an-assistant.md',
  'infra/conformance/src/checks/mcp-remote.ts',
) as [string, string];

interface Message {
  id?: number;
  result?: ToolResponse & { tools?: unknown[] };
}

/**
 * Starts mcp-remote with MCP over standard input and output, like a host that supports only local servers.
 *
 * @param command documented command
 */
async function startRemote(context: CheckContext, name: string, command: string): Promise<StartedProgram> {
  const { workFolder, start } = context;
  const [url, ...options] = documentedParameters(command, 'mcp-remote', context) as [string, ...string[]];
  const [port] = await freePorts(1);
  const home = join(workFolder, name);
  const remote = start('mcp-remote', [url, String(port), ...options], {
    HOME: home,
    MCP_REMOTE_CONFIG_DIR: home,
    BROWSER: 'true',
  });
  send(remote, {
    id: 1,
    method: 'initialize',
    params: {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'conformance', version: '1.0.0' },
    },
  });
  return remote;
}

const send = (remote: StartedProgram, message: object) =>
  remote.writeLine(JSON.stringify({ jsonrpc: '2.0', ...message }));

async function readResponse(remote: StartedProgram, id: number): Promise<Message> {
  const [line] = await remote.waitForOutput(new RegExp(`^\\{.*"id":${id}\\b.*\\}$`, 'm'));
  return JSON.parse(line) as Message;
}

/** Waits for the connection, lists the tools and calls `search`. */
async function useTools(remote: StartedProgram): Promise<void> {
  await readResponse(remote, 1);
  send(remote, { method: 'notifications/initialized' });
  send(remote, { id: 2, method: 'tools/list', params: {} });
  const { result: listed } = await readResponse(remote, 2);
  assert(
    listed?.tools?.length === TOOL_COUNT,
    `Expected ${TOOL_COUNT} tools, received ${listed?.tools?.length}.`,
  );
  const call = { name: 'search', arguments: { query: 'hello', limit: 3 } };
  send(remote, { id: 3, method: 'tools/call', params: call });
  const { result: called } = await readResponse(remote, 3);
  assert(resultOf(called)?.success === true, JSON.stringify(called));
}

/** Connects mcp-remote without a token. A second start must use the stored token and not request authorization. */
export const mcpRemote: Check = {
  name: 'mcp-remote',
  run: async (context) => {
    const first = await startRemote(context, 'mcp-remote', CONNECT);
    const [url] = await first.waitForOutput(/http\S+\/oauth\/authorize\?\S+/);
    const pages = await context.user.authorizeLocalClient(url);
    await useTools(first);
    await first.stop();

    const second = await startRemote(context, 'mcp-remote', CONNECT);
    await useTools(second);
    assert(!second.output().includes('/oauth/authorize?'), 'The second start requested authorization again.');
    await second.stop();
    return `pages: ${pages.join(', ')}; ${TOOL_COUNT} tools; search; a second start without authorization`;
  },
};

/** Connects mcp-remote with the device flow, as on a machine without a browser. */
export const mcpRemoteDevice: Check = {
  name: 'mcp-remote-device',
  run: async (context) => {
    const remote = await startRemote(context, 'mcp-remote-device', CONNECT_WITH_CODE);
    const [url] = await remote.waitForOutput(/http\S+\/device\?user_code=\S+/);
    const pages = await context.user.authorizeDevice(url);
    await useTools(remote);
    await remote.stop();
    return `pages: ${pages.join(', ')}; ${TOOL_COUNT} tools; search`;
  },
};
