import { join } from 'node:path';
import { freePorts } from '../free-ports.ts';
import type { StartedProgram } from '../started-program.ts';
import { insist } from './check.ts';
import type { Check, CheckContext } from './check.ts';

const TOOLS = 17;

interface Message {
  id?: number;
  result?: { tools?: unknown[]; structuredContent?: { success: boolean } };
}

/** As hosts that know only local servers start it: MCP over its standard input and output. */
async function startRemote(
  { platform, workFolder, start }: CheckContext,
  name: string,
  parameters: readonly string[] = [],
): Promise<StartedProgram> {
  const [port] = await freePorts(1);
  const home = join(workFolder, name);
  const remote = start('mcp-remote', [platform.mcpUrl, String(port), ...parameters], {
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
  remote.tell(JSON.stringify({ jsonrpc: '2.0', ...message }));

async function answerTo(remote: StartedProgram, id: number): Promise<Message> {
  const [line] = await remote.says(new RegExp(`^\\{.*"id":${id}\\b.*\\}$`, 'm'));
  return JSON.parse(line) as Message;
}

/** Lists and calls, once it is in. */
async function useTools(remote: StartedProgram): Promise<void> {
  await answerTo(remote, 1);
  send(remote, { method: 'notifications/initialized' });
  send(remote, { id: 2, method: 'tools/list', params: {} });
  const { result: listed } = await answerTo(remote, 2);
  insist(listed?.tools?.length === TOOLS, `There are ${listed?.tools?.length} tools.`);
  const call = { name: 'search', arguments: { query: 'hello', limit: 3 } };
  send(remote, { id: 3, method: 'tools/call', params: call });
  const { result: called } = await answerTo(remote, 3);
  insist(called?.structuredContent?.success === true, JSON.stringify(called));
}

/** mcp-remote from nothing but the URL; and once more, when it must not ask again. */
export const mcpRemote: Check = {
  name: 'mcp-remote',
  run: async (context) => {
    const first = await startRemote(context, 'mcp-remote');
    const [url] = await first.says(/http\S+\/oauth\/authorize\?\S+/);
    const pages = await context.person.allow(url);
    await useTools(first);
    await first.stop();

    const second = await startRemote(context, 'mcp-remote');
    await useTools(second);
    insist(!second.output().includes('/oauth/authorize?'), 'The second start asks for a sign-in again.');
    await second.stop();
    return `pages: ${pages.join(', ')}; ${TOOLS} tools; search; a second start asks nobody`;
  },
};

/** mcp-remote on a machine without a browser: a code to enter elsewhere. */
export const mcpRemoteDevice: Check = {
  name: 'mcp-remote-device',
  run: async (context) => {
    const remote = await startRemote(context, 'mcp-remote-device', ['--device-code']);
    const [url] = await remote.says(/http\S+\/device\?user_code=\S+/);
    const pages = await context.person.allowDevice(url);
    await useTools(remote);
    await remote.stop();
    return `pages: ${pages.join(', ')}; ${TOOLS} tools; search`;
  },
};
